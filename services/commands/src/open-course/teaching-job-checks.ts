import {
  jobStatus,
  jobStatusNames,
  jobType,
  setType,
  teacherAnswer,
} from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { parseWeeks } from '@jwxt/contracts/kernel/week-text.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { usedBy } from '../base-info/shared/use-count.ts';
import { loadMaxWeek } from '../base-info/shared/max-week.ts';
import { refusalText } from '../kernel/refusal.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import type { StoredRow } from '../kernel/resource-rows.ts';
import { refusalOfWindow } from './open-course-window.ts';

interface JobRow {
  readonly semesterId: string;
  readonly openDepartmentId: string;
  readonly status: keyof typeof jobStatusNames;
  readonly type: string;
  readonly totalHour: number;
  readonly weeks: string;
  readonly capacity: number;
}

async function jobOf(client: PoolClient, teachingClassId: unknown): Promise<JobRow | undefined> {
  const { rows } = await client.query<JobRow>(
    `select semester_id as "semesterId", open_department_id as "openDepartmentId", job_status as status,
        job_type as type, total_hour as "totalHour", start_end_week as weeks, capacity
       from base.teaching_job where teaching_class_id = $1`,
    [teachingClassId],
  );
  return rows[0];
}

/** Why the rows of a job stay as they are; null: it is edited. */
function keptAs({ status }: Pick<JobRow, 'status'>): string | null {
  if (status === jobStatus.editing) return null;
  return status === jobStatus.committed ? '已提交，请先退回编辑' : `${jobStatusNames[status]}，不能在这里修改`;
}

/** A job is written in its window while it is edited; a class is in one of a course and semester (OPEN-COURSE-03). */
export const teachingJobRules: ResourceRules = {
  inTurn: true,
  uses: [
    usedBy('教师安排', '条', 'teacher_plan', 'teaching_class_id'),
    usedBy('教学环节', '条', 'teaching_process_link', 'teaching_class_id'),
    usedBy('公选课任务', '条', 'public_elective_task', 'teaching_class_id'),
    usedBy('体育项目任务', '条', 'physical_project_task', 'teaching_class_id'),
    usedBy('专项分组', '条', 'special_item_group', 'teaching_class_id'),
    {
      what: '任务组',
      unit: '个',
      count: 'select count(*) as n from base.job_group where jobs ? $1',
    },
  ],
  kept: (_client, row) => Promise.resolve(keptAs({ status: row['job_status'] as JobRow['status'] })),
  async check(client, values, before, { time }) {
    const work = { semesterId: textOf(values['semesterId']), openDepartmentId: textOf(values['openDepartmentId']) };
    const closed = await refusalOfWindow(client, setType.jobs, work, time);
    if (closed) return [{ field: 'semesterId', message: refusalText(closed.refused) }];
    const weeks = parseWeeks(textOf(values['startEndWeek']), await loadMaxWeek(client));
    const { rows: taken } = await client.query<{ name: string; job: string }>(
      `select class_info.bjmc as name, other.teaching_class_name as job from base.teaching_job other
         join base.class_info on other.administrative_classes ? class_info.bjdm and class_info.bjdm = any($1)
        where other.course_id = $2 and other.semester_id = $3 and other.job_status <> $4
          and other.teaching_class_id is distinct from $5 order by class_info.ywbm limit 1`,
      [
        values['administrativeClasses'],
        values['courseId'],
        values['semesterId'],
        jobStatus.stopped,
        before?.['teaching_class_id'] ?? null,
      ],
    );
    const plate = await plateProblem(client, values);
    return [
      ...('problem' in weeks ? [{ field: 'startEndWeek', message: weeks.problem }] : []),
      ...taken.map(({ name, job }) => ({
        field: 'administrativeClasses',
        message: `${name}已在同一课程的“${job}”中`,
      })),
      ...(plate === null ? [] : [{ field: 'plateId', message: plate }]),
    ];
  },
};

/** Why a job is not in a plate: one of its semester, campus and course. */
async function plateProblem(
  client: PoolClient,
  { plateId, semesterId, schoolZone, courseId }: WireRow,
): Promise<string | null> {
  if ((plateId ?? null) === null) return null;
  const { rows } = await client.query<{ semester: string; campus: string; course: string | null }>(
    'select semester_id as semester, xqdm as campus, course_id as course from base.plate where plate_id = $1',
    [plateId],
  );
  const [plate] = rows;
  if (!plate) return null;
  if (plate.semester !== semesterId) return '板块不在这个学期';
  if (plate.campus !== schoolZone) return '板块不在这个校区';
  return plate.course !== null && plate.course !== courseId ? '板块是另一门课程的' : null;
}

