import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { jobType, ROSTER_OF_ITEM_GROUP, setType } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { specialItemGroup } from '@jwxt/contracts/open-course/open-course.resource.ts';
import type { splitItemGroups } from '@jwxt/contracts/open-course/special-item-group.operations.ts';
import { groupingWay } from '@jwxt/contracts/open-course/special-item-group.rules.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { physicalProjectTask } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { specialItemStudent, type specialItemTypes } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { planItemGroups, type PlannedItemGroups } from '@jwxt/infra/runtime/special-item-groups.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import type { StoredRow } from '../kernel/resource-rows.ts';
import { takeStudentsIn } from './class-of-job.ts';
import { refusalOfWindow } from './open-course-window.ts';
import { createJobs, lockJobs, partsOf } from './shared/create-jobs.ts';

/** 体育. */
const PHYSICAL_ITEM: keyof typeof specialItemTypes = '1';
/** A group as it stands after its students were parted. */
interface Made {
  readonly key: string;
  readonly groupName: string;
  readonly capacity: number;
  readonly students: number;
  readonly teachingClassId: string | null;
}
type Parted = z.output<typeof splitItemGroups.result>;

/** Parts the students of an item into its groups as the preview showed it (OPEN-COURSE-18). */
export async function partItem(
  client: PoolClient,
  context: CommandContext,
  { specialItemId, digest, ...way }: z.output<typeof splitItemGroups.payload>,
): Promise<Parted | Refused> {
  // As the rows of items, groups and jobs are written: one after the other.
  for (const name of [specialItemStudent.name, specialItemGroup.name])
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${name}`]);
  await lockJobs(client);
  const makeJobs = way.makeJobs === yesNo.yes;
  const planned = await planItemGroups(client, specialItemId, groupingWay(way));
  if (!planned) return refuse('NOT_FOUND');
  if (planned.digest !== digest) return refuse('ITEM_GROUPS_CHANGED');
  const missing = makeJobs ? planned.standing.filter(({ teachingClassId }) => teachingClassId === null) : [];
  const coming = planned.groups.reduce((all, group) => all + group.coming.length, 0);
  const fresh = planned.groups.filter(({ itemGroupId }) => itemGroupId === null);
  if (coming + fresh.length + missing.length === 0) return refuse('ITEM_GROUPS_NONE');
  if (makeJobs && missing.length + fresh.length > 0) {
    const closed = await refusalOfWindow(client, setType.jobs, planned.item, context.time);
    if (closed) return closed;
  }
  const made: Made[] = [];
  for (const group of planned.groups) {
    const stands = planned.standing.find(({ itemGroupId }) => itemGroupId === group.itemGroupId);
    const key = group.itemGroupId ?? (await createGroup(client, context, specialItemId, planned, group));
    const { groupName, capacity, students } = group;
    const teachingClassId = stands?.teachingClassId ?? null;
    made.push({ key, groupName, capacity, students: students.length, teachingClassId });
    await place(client, context, specialItemId, group.coming, key);
  }
  const kept: Parted['kept'] = [];
  for (const { itemGroupId, teachingClassId } of planned.standing.filter(({ settled }) => settled))
    if (teachingClassId !== null) kept.push(...(await takeGroupsIn(client, context, teachingClassId, itemGroupId)));
  const jobs = makeJobs ? await createGroupJobs(client, context, { ...planned, specialItemId }, made) : 0;
  return { placed: coming, left: planned.left.length, groups: fresh.length, jobs, kept };
}

async function createGroup(
  client: PoolClient,
  context: CommandContext,
  specialItemId: string,
  { item }: PlannedItemGroups,
  { groupName, capacity }: Pick<Made, 'groupName' | 'capacity'>,
): Promise<string> {
  const key = randomUUID();
  const { rows } = await client.query<{ after: StoredRow }>(
    `insert into base.special_item_group as stored (item_group_id, special_item_id, semester_id, course_id, item_name,
        group_name, capacity)
     values ($1, $2, $3, $4, $5, $6, $7) returning to_jsonb(stored) as after`,
    [key, specialItemId, item.semesterId, item.courseId, item.itemName, groupName, capacity],
  );
  await logOperations(client, context, 'create', specialItemGroup.name, [
    { key, before: null, after: rows[0]?.after ?? null },
  ]);
  return key;
}

async function place(
  client: PoolClient,
  context: CommandContext,
  specialItemId: string,
  students: readonly string[],
  group: string,
): Promise<void> {
  const { rows } = await client.query<LoggedChange>(
    `with old as (select item_student_id as key, to_jsonb(taken) as before from base.special_item_student taken
        where special_item_id = $1 and student_code = any($2) for update)
     update base.special_item_student stored set item_group_id = $3 from old where stored.item_student_id = old.key
     returning old.key, old.before, to_jsonb(stored) as after`,
    [specialItemId, students, group],
  );
  await logOperations(client, context, 'split', specialItemStudent.name, rows);
}

/** Makes the jobs of groups that have none, with hours and weeks of the plans that have the course, else its own. */
async function createGroupJobs(
  client: PoolClient,
  context: CommandContext,
  { item, specialItemId }: PlannedItemGroups & { readonly specialItemId: string },
  groups: readonly Made[],
): Promise<number> {
  const without = groups.filter(({ teachingClassId }) => teachingClassId === null);
  const { rows } = await client.query<{
    totalHour: number;
    hours: { xsbh: string; xs: number }[];
    weekHours: number | null;
    weeks: string;
    examMethod: string | null;
    campus: string;
    names: string[];
  }>(
    `select coalesce(plan.total_hour, course.zxs) as "totalHour", plan.week_hours as "weekHours",
        coalesce(plan.hours, (select jsonb_agg(jsonb_build_object('xsbh', xsbh, 'xs', xs) order by xsbh)
          from base.course_hour where kch = $1), '[]') as hours,
        coalesce(nullif(plan.start_end_week, ''), '1-' || greatest(2, least(semester.zs, 16))) as weeks,
        coalesce(plan.exam_method, course.khfs) as "examMethod",
        coalesce((select class_info.xqdm from base.special_item_student taken join base.student using (student_code)
            join base.class_info on class_info.bjdm = student.bjdm join base.special_item using (special_item_id)
           where special_item.course_id = $1 and special_item.semester_id = $2
           group by class_info.xqdm order by count(*) desc, class_info.xqdm limit 1),
          (select min(xqdm) from base.campus)) as campus,
        array(select teaching_class_name from base.teaching_job where course_id = $1 and semester_id = $2) as names
       from base.course join base.semester on semester.xnxq = $2
       left join lateral (select total_hour, week_hours, hours, start_end_week, exam_method from base.execution_plan
         where kch = $1 and xnxq = $2 and plan_status <> '3' order by njzydm limit 1) plan on true
      where course.kch = $1`,
    [item.courseId, item.semesterId],
  );
  const [as] = rows;
  if (!as || without.length === 0) return 0;
  const taken = new Set(as.names);
  const nameOf = (groupName: string): string => {
    const name = `${item.courseName}（${item.itemName}${groupName}）`.slice(-60);
    let free = name;
    for (let at = 2; taken.has(free); at += 1) free = `${name.slice(-55)}-${String(at)}`;
    taken.add(free);
    return free;
  };
  const physical = item.itemType === PHYSICAL_ITEM;
  const keys = await createJobs(
    client,
    context,
    without.map(({ groupName, capacity, students }) => ({
      teachingClassName: nameOf(groupName),
      semesterId: item.semesterId,
      courseId: item.courseId,
      openDepartmentId: item.openDepartmentId,
      schoolZone: as.campus,
      jobType: physical ? jobType.physical : jobType.planned,
      totalHour: as.totalHour,
      weekHours: as.weekHours,
      startEndWeek: as.weeks,
      studentNum: students,
      capacity,
      administrativeClasses: [],
      classroomType: null,
      examMethod: as.examMethod,
      teachLanguage: null,
      plateId: null,
      parts: partsOf(
        as.hours.map(({ xsbh, xs }) => ({ xsbh, tenths: xs })),
        as.totalHour,
      ),
      teachers: [],
    })),
  );
  const { rows: taught } = await client.query<LoggedChange>(
    `with given as (select * from unnest($1::text[], $2::text[]) as given (key, job)),
      old as (select item_group_id as key, to_jsonb(stored) as before, given.job
        from base.special_item_group stored join given on given.key = stored.item_group_id)
     update base.special_item_group stored set teaching_class_id = old.job from old where stored.item_group_id = old.key
     returning old.key, old.before, to_jsonb(stored) as after`,
    [without.map(({ key }) => key), keys],
  );
  await logOperations(client, context, 'update', specialItemGroup.name, taught);
  if (physical) {
    const { rows: tasks } = await client.query<LoggedChange>(
      `insert into base.physical_project_task as stored (teaching_class_id, item_name, sex_limit, special_item_id)
        select unnest($1::text[]), $2, $3, $4
       returning teaching_class_id as key, null as before, to_jsonb(stored) as after`,
      [keys, item.itemName, item.sexLimit, specialItemId],
    );
    await logOperations(client, context, 'create', physicalProjectTask.name, tasks);
  }
  return keys.length;
}

/**
 * Takes the students of the groups of a job into the roster of its class, while it has one; answers who did not come
 * in, with why.
 */
export async function takeGroupsIn(
  client: PoolClient,
  context: CommandContext,
  teachingClassId: string,
  itemGroupId: string | null = null,
): Promise<Parted['kept']> {
  const { rows } = await client.query<{ code: string; name: string }>(
    `select taken.student_code as code, student.student_name as name
       from base.special_item_group grouped join base.special_item_student taken using (item_group_id)
       join base.student using (student_code) join base.teaching_class class on class.teaching_class_id = $1
      where grouped.teaching_class_id = $1 and ($2::text is null or grouped.item_group_id = $2)
        and not exists (select from base.teaching_class_student here
          where here.teaching_class_id = $1 and here.student_code = taken.student_code)
      order by student.student_number`,
    [teachingClassId, itemGroupId],
  );
  if (rows.length === 0) return [];
  const came = await takeStudentsIn(client, context, teachingClassId, {
    students: rows.map(({ code }) => code),
    source: ROSTER_OF_ITEM_GROUP,
  });
  return rows
    .filter(({ code }) => !came.includes(code))
    .map(({ name }) => ({ name, message: '已在这门课程的其他教学班，或学籍状态不允许' }));
}
