import type { z } from 'zod';
import { assignmentProblem } from '@jwxt/contracts/base-info/teacher-assignment.ts';
import { teacherRole } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { JobContent } from '@jwxt/contracts/open-course/teaching-job.events.ts';
import type { changeJob, setJobTeachers } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { loadMaxWeek } from '../base-info/shared/max-week.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

type Assigned = z.output<typeof setJobTeachers.payload>['teachers'];
const wrong = (field: string, message: string): Refused =>
  refuse('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });

/**
 * A job with these teachers: the first types the scores, a new one lectures. Of a single teacher hours and weeks may be
 * left open: they are the job's.
 */
export async function withTeachersOf(
  db: Queryable,
  job: JobContent,
  teachers: Assigned,
): Promise<JobContent | Refused> {
  const codes = teachers.map(({ teacherCode }) => teacherCode);
  const { rows: people } = await db.query<{ gh: string; name: string }>(
    'select gh, xm as name from base.teacher where gh = any($1)',
    [codes],
  );
  const { rows: types } = await db.query<{ dm: string }>(
    `select dm from base.data_dict where dmlb = 'XTGL_XSLX' order by pxh, dm`,
  );
  const names = new Map(people.map(({ gh, name }) => [gh, name]));
  const known = new Set(types.map(({ dm }) => dm));
  const stranger = teachers.findIndex(({ teacherCode }) => !names.has(teacherCode));
  if (stranger >= 0) return wrong(`teachers.${String(stranger)}.teacherCode`, '教师不存在');
  const strange = teachers.findIndex(({ hourType }) => hourType !== '' && !known.has(hourType));
  if (strange >= 0) return wrong(`teachers.${String(strange)}.hourType`, '学时类型不存在');
  const pairs = teachers.map(({ teacherCode, hourType }) => `${teacherCode}/${hourType}`);
  if (new Set(pairs).size < pairs.length) return wrong('teachers', '同一名教师的同一种学时只能指定一次');
  const problem = assignmentProblem(
    teachers.map((teacher) => ({ ...teacher, teacherName: '', hourName: '' })),
    job.totalHour / 10,
    await loadMaxWeek(db),
  );
  if (problem !== null) return wrong('teachers', problem);
  const roles = new Map(job.teachers.map(({ teacherCode, teacherRole: role }) => [teacherCode, role]));
  return {
    ...job,
    teachers: teachers.map(({ teacherCode, hourType, hour, startEndWeek }) => ({
      teacherCode,
      teacherName: names.get(teacherCode) ?? '',
      teacherRole: roles.get(teacherCode) ?? (teacherCode === codes[0] ? teacherRole.main : teacherRole.second),
      hourType: hourType || (types[0]?.dm ?? ''),
      hour: hour === null ? job.totalHour : Math.round(hour * 10),
      startEndWeek: startEndWeek || job.startEndWeek,
      isScoreTeacher: teacherCode === codes[0],
    })),
  };
}

/**
 * A job with other hours, weeks, room or classes. Whoever taught it alone teaches what it has now; of several each
 * stays as he was.
 */
export async function withChange(
  db: Queryable,
  job: JobContent,
  { totalHour, startEndWeek, capacity, administrativeClasses }: z.output<typeof changeJob.payload>,
): Promise<JobContent | Refused> {
  const { rows } = await db.query<{ bjdm: string; bjmc: string }>(
    'select bjdm, bjmc from base.class_info where bjdm = any($1) order by ywbm',
    [administrativeClasses],
  );
  if (rows.length < new Set(administrativeClasses).size) return wrong('administrativeClasses', '有行政班不存在');
  const hours = Math.round(Number(totalHour) * 10);
  const [only] = job.teachers;
  const alone = job.teachers.length === 1 && only !== undefined;
  return {
    ...job,
    totalHour: hours,
    startEndWeek,
    capacity,
    administrativeClasses: rows,
    teachers: alone ? [{ ...only, hour: only.hour === job.totalHour ? hours : only.hour, startEndWeek }] : job.teachers,
  };
}
