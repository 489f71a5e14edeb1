import { randomUUID } from 'node:crypto';
import { ROSTER_OF_CLASSES, rosterFate } from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import {
  teachingClass,
  teachingClassStudent,
  teachingClassTeacher,
} from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import type { JobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { JobContent } from '@jwxt/contracts/open-course/teaching-job.events.ts';
import { teacherPlan, teachingJob, teachingProcessLink } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { classTeachersOf } from '@jwxt/contracts/open-course/teaching-job.rules.ts';
import { WEEKS_AT_MOST, weekText } from '@jwxt/contracts/kernel/week-text.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { rosterCandidates } from '@jwxt/infra/runtime/roster-of-classes.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import type { StoredRow } from '../kernel/resource-rows.ts';

interface Change {
  readonly key: string;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

/** Logs what differs, by whether the row came, went or changed. */
async function logChanges(
  client: PoolClient,
  context: CommandContext,
  resource: string,
  changes: readonly Change[],
): Promise<void> {
  const of = (wanted: (change: Change) => boolean): readonly LoggedChange[] => changes.filter(wanted);
  const differs = ({ before, after }: Change): boolean => JSON.stringify(before) !== JSON.stringify(after);
  await logOperations(
    client,
    context,
    'create',
    resource,
    of(({ before }) => before === null),
  );
  await logOperations(
    client,
    context,
    'delete',
    resource,
    of(({ after }) => after === null),
  );
  await logOperations(
    client,
    context,
    'update',
    resource,
    of((change) => change.before !== null && change.after !== null && differs(change)),
  );
}

/** Makes the row of a job and those of its teachers what the stream says. */
export async function writeJob(client: PoolClient, context: CommandContext, job: JobContent): Promise<void> {
  const { rows } = await client.query<Change>(
    `with before as (select to_jsonb(stored) as row from base.teaching_job stored where teaching_class_id = $1)
     update base.teaching_job stored
        set teaching_class_name = $2, total_hour = $3, week_hours = $4, start_end_week = $5, student_num = $6,
          capacity = $7, administrative_classes = $8
       from before where teaching_class_id = $1
     returning teaching_class_id as key, before.row as before, to_jsonb(stored) as after`,
    [
      job.teachingClassId,
      job.teachingClassName,
      job.totalHour,
      job.weekHours,
      job.startEndWeek,
      job.studentNum,
      job.capacity,
      JSON.stringify(job.administrativeClasses.map(({ bjdm }) => bjdm)),
    ],
  );
  await logChanges(client, context, teachingJob.name, rows);
  await writeTeacherPlans(client, context, job.teachingClassId, job.teachers);
}

/** Gives parts of a job these hours; those that were taught in all its weeks are so again. */
export async function writeParts(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, startEndWeek }: JobContent,
  weeksBefore: string,
  parts: readonly { readonly hourType: string; readonly hours: number }[],
): Promise<void> {
  const { rows } = await client.query<Change>(
    `with given as (select * from unnest($4::text[], $5::int[]) as given (type, hours)),
      before as (select link_id, to_jsonb(stored) as row from base.teaching_process_link stored
        where teaching_class_id = $1)
     update base.teaching_process_link stored
        set hours = coalesce((select given.hours from given where given.type = stored.xsbh), stored.hours),
          start_end_week = case when stored.start_end_week = $2 then $3 else stored.start_end_week end
       from before where before.link_id = stored.link_id
     returning stored.link_id as key, before.row as before, to_jsonb(stored) as after`,
    [
      teachingClassId,
      weeksBefore,
      startEndWeek,
      parts.map(({ hourType }) => hourType),
      parts.map(({ hours }) => hours),
    ],
  );
  await logChanges(client, context, teachingProcessLink.name, rows);
}

/** Makes the rows of a job's teachers these. */
export async function writeTeacherPlans(
  client: PoolClient,
  context: CommandContext,
  teachingClassId: string,
  teachers: JobContent['teachers'],
): Promise<void> {
  const read = async () =>
    (
      await client.query<{ key: string; row: StoredRow }>(
        `select teacher_plan_id as key, to_jsonb(stored) as row from base.teacher_plan stored
          where teaching_class_id = $1`,
        [teachingClassId],
      )
    ).rows;
  const before = await read();
  const staying = teachers.map(({ teacherCode, hourType }) => `${teacherCode}/${hourType}`);
  await client.query(
    `delete from base.teacher_plan where teaching_class_id = $1 and gh || '/' || hour_type <> all($2)`,
    [teachingClassId, staying],
  );
  for (const teacher of teachers)
    await client.query(
      `insert into base.teacher_plan (teacher_plan_id, teaching_class_id, gh, teacher_role, hour_type, hour,
          start_end_week, is_score_teacher)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (teaching_class_id, gh, hour_type) do update set teacher_role = excluded.teacher_role,
         hour = excluded.hour, start_end_week = excluded.start_end_week, is_score_teacher = excluded.is_score_teacher,
         confirm_status = case when (teacher_plan.hour, teacher_plan.start_end_week)
           is distinct from (excluded.hour, excluded.start_end_week) then '0' else teacher_plan.confirm_status end`,
      [
        randomUUID(),
        teachingClassId,
        teacher.teacherCode,
        teacher.teacherRole,
        teacher.hourType,
        teacher.hour,
        teacher.startEndWeek,
        teacher.isScoreTeacher ? '1' : '0',
      ],
    );
  await logChanges(client, context, teacherPlan.name, changesOf(before, await read()));
}

function changesOf(
  before: readonly { key: string; row: StoredRow }[],
  after: readonly { key: string; row: StoredRow }[],
): Change[] {
  const [was, is] = [
    new Map(before.map((each) => [each.key, each.row])),
    new Map(after.map((one) => [one.key, one.row])),
  ];
  return [...new Set([...was.keys(), ...is.keys()])].map((key) => ({
    key,
    before: was.get(key) ?? null,
    after: is.get(key) ?? null,
  }));
}

/** Says in its row where a job stands. */
export async function setJobStatus(
  client: PoolClient,
  context: CommandContext,
  teachingClassId: string,
  status: JobStatus,
  operation: string,
): Promise<void> {
  const { rows } = await client.query<Change>(
    `with before as (select to_jsonb(stored) as row from base.teaching_job stored where teaching_class_id = $1)
     update base.teaching_job stored set job_status = $2 from before where teaching_class_id = $1
     returning teaching_class_id as key, before.row as before, to_jsonb(stored) as after`,
    [teachingClassId, status],
  );
  await logOperations(client, context, operation, teachingJob.name, rows);
}

/** Makes the teaching class of a job with its teachers what the job says; a new one takes its classes' students in. */
export async function writeClass(client: PoolClient, context: CommandContext, job: JobContent): Promise<void> {
  const { teachingClassId } = job;
  const { rows } = await client.query<Change>(
    `with before as (select to_jsonb(stored) as row from base.teaching_class stored where teaching_class_id = $1),
     written as (
       insert into base.teaching_class as stored (teaching_class_id, teaching_class_code, teaching_class_name,
           semester_id, course_id, open_department_id, xqdm, score_hierarchy_code)
       select $1, $2, $3, $4, kch, $6, $7, score_hierarchy_code from base.course where kch = $5
       on conflict (teaching_class_id) do update set teaching_class_name = excluded.teaching_class_name
       returning to_jsonb(stored) as row)
     select $1::text as key, (select row from before) as before, written.row as after from written`,
    [
      teachingClassId,
      job.teachingClassCode,
      job.teachingClassName,
      job.semesterId,
      job.courseId,
      job.openDepartmentId,
      job.schoolZone,
    ],
  );
  await logChanges(client, context, teachingClass.name, rows);
  await writeClassTeachers(client, context, job);
}

async function writeClassTeachers(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, teachers }: JobContent,
): Promise<void> {
  const read = async () =>
    (
      await client.query<{ key: string; row: StoredRow }>(
        `select teacher_plan_id as key, to_jsonb(stored) as row from base.teaching_class_teacher stored
          where teaching_class_id = $1`,
        [teachingClassId],
      )
    ).rows;
  const before = await read();
  const wanted = classTeachersOf(teachers, WEEKS_AT_MOST);
  await client.query('delete from base.teaching_class_teacher where teaching_class_id = $1 and gh <> all($2)', [
    teachingClassId,
    wanted.map(({ teacherCode }) => teacherCode),
  ]);
  await client.query(
    `insert into base.teaching_class_teacher (teaching_class_id, gh, sort_num, hour_type, hour, start_end_week)
     select $1, given.gh, given.place, given.type, given.hour, given.weeks
       from unnest($2::text[], $3::text[], $4::int[], $5::text[]) with ordinality
         as given (gh, type, hour, weeks, place)
     on conflict (teaching_class_id, gh) do update set sort_num = excluded.sort_num, hour_type = excluded.hour_type,
       hour = excluded.hour, start_end_week = excluded.start_end_week`,
    [
      teachingClassId,
      wanted.map(({ teacherCode }) => teacherCode),
      wanted.map(({ hourType }) => hourType),
      wanted.map(({ hour }) => hour),
      wanted.map(({ weeks }) => weekText(weeks)),
    ],
  );
  await logChanges(client, context, teachingClassTeacher.name, changesOf(before, await read()));
}

