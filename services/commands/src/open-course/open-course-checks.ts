import { groupType } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { lessonsOf } from '@jwxt/contracts/kernel/period-text.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { parseWeeks, WEEKS_AT_MOST } from '@jwxt/contracts/kernel/week-text.ts';
import { usedBy } from '../base-info/shared/use-count.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { isSettled } from './shared/item-group-class.ts';
import { takeGroupsIn } from './special-item-groups.ts';

interface Grouped {
  readonly key: string;
  readonly name: string;
  readonly semester: string;
  readonly course: string;
  readonly weeks: string;
  readonly students: number;
  readonly teachers: readonly string[];
  readonly elsewhere: string | null;
}

/** Joined jobs are of one course, time and teacher; a job is in one group of a type (OPEN-COURSE-07). */
export const jobGroupRules: ResourceRules = {
  inTurn: true,
  async derive(client, { jobs }) {
    const { rows } = await client.query<{ n: number }>(
      `select coalesce(sum(coalesce(student_num, capacity)), 0)::int as n from base.teaching_job
        where teaching_class_id = any($1)`,
      [jobs],
    );
    return { studentNum: rows[0]?.n ?? 0 };
  },
  async check(client, { jobs, semesterId, groupType: type }, before): Promise<FieldError[]> {
    const { rows } = await client.query<Grouped>(
      `select job.teaching_class_id as key, job.teaching_class_name as name, job.semester_id as semester,
          job.course_id as course, job.start_end_week as weeks, coalesce(job.student_num, job.capacity) as students,
          array(select distinct gh from base.teacher_plan plan
            where plan.teaching_class_id = job.teaching_class_id order by gh) as teachers,
          (select min(other.group_name) from base.job_group other where other.group_type = $2
            and other.jobs ? job.teaching_class_id and other.job_group_id is distinct from $3) as elsewhere
         from base.teaching_job job where job.teaching_class_id = any($1) order by job.teaching_class_code`,
      [jobs, type, before?.['job_group_id'] ?? null],
    );
    const wrong = (message: string): FieldError[] => [{ field: 'jobs', message }];
    const other = rows.find(({ semester }) => semester !== semesterId);
    if (other) return wrong(`“${other.name}”不在这个学期`);
    const taken = rows.find(({ elsewhere }) => elsewhere !== null);
    if (taken) return wrong(`“${taken.name}”已在同类型的组“${taken.elsewhere ?? ''}”中`);
    if (type !== groupType.joined) return [];
    const [first] = rows;
    const unlike = rows.find((job) => job.course !== first?.course);
    if (unlike) return wrong(`合班的任务应是同一门课程：“${unlike.name}”不同`);
    const otherWeeks = rows.find((job) => job.weeks !== first?.weeks);
    if (otherWeeks) return wrong(`合班的任务起止周应相同：“${otherWeeks.name}”不同`);
    const taught = rows.find((job) => job.teachers.join() !== first?.teachers.join());
    return taught ? wrong(`合班的任务教师应相同：“${taught.name}”不同`) : [];
  },
};

/** Plates of a grade-major do not meet, and one with jobs keeps its time (OPEN-COURSE-11). */
export const plateRules: ResourceRules = {
  inTurn: true,
  uses: [usedBy('教学任务', '个', 'teaching_job', 'plate_id')],
  async check(client, values, before): Promise<FieldError[]> {
    const { semesterId, weekCode, timeCodes, weeks, schoolZone, gradeMajorIds } = values;
    if (before !== null) {
      const kept = { week_code: weekCode, time_codes: timeCodes, weeks, xqdm: schoolZone };
      const moved = Object.entries(kept).some(([column, value]) => before[column] !== value);
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::int as n from base.teaching_job where plate_id = $1',
        [before['plate_id']],
      );
      const n = rows[0]?.n ?? 0;
      if (moved && n > 0)
        return [{ field: 'timeCodes', message: `板块中已有 ${String(n)} 个教学任务，不能再改时间和校区` }];
    }
    const { rows: others } = await client.query<{ name: string; times: string; weeks: string; majors: string }>(
      `select plate.plate_name as name, plate.time_codes as times, plate.weeks,
          (select string_agg(njzymc, '、' order by njzymc) from base.grade_major
            where njzydm = any($3) and plate.grade_major_ids ? njzydm) as majors
         from base.plate where semester_id = $1 and week_code = $2 and sfqy = '1' and grade_major_ids ?| $3
          and plate_id is distinct from $4 order by plate_name`,
      [semesterId, weekCode, gradeMajorIds, before?.['plate_id'] ?? null],
    );
    const own = new Set(lessonsOf(textOf(timeCodes)));
    const weeksOf = (text: string): readonly number[] => {
      const parsed = parseWeeks(text, WEEKS_AT_MOST);
      return 'weeks' in parsed ? parsed.weeks : [];
    };
    const ownWeeks = new Set(weeksOf(textOf(weeks)));
    const meeting = others.find(
      (other) =>
        lessonsOf(other.times).some((lesson) => own.has(lesson)) &&
        weeksOf(other.weeks).some((week) => ownWeeks.has(week)),
    );
    return meeting ? [{ field: 'timeCodes', message: `${meeting.majors}的板块“${meeting.name}”在同一时间` }] : [];
  },
};

/** A job is in one group of a special item, which has no more room than the job (OPEN-COURSE-18). */
export const specialItemGroupRules: ResourceRules = {
  inTurn: true,
  stays: async (client, row) => ((await isSettled(client, row['item_group_id'])) ? '的教学任务已确认，不能删除' : null),
  async check(client, { teachingClassId, specialItemId, capacity }, before): Promise<FieldError[]> {
    const has = Number(before?.['student_num'] ?? 0);
    if (Number(capacity) < has) return [{ field: 'capacity', message: `已有${String(has)}名学生，容量不能更少` }];
    const was = before?.['teaching_class_id'] ?? null;
    if (was !== null && was !== teachingClassId && (await isSettled(client, before?.['item_group_id'])))
      return [{ field: 'teachingClassId', message: '原教学任务已确认，不能更换' }];
    if ((teachingClassId ?? null) === null) return [];
    const { rows } = await client.query<{ same: boolean; capacity: number; elsewhere: string | null }>(
      `select exists (select from base.special_item item where item.special_item_id = $3
          and item.course_id = job.course_id and item.semester_id = job.semester_id) as same, job.capacity,
          (select min(other.group_name) from base.special_item_group other
            where other.teaching_class_id = job.teaching_class_id and other.item_group_id is distinct from $2)
            as elsewhere
         from base.teaching_job job where job.teaching_class_id = $1`,
      [teachingClassId, before?.['item_group_id'] ?? null, specialItemId],
    );
    const [job] = rows;
    if (!job) return [];
    if (!job.same) return [{ field: 'teachingClassId', message: '教学任务不是这个学期的这门课程' }];
    if (job.elsewhere !== null) return [{ field: 'teachingClassId', message: `教学任务已在组“${job.elsewhere}”中` }];
    return Number(capacity) > job.capacity
      ? [{ field: 'capacity', message: `超过教学任务的容量${String(job.capacity)}` }]
      : [];
  },
  /** A class that is there takes the students of a group in that it gets. */
  async stored(client, row, context) {
    const teachingClassId = row['teaching_class_id'];
    if (typeof teachingClassId === 'string') await takeGroupsIn(client, context, teachingClassId);
    return [];
  },
};