/** Of a job that is not edited nothing is added, changed or removed, nor outside its window. */
const ofEditedJob = {
  inTurn: true,
  async kept(client: PoolClient, row: StoredRow) {
    const job = await jobOf(client, row['teaching_class_id']);
    return job ? keptAs(job) : null;
  },
} satisfies ResourceRules;

async function jobProblem(client: PoolClient, job: JobRow | undefined, time: string): Promise<FieldError[]> {
  if (!job) return [];
  const kept = keptAs(job);
  if (kept !== null) return [{ field: 'teachingClassId', message: `教学任务${kept}` }];
  const closed = await refusalOfWindow(client, setType.jobs, job, time);
  return closed ? [{ field: 'teachingClassId', message: refusalText(closed.refused) }] : [];
}

async function weeksProblem(client: PoolClient, text: unknown, job: JobRow): Promise<FieldError[]> {
  const max = await loadMaxWeek(client);
  const [own, all] = [parseWeeks(textOf(text), max), parseWeeks(job.weeks, max)];
  if ('problem' in own) return [{ field: 'startEndWeek', message: own.problem }];
  const within = new Set('weeks' in all ? all.weeks : []);
  return own.weeks.every((week) => within.has(week))
    ? []
    : [{ field: 'startEndWeek', message: `应在任务的起止周 ${job.weeks} 之内` }];
}

/** Teachers share the hours of a job, and one of them types its scores (OPEN-COURSE-05). */
export const teacherPlanRules: ResourceRules = {
  ...ofEditedJob,
  /** Of other hours or weeks the teacher is asked again. */
  derive: (_client, { hour, startEndWeek, hourType }, before) => {
    const same =
      before !== null &&
      before['hour'] === Math.round(Number(hour) * 10) &&
      before['start_end_week'] === startEndWeek &&
      before['hour_type'] === hourType;
    return Promise.resolve({
      confirmStatus: same ? before['confirm_status'] : teacherAnswer.none,
      confirmNote: same ? before['confirm_note'] : null,
    });
  },
  async check(client, values, before, { time }) {
    const job = await jobOf(client, values['teachingClassId']);
    const problem = await jobProblem(client, job, time);
    if (!job || problem.length > 0) return problem;
    const { rows } = await client.query<{ all: number; type: number; limit: number | null; typing: string | null }>(
      `select coalesce(sum(other.hour), 0)::int as all,
          coalesce(sum(other.hour) filter (where other.hour_type = $3), 0)::int as type,
          (select link.hours * coalesce(link.group_num, 1) from base.teaching_process_link link
            where link.teaching_class_id = $1 and link.xsbh = $3) as limit,
          min(teacher.xm) filter (where other.is_score_teacher = '1' and other.gh <> $4) as typing
         from base.teacher_plan other join base.teacher using (gh)
        where other.teaching_class_id = $1 and other.teacher_plan_id is distinct from $2`,
      [values['teachingClassId'], before?.['teacher_plan_id'] ?? null, values['hourType'], values['teacherCode']],
    );
    const { all, type, limit, typing } = rows[0]!;
    const own = Math.round(Number(values['hour']) * 10);
    const errors: FieldError[] = [...(await weeksProblem(client, values['startEndWeek'], job))];
    if (all + own > job.totalHour)
      errors.push({
        field: 'hour',
        message: `各教师学时之和${String((all + own) / 10)}超过总学时${String(job.totalHour / 10)}`,
      });
    else if (limit !== null && type + own > limit)
      errors.push({
        field: 'hour',
        message: `该类型的教师学时之和${String((type + own) / 10)}超过环节的学时${String(limit / 10)}`,
      });
    if (values['isScoreTeacher'] === yesNo.yes && typing !== null)
      errors.push({ field: 'isScoreTeacher', message: `成绩录入人已是${typing}，只能有一名` });
    return errors;
  },
};

/** The parts of a job have no more hours than it (OPEN-COURSE-19); that they are all of them its commit asks. */
export const teachingProcessLinkRules: ResourceRules = {
  ...ofEditedJob,
  async check(client, values, before, { time }) {
    const job = await jobOf(client, values['teachingClassId']);
    const problem = await jobProblem(client, job, time);
    if (!job || problem.length > 0) return problem;
    const { rows } = await client.query<{ others: number; students: number }>(
      `select coalesce(sum(link.hours), 0)::int as others,
          (select coalesce(student_num, capacity) from base.teaching_job where teaching_class_id = $1) as students
         from base.teaching_process_link link where teaching_class_id = $1 and link_id is distinct from $2`,
      [values['teachingClassId'], before?.['link_id'] ?? null],
    );
    const { others, students } = rows[0]!;
    const sum = others + Math.round(Number(values['hours']) * 10);
    const { groupNum, groupSize } = values;
    const places = Number(groupNum) * Number(groupSize);
    return [
      ...(await weeksProblem(client, values['startEndWeek'], job)),
      ...(sum > job.totalHour
        ? [
            {
              field: 'hours',
              message: `各环节学时之和${String(sum / 10)}超过任务的总学时${String(job.totalHour / 10)}`,
            },
          ]
        : []),
      ...((groupNum ?? null) !== null && places < students
        ? [{ field: 'groupSize', message: `分组共${String(places)}人，少于${String(students)}名学生` }]
        : []),
    ];
  },
};

