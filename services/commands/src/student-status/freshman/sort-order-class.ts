import type { z } from 'zod';
import { orderClass } from '@jwxt/contracts/student-status/freshman/order-class.resource.ts';
import { sortBy, type Sortable, type SortKey } from '@jwxt/contracts/student-status/freshman/sort.rules.ts';
import type { sortOrderClassCommand } from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';

type Classmate = Sortable & { readonly key: string; readonly bjdm: string };

/** Gives everybody of these classes who is there a place by a rule (STUDENT-STATUS-19); groups stay. */
export async function sortClasses(
  client: PoolClient,
  context: CommandContext,
  { bjdms, sortRuleId }: z.output<typeof sortOrderClassCommand.payload>,
): Promise<{ sorted: number } | Refused> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${orderClass.name}`]);
  const {
    rows: [rule],
  } = await client.query<{ name: string; fields: SortKey[] }>(
    `select rule_name as name, sort_fields as fields from base.sort_rule where sort_rule_id = $1 and sfqy = '1'`,
    [sortRuleId],
  );
  if (!rule) return refuse('FRESHMAN_RULE_MISSING', { what: '排序规则' });
  const { rows: classmates } = await client.query<Classmate>(
    `select student.student_code as key, student.bjdm, student.student_name as name, student.xbm as sex,
        student.student_number as "studentNumber", student.source_place as origin,
        student.examinee_number as "examineeNumber", freshman.admit_score as "totalScore",
        freshman.chinese_score as "chineseScore", freshman.math_score as "mathScore",
        freshman.foreign_score as "foreignScore", freshman.comprehensive_score as "comprehensiveScore"
       from base.student left join base.freshman on freshman.freshman_key = student.student_code
      where student.bjdm = any($1) and ${allowsSql('student.dqztm', 'countInStatistics')}`,
    [bjdms],
  );
  const places = [...Map.groupBy(classmates, ({ bjdm }) => bjdm)].flatMap(([bjdm, of]) =>
    sortBy(rule.fields, of, ({ studentNumber, key }) => `${String(studentNumber)} ${key}`).map(({ key }, at) => ({
      key,
      bjdm,
      place: at + 1,
    })),
  );
  const { rows: before } = await client.query<{ key: string; row: object }>(
    'select student_code as key, to_jsonb(stored) as row from base.order_class stored where bjdm = any($1)',
    [bjdms],
  );
  await client.query('set constraints base.order_class_place deferred');
  // Who has left has no place that others would be missing.
  await client.query('delete from base.order_class where bjdm = any($1) and student_code <> all($2)', [
    bjdms,
    places.map(({ key }) => key),
  ]);
  const { rows: after } = await client.query<{ key: string; row: object }>(
    `insert into base.order_class as stored (student_code, bjdm, class_order, sort_rule_name)
      select key, bjdm, place, $2 from jsonb_to_recordset($1::jsonb) as given (key text, bjdm text, place int)
      on conflict (student_code) do update set bjdm = excluded.bjdm, class_order = excluded.class_order,
        sort_rule_name = excluded.sort_rule_name
      returning student_code as key, to_jsonb(stored) as row`,
    [JSON.stringify(places), rule.name],
  );
  await client.query('set constraints base.order_class_place immediate');
  const known = new Map(before.map(({ key, row }) => [key, row]));
  const now = new Map(after.map(({ key, row }) => [key, row]));
  const changes = [...new Set([...known.keys(), ...now.keys()])].map((key): LoggedChange => ({
    key,
    before: known.get(key) ?? null,
    after: now.get(key) ?? null,
  }));
  await logOperations(
    client,
    context,
    'sort',
    orderClass.name,
    changes.filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after)),
  );
  return { sorted: after.length };
}
