import type { z } from 'zod';
import { itemProblem } from '@jwxt/contracts/scheme/plan/special-item.rules.ts';
import type { chooseSpecialItem } from '@jwxt/contracts/scheme/plan/special-item.operations.ts';
import { specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { firstNotAllowed } from '@jwxt/infra/runtime/status-allowance.ts';
import { semesterMissed } from '@jwxt/infra/runtime/registered-student.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';
import { isSettled } from '../../open-course/shared/item-group-class.ts';

interface Item {
  readonly courseId: string;
  readonly semesterId: string;
  readonly capacity: number | null;
  readonly studentNum: number;
  readonly sexLimit: string | null;
  readonly selfChoose: string;
}

/** An item, locked until the transaction ends: whoever takes a place after that sees this one taken. */
async function lockItem(client: PoolClient, specialItemId: unknown): Promise<Item | undefined> {
  const { rows } = await client.query<Item>(
    `select course_id as "courseId", semester_id as "semesterId", capacity, sex_limit as "sexLimit",
        self_choose as "selfChoose", student_num as "studentNum"
       from base.special_item where special_item_id = $1 for update`,
    [specialItemId],
  );
  return rows[0];
}

/** An item has room for those who have taken it; levels of a course have bounds of their own (SCHEME-34). */
export const specialItemRules: ResourceRules = {
  uses: [
    {
      what: '学生',
      unit: '名',
      count: 'select count(*) as n from base.special_item_student where special_item_id = $1',
    },
    {
      what: '体育项目任务',
      unit: '个',
      count: 'select count(*) as n from base.physical_project_task where special_item_id = $1',
    },
  ],
  async check(client, { capacity, minScore, semesterId, courseId }, before) {
    const taken = Number(before?.['student_num'] ?? 0);
    if ((capacity ?? null) !== null && Number(capacity) < taken)
      return [{ field: 'capacity', message: `已有 ${String(taken)} 名学生，容量不能更少` }];
    if ((minScore ?? null) === null) return [];
    const { rows } = await client.query<{ name: string }>(
      `select item_name as name from base.special_item
        where semester_id = $1 and course_id = $2 and min_score = $3 and special_item_id is distinct from $4 limit 1`,
      [semesterId, courseId, Math.round(Number(minScore) * 10), before?.['special_item_id'] ?? null],
    );
    return rows.map(({ name }) => ({ field: 'minScore', message: `专项“${name}”已是这条分数线` }));
  },
};

/** Who may take an item: within its room, of its sex, one item of a course in a semester (SCHEME-34). */
export const specialItemStudentRules: ResourceRules = {
  inTurn: true,
  stays: async (client, row) =>
    (await isSettled(client, row['item_group_id'])) ? '所在分组的教学任务已确认，请办理专项变更' : null,
  async check(client, { specialItemId, studentCode }, before) {
    if (before !== null) return [];
    const item = await lockItem(client, specialItemId);
    const { rows } = await client.query<{ sex: string }>(
      'select xbm as sex from base.student where student_code = $1',
      [studentCode],
    );
    const sex = rows[0]?.sex;
    const problem = item && sex !== undefined ? itemProblem(item, sex) : null;
    return problem === null ? [] : [{ field: 'studentCode', message: problem }];
  },
};

/** A student takes an item himself, in the place of the one that he had (SCHEME-34). */
export async function chooseItem(
  client: PoolClient,
  context: CommandContext,
  { specialItemId }: z.output<typeof chooseSpecialItem.payload>,
): Promise<{ specialItemId: string } | Refused> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${specialItemStudent.name}`]);
  const item = await lockItem(client, specialItemId);
  if (!item) return refuse('NOT_FOUND');
  const barred = await firstNotAllowed(client, [context.actor.studentCode], 'choose');
  if (barred) return refuse('STATUS_FORBIDS', { ...barred });
  const missed = await semesterMissed(client, context.actor.studentCode, context.time);
  if (missed) return refuse('REGISTRATION_FIRST', missed);
  const { rows: students } = await client.query<{ studentCode: string; sex: string; planned: boolean }>(
    `select student_code as "studentCode", xbm as sex,
        exists (select from base.execution_plan plan
          where plan.njzydm = student.njzydm and plan.kch = $2 and plan.xnxq = $3) as planned
       from base.student where student_code = $1`,
    [context.actor.studentCode, item.courseId, item.semesterId],
  );
  const [student] = students;
  if (!student?.planned) return refuse('SPECIAL_ITEM_REFUSED', { reason: '本学期的培养计划中没有这门课程' });
  const { rows: held } = await client.query<LoggedChange & { item: string; itemGroupId: string | null }>(
    `select item_student_id as key, to_jsonb(taken) as before, null as after, special_item_id as item,
        item_group_id as "itemGroupId"
       from base.special_item_student taken where student_code = $1 and course_id = $2 and semester_id = $3`,
    [student.studentCode, item.courseId, item.semesterId],
  );
  if (held.some((one) => one.item === specialItemId)) return { specialItemId };
  for (const { itemGroupId } of held)
    if (await isSettled(client, itemGroupId))
      return refuse('SPECIAL_ITEM_REFUSED', { reason: '已编入教学班，请申请专项变更' });
  const reason = item.selfChoose === yesNo.yes ? itemProblem(item, student.sex) : '这个专项由学校安排，不能自己选择';
  if (reason !== null) return refuse('SPECIAL_ITEM_REFUSED', { reason });
  await client.query('delete from base.special_item_student where item_student_id = any($1)', [
    held.map(({ key }) => key),
  ]);
  const { rows: taken } = await client.query<LoggedChange>(
    `insert into base.special_item_student as taken (special_item_id, student_code, semester_id, course_id, item_source)
     values ($1, $2, $3, $4, '学生自选') returning item_student_id as key, null as before, to_jsonb(taken) as after`,
    [specialItemId, student.studentCode, item.semesterId, item.courseId],
  );
  await logOperations(
    client,
    context,
    'delete',
    specialItemStudent.name,
    held.map(({ key, before, after }) => ({ key, before, after })),
  );
  await logOperations(client, context, 'create', specialItemStudent.name, taken);
  return { specialItemId };
}
