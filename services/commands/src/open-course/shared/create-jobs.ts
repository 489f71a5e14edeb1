import { randomUUID } from 'node:crypto';
import { teacherPlan, teachingJob, teachingProcessLink } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import type { StoredRow } from '../../kernel/resource-rows.ts';

/** A teaching job to make; hours in tenths. Its number is given as it is stored, so that no two get the same. */
export interface NewJob {
  readonly teachingClassName: string;
  readonly semesterId: string;
  readonly courseId: string;
  readonly openDepartmentId: string;
  readonly schoolZone: string;
  readonly jobType: string;
  readonly totalHour: number;
  readonly weekHours: number | null;
  readonly startEndWeek: string;
  readonly studentNum: number | null;
  readonly capacity: number;
  readonly administrativeClasses: readonly string[];
  readonly classroomType: string | null;
  readonly examMethod: string | null;
  readonly teachLanguage: string | null;
  readonly plateId: string | null;
  /** Its parts by hour type (OPEN-COURSE-19): of one type there is none. */
  readonly parts?: readonly { readonly hourType: string; readonly hours: number }[];
  readonly teachers: readonly {
    readonly teacherCode: string;
    readonly teacherRole: string;
    readonly hourType: string;
    readonly hour: number;
    readonly isScoreTeacher: boolean;
  }[];
}

/** One change of jobs at a time, as the commands of their rows do: names and classes are looked for before they are. */
export async function lockJobs(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${teachingJob.name}`]);
}

/** Makes jobs that are edited from now on, with who teaches them, and tells the operation log. Answers their keys. */
export async function createJobs(
  client: PoolClient,
  context: CommandContext,
  jobs: readonly NewJob[],
): Promise<string[]> {
  await lockJobs(client);
  const keys: string[] = [];
  for (const job of jobs) {
    const key = randomUUID();
    const { rows } = await client.query<{ row: StoredRow }>(
      `insert into base.teaching_job as stored (teaching_class_id, teaching_class_name, semester_id, course_id,
          open_department_id, xqdm, job_type, total_hour, week_hours, start_end_week, student_num, capacity,
          administrative_classes, classroom_type, exam_method, teach_language, plate_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
       returning to_jsonb(stored) as row`,
      [
        key,
        job.teachingClassName,
        job.semesterId,
        job.courseId,
        job.openDepartmentId,
        job.schoolZone,
        job.jobType,
        job.totalHour,
        job.weekHours,
        job.startEndWeek,
        job.studentNum,
        job.capacity,
        JSON.stringify(job.administrativeClasses),
        job.classroomType,
        job.examMethod,
        job.teachLanguage,
        job.plateId,
      ],
    );
    await logOperations(client, context, 'create', teachingJob.name, [
      { key, before: null, after: rows[0]?.row ?? null },
    ]);
    if (job.parts && job.parts.length > 1) await createParts(client, context, key, job);
    for (const teacher of job.teachers) {
      const planKey = randomUUID();
      const { rows: plans } = await client.query<{ row: StoredRow }>(
        `insert into base.teacher_plan as stored (teacher_plan_id, teaching_class_id, gh, teacher_role, hour_type, hour,
            start_end_week, is_score_teacher)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning to_jsonb(stored) as row`,
        [
          planKey,
          key,
          teacher.teacherCode,
          teacher.teacherRole,
          teacher.hourType,
          teacher.hour,
          job.startEndWeek,
          teacher.isScoreTeacher ? '1' : '0',
        ],
      );
      await logOperations(client, context, 'create', teacherPlan.name, [
        { key: planKey, before: null, after: plans[0]?.row ?? null },
      ]);
    }
    keys.push(key);
  }
  return keys;
}

async function createParts(
  client: PoolClient,
  context: CommandContext,
  teachingClassId: string,
  { parts = [], startEndWeek }: NewJob,
): Promise<void> {
  const { rows } = await client.query<{ key: string; after: StoredRow }>(
    `insert into base.teaching_process_link as stored (link_id, teaching_class_id, xsbh, hours, start_end_week)
      select gen_random_uuid()::text, $1, given.type, given.hours, $4
        from unnest($2::text[], $3::int[]) given (type, hours)
     returning link_id as key, to_jsonb(stored) as after`,
    [teachingClassId, parts.map(({ hourType }) => hourType), parts.map(({ hours }) => hours), startEndWeek],
  );
  await logOperations(
    client,
    context,
    'create',
    teachingProcessLink.name,
    rows.map((row) => ({ ...row, before: null })),
  );
}

/**
 * The hour types of a plan as parts of its jobs (SCHEME-29, OPEN-COURSE-19): where they do not come to all of its
 * hours, all are of the first type.
 */
export function partsOf(
  hours: readonly { readonly xsbh: string; readonly tenths: number }[],
  totalHour: number,
): { hourType: string; hours: number }[] {
  const parts = hours.filter(({ tenths }) => tenths > 0).map(({ xsbh, tenths }) => ({ hourType: xsbh, hours: tenths }));
  const all = parts.reduce((sum, { hours: own }) => sum + own, 0);
  return parts.length > 0 && all === totalHour
    ? parts
    : [{ hourType: parts[0]?.hourType ?? FIRST_HOUR_TYPE, hours: totalHour }];
}
/** 理论. */
const FIRST_HOUR_TYPE = '1';
