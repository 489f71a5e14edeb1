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
  const beyond = await beyondParts(db, job, teachers);
  if (beyond !== null) return wrong('teachers', beyond);
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

/** A job with other hours of one of its teachers, by type. */
export async function withHoursOf(
  db: Queryable,
  job: JobContent,
  teacherCode: string,
  changes: readonly { readonly hourType: string; readonly hour: number }[],
): Promise<JobContent | Refused> {
  const own = job.teachers.filter((teacher) => teacher.teacherCode === teacherCode);
  if (changes.some(({ hourType }) => !own.some((teacher) => teacher.hourType === hourType)))
    return refuse('JOB_TEACHER_GONE');
  const to = new Map(changes.map(({ hourType, hour }) => [hourType, hour]));
  return await withTeachersOf(
    db,
    job,
    job.teachers.map((teacher) => ({
      teacherCode: teacher.teacherCode,
      hourType: teacher.hourType,
      hour: (teacher.teacherCode === teacherCode ? to.get(teacher.hourType) : undefined) ?? teacher.hour / 10,
      startEndWeek: teacher.startEndWeek,
    })),
  );
}

/** Which part of a job its teachers have more hours of than it has (OPEN-COURSE-05, 19); null: none. */
async function beyondParts(db: Queryable, { teachingClassId }: JobContent, teachers: Assigned): Promise<string | null> {
  const { rows } = await db.query<{ type: string; name: string; most: number }>(
    `select link.xsbh as type, coalesce(entry.mc, link.xsbh) as name, link.hours * coalesce(link.group_num, 1) as most
       from base.teaching_process_link link
       left join base.data_dict entry on entry.dmlb = 'XTGL_XSLX' and entry.dm = link.xsbh
      where link.teaching_class_id = $1 order by link.xsbh`,
    [teachingClassId],
  );
  for (const { type, name, most } of rows) {
    const sum = teachers
      .filter(({ hourType }) => hourType === type)
      .reduce((all, { hour }) => all + Math.round((hour ?? 0) * 10), 0);
    if (sum > most) return `${name}的教师学时之和${String(sum / 10)}超过该环节的学时${String(most / 10)}`;
  }
  return null;
}

/**
 * A job with other hours, weeks, room or classes. Whoever taught it alone teaches what it has now; of several each
 * stays as he was.
 */
export async function withChange(
  db: Queryable,
  job: JobContent,
  { totalHour, startEndWeek, capacity, administrativeClasses, parts = [] }: z.output<typeof changeJob.payload>,
): Promise<JobContent | Refused> {
  const { rows } = await db.query<{ bjdm: string; bjmc: string }>(
    'select bjdm, bjmc from base.class_info where bjdm = any($1) order by ywbm',
    [administrativeClasses],
  );
  if (rows.length < new Set(administrativeClasses).size) return wrong('administrativeClasses', '有行政班不存在');
  const hours = Math.round(Number(totalHour) * 10);
  const { rows: were } = await db.query<{ hourType: string; hours: number }>(
    'select xsbh as "hourType", hours from base.teaching_process_link where teaching_class_id = $1',
    [job.teachingClassId],
  );
  const strange = parts.findIndex((part) => !were.some(({ hourType }) => hourType === part.hourType));
  if (strange >= 0) return wrong(`parts.${String(strange)}.hourType`, '任务没有这个教学环节');
  const [was, is] = [hoursOf(were), hoursOf(changedParts(were, parts))];
  const alone = new Set(job.teachers.map(({ teacherCode }) => teacherCode)).size === 1;
  /** Who had all of a part, or of a job without parts, has all that it comes to. */
  const hourOf = ({ hourType, hour }: JobContent['teachers'][number]): number => {
    const [had, has] = were.length === 0 ? [job.totalHour, hours] : [was.get(hourType), is.get(hourType)];
    return hour === had && has !== undefined ? has : hour;
  };
  return {
    ...job,
    totalHour: hours,
    startEndWeek,
    capacity,
    administrativeClasses: rows,
    teachers: alone ? job.teachers.map((each) => ({ ...each, hour: hourOf(each), startEndWeek })) : job.teachers,
  };
}

type Part = { readonly hourType: string; readonly hours: number };
const hoursOf = (parts: readonly Part[]) => new Map(parts.map(({ hourType, hours }) => [hourType, hours]));

/** Parts of a job with other hours. */
export function changedParts<P extends Part>(
  parts: readonly P[],
  given: readonly { readonly hourType: string; readonly hours: string }[],
): P[] {
  const to = new Map(given.map(({ hourType, hours }) => [hourType, Math.round(Number(hours) * 10)]));
  return parts.map((part) => ({ ...part, hours: to.get(part.hourType) ?? part.hours }));
}
