import { CHANGE_ITEM_DAYS, studentChangeItem } from '@jwxt/contracts/student-application/kinds/student-change-item.ts';
import { itemProblem } from '@jwxt/contracts/scheme/plan/special-item.rules.ts';
import { specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { leaveGroupClass } from '../../open-course/shared/item-group-class.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

interface Item {
  readonly itemId: string;
  readonly itemName: string;
  readonly courseId: string;
  readonly courseName: string;
  readonly courseNum: string;
  readonly openDepartmentId: string;
  readonly semesterId: string;
  readonly semesterName: string;
  readonly capacity: number | null;
  readonly studentNum: number;
  readonly sexLimit: string | null;
  /** The semester is before its third week. */
  readonly early: boolean;
  readonly taken: boolean;
}

/** Items by their keys, as they stand for a student. */
async function loadItems(
  db: Queryable,
  studentCode: string,
  keys: readonly string[],
  at: string,
): Promise<ReadonlyMap<string, Item>> {
  const { rows } = await db.query<Item>(
    `select item.special_item_id as "itemId", item.item_name as "itemName", item.course_id as "courseId",
        course.kcmc as "courseName", course.ywbm as "courseNum", item.kkxy as "openDepartmentId",
        item.semester_id as "semesterId", coalesce(semester.xnxqmc, item.semester_id) as "semesterName", item.capacity,
        item.student_num as "studentNum", item.sex_limit as "sexLimit",
        coalesce($3::timestamptz < (semester.ksrq + $4::int)::timestamptz, true) as early,
        exists (select from base.special_item_student taken
          where taken.special_item_id = item.special_item_id and taken.student_code = $1) as taken
       from base.special_item item join base.course on course.kch = item.course_id
       left join base.semester on semester.xnxq = item.semester_id
      where item.special_item_id = any($2)`,
    [studentCode, keys, at, CHANGE_ITEM_DAYS],
  );
  return new Map(rows.map((item) => [item.itemId, item]));
}

/** Who is in an item, and for how many it has room. */
const placesText = ({ studentNum, capacity }: Item): string =>
  `已有 ${String(studentNum)} 人，${capacity === null ? '不限人数' : `可容纳 ${String(capacity)} 人`}`;

async function sexOf(db: Queryable, studentCode: string): Promise<string> {
  const { rows } = await db.query<{ sex: string }>('select xbm as sex from base.student where student_code = $1', [
    studentCode,
  ]);
  return rows[0]?.sex ?? '';
}

/** 学生专项变更 (SCHEME-35): within the course, before the third week; the place is taken when it takes effect. */
export const studentChangeItemRules = defineApplicationRules({
  kind: studentChangeItem,

  async prepare({
    form: { oldItemId, newItemId, changeReason },
    student: { studentCode },
    context,
    services: { pool },
  }) {
    const items = await loadItems(pool, studentCode, [oldItemId, newItemId], context.time);
    const [old, other] = [items.get(oldItemId), items.get(newItemId)];
    if (!old?.taken) return refuseField('CHANGE_ITEM_UNKNOWN', {}, 'oldItemId');
    if (other?.courseId !== old.courseId || other.semesterId !== old.semesterId)
      return refuseField('CHANGE_ITEM_UNKNOWN', {}, 'newItemId');
    if (oldItemId === newItemId) return refuseField('CHANGE_ITEM_SAME', {}, 'newItemId');
    const course = `${old.courseName}（${old.courseNum}）`;
    if (!old.early) return refuseField('CHANGE_ITEM_LATE', { course }, 'oldItemId');
    const why = itemProblem(other, await sexOf(pool, studentCode));
    if (why !== null) return refuseField('CHANGE_ITEM_REFUSED', { item: other.itemName, why }, 'newItemId');
    return {
      subject: `${old.courseId}.${old.semesterId}.${oldItemId}`,
      subjectName: `${old.itemName} → ${other.itemName}`,
      semesterId: old.semesterId,
      courseId: old.courseId,
      teachingClassId: null,
      openDepartmentId: old.openDepartmentId,
      details: [
        { label: '课程', value: course },
        { label: '学年学期', value: old.semesterName },
        { label: '现在的专项', value: old.itemName },
        { label: '变更为', value: other.itemName },
        { label: '目标专项人数', value: placesText(other) },
        { label: '变更原因', value: changeReason },
      ],
      facts: { oldItemId, newItemId },
    };
  },

  effect: ({ studentCode, facts }, context, services) =>
    move(studentCode, { from: facts['oldItemId'] ?? '', to: facts['newItemId'] ?? '' }, context, services),

  revoke: ({ studentCode, facts }, _reason, context, services) =>
    move(studentCode, { from: facts['newItemId'] ?? '', to: facts['oldItemId'] ?? '' }, context, services),
});

/** The student leaves one item and takes another, while that has room. */
async function move(
  studentCode: string,
  { from, to }: { readonly from: string; readonly to: string },
  context: CommandContext,
  { pool }: Pick<CommandServices, 'pool'>,
): Promise<null | Refused> {
  const done = await applyOnce(pool, context, async (client) => {
    // As a student who chooses, and the clerk's rows (SCHEME-34).
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${specialItemStudent.name}`]);
    const items = await loadItems(client, studentCode, [from, to], context.time);
    const [old, other] = [items.get(from), items.get(to)];
    if (!old?.taken) return refuse('CHANGE_ITEM_MOVED', { item: old?.itemName ?? '' });
    if (!other) return refuse('CHANGE_ITEM_UNKNOWN');
    const why = itemProblem(other, await sexOf(client, studentCode));
    if (why !== null) return refuse('CHANGE_ITEM_REFUSED', { item: other.itemName, why });
    const { rows: left } = await client.query<LoggedChange & { itemGroupId: string | null }>(
      `delete from base.special_item_student taken where special_item_id = $1 and student_code = $2
        returning item_student_id as key, to_jsonb(taken) as before, null as after, item_group_id as "itemGroupId"`,
      [from, studentCode],
    );
    for (const { itemGroupId } of left) await leaveGroupClass(client, context, itemGroupId, studentCode);
    const { rows: taken } = await client.query<LoggedChange>(
      `insert into base.special_item_student as taken (special_item_id, student_code, semester_id, course_id,
          item_source)
       values ($1, $2, $3, $4, '专项变更') returning item_student_id as key, null as before, to_jsonb(taken) as after`,
      [to, studentCode, other.semesterId, other.courseId],
    );
    const gone = left.map(({ key, before, after }) => ({ key, before, after }));
    await logOperations(client, context, 'delete', specialItemStudent.name, gone);
    await logOperations(client, context, 'create', specialItemStudent.name, taken);
    return {};
  });
  return isRefused(done) ? done : null;
}
