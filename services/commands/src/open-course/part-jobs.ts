import type { z } from 'zod';
import { jobStatus, setType } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { mergeJobs, splitJob } from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { teacherPlan, teachingJob, teachingProcessLink } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { equalParts } from '@jwxt/contracts/open-course/teaching-job.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import type { StoredRow } from '../kernel/resource-rows.ts';
import { refusalOfWindow } from './open-course-window.ts';
import { createJobs, lockJobs } from './shared/create-jobs.ts';

interface JobRow {
  readonly row: StoredRow;
  readonly key: string;
  readonly name: string;
  readonly status: string;
  readonly semesterId: string;
  readonly openDepartmentId: string;
  readonly capacity: number;
  readonly studentNum: number | null;
  readonly classes: readonly string[];
  readonly task: boolean;
}

/** Jobs that are edited and whose window is open, locked, by number. */
async function editedJobs(
  client: PoolClient,
  keys: readonly string[],
  now: string,
): Promise<readonly JobRow[] | Refused> {
  await lockJobs(client);
  const { rows } = await client.query<JobRow>(
    `select to_jsonb(job) as row, teaching_class_id as key, teaching_class_name as name, job_status as status,
        semester_id as "semesterId", open_department_id as "openDepartmentId", capacity, student_num as "studentNum",
        administrative_classes as classes,
        exists (select from base.public_elective_task task where task.teaching_class_id = job.teaching_class_id)
          or exists (select from base.physical_project_task task where task.teaching_class_id = job.teaching_class_id)
          as task
       from base.teaching_job job where teaching_class_id = any($1) order by teaching_class_code for update`,
    [[...keys]],
  );
  if (rows.length < new Set(keys).size) return refuse('NOT_FOUND');
  if (rows.some(({ status }) => status !== jobStatus.editing)) return refuse('JOB_NOT_EDITING');
  for (const job of rows) {
    const closed = await refusalOfWindow(client, setType.jobs, job, now);
    if (closed) return closed;
  }
  return rows;
}

