import pg from 'pg';
import { fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { brokenRule } from './broken-rule.ts';
import type { CommandContext } from './command-context.ts';
import type { ImportPart } from './import-rows.ts';
import type { ItemDone } from './long-job.ts';
import { logOperations, type LoggedChange } from './operation-log.ts';
import { writtenColumns } from './references.ts';
import { followers } from './resource-following.ts';
import { lotsOf } from './resource-routes.ts';
import { keyOf, tableOf, type StoredRow } from './resource-rows.ts';
import type { Refused } from './refusal.ts';

interface Change {
  readonly rowNo: number;
  readonly key: string;
  readonly before: StoredRow | null;
  readonly after: StoredRow;
  /** Whether the row is still as the run left it; null: there is none. */
  readonly untouched: boolean | null;
}
interface Outcome {
  readonly change: Change;
  message: string | null;
}

/** Takes back what a run did to some rows, as far as nothing was built on them; the others stay, with the reason. */
export async function takeBackLines(
  client: PoolClient,
  context: CommandContext,
  part: ImportPart,
): Promise<ItemDone | Refused> {
  const { resource, rules, all } = part;
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${resource.name}`]);
  const { rows: changes } = await client.query<Change>(
    `select import_change.row_no as "rowNo", import_change.key, import_change.before, import_change.after,
      to_jsonb(stored) = import_change.after as untouched
       from base.import_change left join ${tableOf(resource)} stored on stored.${keyOf(resource)} = import_change.key
      where import_change.run_id = $1 and import_change.row_no between $2 and $3 and import_change.message is null
        and not import_change.undone
      order by import_change.row_no desc`,
    [part.runId, part.from, part.to],
  );
  const outcomes = changes.map((change): Outcome => ({ change, message: touchedWords(change) }));
  const [removed, restored]: [Outcome[], Outcome[]] = [[], []];
  const valueOf = ({ change: { before, after } }: Outcome, by: string): unknown =>
    (after ?? before)?.[fieldColumn(resource.fields, by)];
  for (const together of lotsOf(outcomes, rules.inTurn, valueOf)) {
    await findUses(client, part, together);
    const [added = [], changed = []] = [true, false].map((isNew) =>
      together.filter(({ change }) => (change.before === null) === isNew),
    );
    removed.push(...(await takeBack(client, part, added, removeRows)));
    restored.push(...(await takeBack(client, part, changed, restoreRows)));
  }
  const { name, loggedAs = name } = resource;
  const logged = (done: readonly Outcome[]): LoggedChange[] =>
    done.map(({ change: { key, before, after } }) => ({ key, before: after, after: before }));
  await logOperations(client, context, 'delete', loggedAs, logged(removed));
  await logOperations(client, context, 'update', loggedAs, logged(restored));
  const keys = restored.map(({ change }) => change.key);
  for (const follower of keys.length === 0 ? [] : await followers(client, resource, keys, all))
    await logOperations(client, context, 'update', follower.resource, follower.changes);
  await keepOutcomes(client, part.runId, outcomes);
  const kept = outcomes.length - removed.length - restored.length;
  return {
    changed: removed.length + restored.length > 0,
    message:
      `删除 ${String(removed.length)} 条，恢复 ${String(restored.length)} 条` +
      (kept > 0 ? `，${String(kept)} 条不能撤销` : ''),
  };
}

function touchedWords({ untouched, before }: Change): string | null {
  if (untouched === null) return before === null ? '导入之后已被删除' : '导入之后已被删除，不能恢复';
  return untouched ? null : '导入之后又被修改过';
}

/** Rows that came with the run and are used by now stay. */
async function findUses(client: PoolClient, { rules }: ImportPart, outcomes: readonly Outcome[]): Promise<void> {
  for (const { what, unit, count } of rules.uses ?? [])
    for (const outcome of outcomes) {
      if (outcome.message !== null || outcome.change.before !== null) continue;
      const n = Number((await client.query<{ n: string }>(count, [outcome.change.key])).rows[0]?.n ?? 0);
      if (n > 0) outcome.message = `正在使用：${what} ${String(n)} ${unit}`;
    }
}

type Way = (client: PoolClient, part: ImportPart, changes: readonly Change[]) => Promise<void>;

/** All at once; one by one where other rows refer to one of them. */
async function takeBack(
  client: PoolClient,
  part: ImportPart,
  outcomes: readonly Outcome[],
  way: Way,
): Promise<Outcome[]> {
  const open = outcomes.filter(({ message }) => message === null);
  if (!(await attempt(client, part, open, way)))
    for (const each of open) if (!(await attempt(client, part, [each], way))) each.message = '正在使用：其他数据';
  return open.filter(({ message }) => message === null);
}

async function attempt(client: PoolClient, part: ImportPart, outcomes: readonly Outcome[], way: Way): Promise<boolean> {
  if (outcomes.length === 0) return true;
  await client.query('savepoint take_back');
  try {
    await way(
      client,
      part,
      outcomes.map(({ change }) => change),
    );
    await client.query('release savepoint take_back');
    return true;
  } catch (error) {
    if (!brokenRule(error)) throw error;
    await client.query('rollback to savepoint take_back');
    return false;
  }
}

async function removeRows(client: PoolClient, { resource }: ImportPart, changes: readonly Change[]): Promise<void> {
  await client.query(`delete from ${tableOf(resource)} where ${keyOf(resource)} = any($1)`, [
    changes.map(({ key }) => key),
  ]);
}

async function restoreRows(client: PoolClient, { resource }: ImportPart, changes: readonly Change[]): Promise<void> {
  const given = Object.keys(changes[0]?.before ?? {});
  const names = (await writtenColumns(client, resource.table))
    .filter((column) => given.includes(column))
    .map((column) => pg.escapeIdentifier(column));
  await client.query(
    `update ${tableOf(resource)} stored set ${names.map((name) => `${name} = given.${name}`).join(', ')}
       from jsonb_populate_recordset(null::${tableOf(resource)}, $1::jsonb) given
      where stored.${keyOf(resource)} = given.${keyOf(resource)}`,
    [JSON.stringify(changes.map(({ before }) => before))],
  );
}

async function keepOutcomes(client: PoolClient, runId: string, outcomes: readonly Outcome[]): Promise<void> {
  const kept = outcomes.map(({ change: { rowNo }, message }) => ({ row_no: rowNo, message }));
  await client.query(
    `update base.import_change set undone = given.message is null, undo_message = given.message
       from jsonb_to_recordset($2::jsonb) as given (row_no int, message text)
      where import_change.run_id = $1 and import_change.row_no = given.row_no`,
    [runId, JSON.stringify(kept)],
  );
}