/** Takes the students of whole classes in, or single ones, those who may come; answers who came. */
export async function takeStudentsIn(
  client: PoolClient,
  context: CommandContext,
  teachingClassId: string,
  whom: { readonly classes: readonly string[] } | { readonly students: readonly string[]; readonly source: string },
): Promise<string[]> {
  const { classes, students, source } =
    'classes' in whom ? { ...whom, students: [], source: ROSTER_OF_CLASSES } : { ...whom, classes: [] };
  if (classes.length + students.length === 0) return [];
  const candidates = await rosterCandidates(client, teachingClassId, classes, students);
  const coming = candidates.filter(({ fate }) => fate === rosterFate.added).map(({ studentCode }) => studentCode);
  const { rows } = await client.query<{ key: string; after: StoredRow }>(
    `insert into base.teaching_class_student as stored (teaching_class_id, student_code, list_source)
      select $1, unnest($2::text[]), $3 on conflict do nothing
      returning roster_id as key, to_jsonb(stored) as after`,
    [teachingClassId, coming, source],
  );
  await logOperations(
    client,
    context,
    'addClasses',
    teachingClassStudent.name,
    rows.map((row) => ({ ...row, before: null })),
  );
  return coming;
}

/** Lets those go who came with one of these classes; answers who went. */
export async function letStudentsGo(
  client: PoolClient,
  context: CommandContext,
  teachingClassId: string,
  classes: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ key: string; student: string; before: StoredRow }>(
    `delete from base.teaching_class_student stored using base.student
      where stored.teaching_class_id = $1 and stored.list_source = $2 and student.student_code = stored.student_code
        and student.bjdm = any($3)
     returning stored.roster_id as key, stored.student_code as student, to_jsonb(stored) as before`,
    [teachingClassId, ROSTER_OF_CLASSES, [...classes]],
  );
  await logOperations(
    client,
    context,
    'delete',
    teachingClassStudent.name,
    rows.map(({ key, before }) => ({ key, before, after: null })),
  );
  return rows.map(({ student }) => student);
}

/** Takes the teaching class of a job away, with its teachers and roster; answers who was on it. */
export async function removeClass(
  client: PoolClient,
  context: CommandContext,
  teachingClassId: string,
): Promise<string[]> {
  const students: string[] = [];
  for (const { name, table, key } of [
    { name: teachingClassStudent.name, table: 'teaching_class_student', key: 'roster_id' },
    { name: teachingClassTeacher.name, table: 'teaching_class_teacher', key: 'teacher_plan_id' },
    { name: teachingClass.name, table: 'teaching_class', key: 'teaching_class_id' },
  ]) {
    const { rows } = await client.query<{ key: string; before: StoredRow }>(
      `delete from base.${table} stored where teaching_class_id = $1
       returning ${key} as key, to_jsonb(stored) as before`,
      [teachingClassId],
    );
    await logOperations(
      client,
      context,
      'delete',
      name,
      rows.map((each) => ({ ...each, after: null })),
    );
    students.push(
      ...rows.flatMap(({ before }) => (typeof before['student_code'] === 'string' ? [before['student_code']] : [])),
    );
  }
  return students;
}