/** Names of the parts of a job that no other job of its course has. */
async function freeNames(client: PoolClient, { row, name }: JobRow, count: number): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select teaching_class_name as name from base.teaching_job where course_id = $1 and semester_id = $2`,
    [row['course_id'], row['semester_id']],
  );
  const taken = new Set(rows.map((each) => each.name));
  const names: string[] = [];
  for (let at = 2; names.length < count; at += 1) {
    const ending = `-${String(at)}`;
    const next = `${name.slice(0, 60 - ending.length)}${ending}`;
    if (!taken.has(next)) names.push(next);
  }
  return names;
}

/**
 * Parts a job: its room and students in equal parts, or one job for each of its classes with the students of each. The
 * first part stays the job itself with its teachers; the others get its links and no teacher yet.
 */
export async function partJob(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, by, parts }: z.output<typeof splitJob.payload>,
): Promise<{ made: number } | Refused> {
  const found = await editedJobs(client, [teachingClassId], context.time);
  if (isRefused(found)) return found;
  const job = found[0]!;
  const count = by === 'class' ? job.classes.length : (parts ?? 2);
  if (count < 2) return refuse('JOB_SPLIT_FEW', { count: `${String(count)} 个上课班级` });
  if (job.capacity < count) return refuse('JOB_SPLIT_FEW', { count: `容量 ${String(job.capacity)}` });
  const sizes = new Map(
    (
      await client.query<{ bjdm: string; n: number }>(
        `select bjdm, count(*)::int as n from base.student where bjdm = any($1) group by bjdm`,
        [job.classes],
      )
    ).rows.map(({ bjdm, n }) => [bjdm, n]),
  );
  const room = equalParts(job.capacity, count);
  const planned = job.studentNum === null ? null : equalParts(job.studentNum, count);
  const of = (index: number) => {
    const bjdm = job.classes[index] ?? '';
    const size = sizes.get(bjdm) ?? 0;
    return by === 'class'
      ? { classes: [bjdm], students: size || null, capacity: Math.max(size, room[index] ?? 1) }
      : { classes: index === 0 ? job.classes : [], students: planned?.[index] ?? null, capacity: room[index] ?? 1 };
  };
  const { row } = job;
  const names = await freeNames(client, job, count - 1);
  const made = await createJobs(
    client,
    context,
    names.map((teachingClassName, index) => {
      const part = of(index + 1);
      return {
        teachingClassName,
        semesterId: job.semesterId,
        courseId: String(row['course_id']),
        openDepartmentId: job.openDepartmentId,
        schoolZone: String(row['xqdm']),
        jobType: String(row['job_type']),
        totalHour: Number(row['total_hour']),
        weekHours: row['week_hours'] as number | null,
        startEndWeek: String(row['start_end_week']),
        studentNum: part.students,
        capacity: part.capacity,
        administrativeClasses: part.classes,
        classroomType: row['classroom_type'] as string | null,
        examMethod: row['exam_method'] as string | null,
        teachLanguage: row['teach_language'] as string | null,
        plateId: row['plate_id'] as string | null,
        teachers: [],
      };
    }),
  );
  const first = of(0);
  await update(client, context, 'split', job, {
    capacity: first.capacity,
    studentNum: first.students,
    classes: first.classes,
  });
  const { rows: links } = await client.query<{ key: string; after: StoredRow }>(
    `insert into base.teaching_process_link as stored
       select gen_random_uuid()::text, made.key, xsbh, hours, week_hours, start_end_week, group_num, group_size,
           classroom_type, null
         from base.teaching_process_link, unnest($2::text[]) made (key) where teaching_class_id = $1
     returning link_id as key, to_jsonb(stored) as after`,
    [job.key, made],
  );
  await logOperations(
    client,
    context,
    'create',
    teachingProcessLink.name,
    links.map((link) => ({ ...link, before: null })),
  );
  return { made: made.length };
}

/** Makes several jobs of one course the one whose number is the smallest: room, students and classes together. */
export async function joinJobs(
  client: PoolClient,
  context: CommandContext,
  { keys }: z.output<typeof mergeJobs.payload>,
): Promise<{ teachingClassId: string; merged: number } | Refused> {
  const found = await editedJobs(client, keys, context.time);
  if (isRefused(found)) return found;
  const [first, ...others] = found;
  if (!first || others.length === 0) return refuse('JOB_MERGE_OTHER');
  const alike = ['semester_id', 'course_id', 'open_department_id', 'xqdm', 'job_type'];
  if (others.some(({ row }) => alike.some((column) => row[column] !== first.row[column])))
    return refuse('JOB_MERGE_OTHER');
  const task = found.find((job) => job.task);
  if (task) return refuse('JOB_MERGE_TASK', { name: task.name });
  const capacity = found.reduce((all, job) => all + job.capacity, 0);
  if (capacity > 999) return refuse('JOB_FINDINGS', { findings: `合并后容量${String(capacity)}超过999` });
  const gone = others.map(({ key }) => key);
  for (const { name, table, column } of [
    { name: teacherPlan.name, table: 'teacher_plan', column: 'teacher_plan_id' },
    { name: teachingProcessLink.name, table: 'teaching_process_link', column: 'link_id' },
  ]) {
    const { rows } = await client.query<{ key: string; before: StoredRow }>(
      `delete from base.${table} stored where teaching_class_id = any($1)
       returning ${column} as key, to_jsonb(stored) as before`,
      [gone],
    );
    await logOperations(
      client,
      context,
      'delete',
      name,
      rows.map((each) => ({ ...each, after: null })),
    );
  }
  const { rows: held } = await client.query<{ name: string }>(
    `select group_name as name from base.job_group where jobs ?| $1
     union all select group_name from base.special_item_group where teaching_class_id = any($1) limit 1`,
    [gone],
  );
  if (held[0])
    return refuse('RESOURCE_KEPT', { name: others[0]?.name ?? '', reason: `在分组“${held[0].name}”中，请先移出` });
  await client.query('delete from base.teaching_job where teaching_class_id = any($1)', [gone]);
  await logOperations(
    client,
    context,
    'merge',
    teachingJob.name,
    others.map(({ key, row }) => ({ key, before: row, after: null })),
  );
  const planned = found.flatMap(({ studentNum }) => (studentNum === null ? [] : [studentNum]));
  await update(client, context, 'merge', first, {
    capacity,
    studentNum: planned.length === 0 ? null : planned.reduce((all, one) => all + one, 0),
    classes: [...new Set(found.flatMap(({ classes }) => classes))],
  });
  return { teachingClassId: first.key, merged: others.length };
}

async function update(
  client: PoolClient,
  context: CommandContext,
  operation: string,
  { key, row }: JobRow,
  { capacity, studentNum, classes }: { capacity: number; studentNum: number | null; classes: readonly string[] },
): Promise<void> {
  const { rows } = await client.query<{ after: StoredRow }>(
    `update base.teaching_job stored set capacity = $2, student_num = $3, administrative_classes = $4
      where teaching_class_id = $1 returning to_jsonb(stored) as after`,
    [key, capacity, studentNum, JSON.stringify(classes)],
  );
  await logOperations(client, context, operation, teachingJob.name, [
    { key, before: row, after: rows[0]?.after ?? null },
  ]);
}