/** A public elective task is of a job of that kind, of the course and semester of its plan (OPEN-COURSE-10). */
export const publicElectiveTaskRules: ResourceRules = {
  kept: ofEditedJob.kept,
  async check(client, { teachingClassId, planId, minOpenNum }, before, { time }) {
    const job = await jobOf(client, teachingClassId);
    if (!job) return [];
    if (job.type !== jobType.elective) return [{ field: 'teachingClassId', message: '不是公选课类型的教学任务' }];
    if (minOpenNum !== null && Number(minOpenNum) > job.capacity)
      return [{ field: 'minOpenNum', message: `最低开班人数超过容量${String(job.capacity)}` }];
    const { rowCount } = await client.query(
      `select from base.public_course_plan plan join base.teaching_job job
          on job.course_id = plan.kch and job.semester_id = plan.semester_id
        where plan.plan_id = $1 and job.teaching_class_id = $2`,
      [planId, teachingClassId],
    );
    if (rowCount === 0) return [{ field: 'planId', message: '计划与教学任务不是同一学期的同一门课程' }];
    return before === null ? await jobProblem(client, job, time) : [];
  },
};

/** Why a task is not of a special item: one of the course and semester of its job, and of the group that it teaches. */
async function itemOfTaskProblem(client: PoolClient, teachingClassId: unknown, item: unknown): Promise<string | null> {
  const { rows } = await client.query<{ same: boolean; grouped: string | null }>(
    `select exists (select from base.special_item item where item.special_item_id = $2
          and item.course_id = job.course_id and item.semester_id = job.semester_id) as same,
        (select min(item_name || ' ' || group_name) from base.special_item_group
          where teaching_class_id = $1 and special_item_id <> $2) as grouped
       from base.teaching_job job where job.teaching_class_id = $1`,
    [teachingClassId, item],
  );
  if (rows[0]?.same !== true) return '不是这个学期的这门课程的专项';
  return rows[0].grouped === null ? null : `教学任务已用于专项分组“${rows[0].grouped}”`;
}

/**
 * A physical education task is of a job of that kind, and its place has room for it; it teaches an item of the course,
 * by whose name it goes where it has no other (OPEN-COURSE-15).
 */
export const physicalProjectTaskRules: ResourceRules = {
  kept: ofEditedJob.kept,
  async derive(client, { specialItemId, itemName, sexLimit }) {
    if ((specialItemId ?? null) === null) return {};
    const { rows } = await client.query<{ name: string; sex: string | null }>(
      'select item_name as name, sex_limit as sex from base.special_item where special_item_id = $1',
      [specialItemId],
    );
    return {
      itemName: textOf(itemName) === '' ? (rows[0]?.name ?? null) : itemName,
      sexLimit: sexLimit ?? rows[0]?.sex ?? null,
    };
  },
  async check(client, { teachingClassId, placeId, specialItemId, itemName }, _before, { time }) {
    const hasItem = (specialItemId ?? null) !== null;
    if (!hasItem && textOf(itemName) === '') return [{ field: 'itemName', message: '请填写项目，或选择专项' }];
    const job = await jobOf(client, teachingClassId);
    if (!job) return [];
    if (job.type !== jobType.physical) return [{ field: 'teachingClassId', message: '不是体育项目类型的教学任务' }];
    const problem = await jobProblem(client, job, time);
    if (problem.length > 0) return problem;
    const other = hasItem ? await itemOfTaskProblem(client, teachingClassId, specialItemId) : null;
    if (other !== null) return [{ field: 'specialItemId', message: other }];
    if ((placeId ?? null) === null) return [];
    const { rows } = await client.query<{ seats: number | null }>(
      'select coalesce(yxzws, zws) as seats from base.classroom where jsh = $1',
      [placeId],
    );
    const seats = rows[0]?.seats ?? null;
    return seats !== null && seats < job.capacity
      ? [{ field: 'placeId', message: `场地可容纳${String(seats)}人，少于容量${String(job.capacity)}` }]
      : [];
  },
};
