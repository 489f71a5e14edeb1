import pg from 'pg';
import { z } from 'zod';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { mergeHandlerNames } from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { brokenRule } from '../../kernel/broken-rule.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineLongJob, type ItemDone } from '../../kernel/long-job.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { keysOfTable, writtenColumns } from '../../kernel/references.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import type { StoredRow } from '../../kernel/resource-rows.ts';
import { settledClasses } from './merge-checks.ts';
import { moveReference, movedReferences, stepOf, stopRows, type MergedRow, type Merging } from './merge-rows.ts';

/** The last step: the rows that went are stopped. */
export const STOP_STEP = 'stop';

const payload = z.object({
  taskId: z.uuid(),
  handler: z.enum(mergeHandlerNames),
  stayKey: z.string(),
  goneKeys: z.array(z.string()),
});

/** Moves what hangs on the rows that go, one reference after another, then stops them (MONITOR-25…32). */
export const mergeJob = defineLongJob({
  kind: 'merge',
  payload,
  sideBySide: 1,
  async run({ itemKey }, { taskId, ...choice }, context, { pool, handler, reference }) {
    const settled = await settledClasses(pool, { handler }, choice);
    const merging: Merging = { ...choice, settled };
    const done = await applyOnce(pool, context, (client) =>
      doStep(client, context, { taskId, step: itemKey, merging }),
    );
    reference.forget();
    return isRefused(done) ? done : done.result;
  },
});

type Step = { readonly taskId: string; readonly step: string; readonly merging: Merging };

async function doStep(
  client: PoolClient,
  context: CommandContext,
  { taskId, step, merging }: Step,
): Promise<ItemDone | Refused> {
  const references = await movedReferences(client, merging.handler);
  const moved = references.find((each) => stepOf(each) === step);
  if (step !== STOP_STEP && !moved) return refuse('NOT_FOUND');
  await client.query('savepoint merging');
  let rows: MergedRow[];
  try {
    rows = moved ? await moveReference(client, moved, merging) : await stopRows(client, merging);
  } catch (error) {
    if (!brokenRule(error)) throw error;
    await client.query('rollback to savepoint merging');
    return refuse('MERGE_IN_THE_WAY');
  }
  await client.query(
    `insert into base.merge_change (task_id, step, table_name, before, after)
     select $1, $2, given.table_name, given.before, given.after
       from jsonb_to_recordset($3::jsonb) as given (table_name text, before jsonb, after jsonb)`,
    [taskId, step, JSON.stringify(rows.map(({ table, before, after }) => ({ table_name: table, before, after })))],
  );
  await logRows(client, context, 'merge', rows);
  if (step === STOP_STEP) return { changed: rows.length > 0, message: `停用 ${String(rows.length)} 条` };
  const removed = rows.filter(({ after }) => after === null).length;
  return {
    changed: rows.length > 0,
    message:
      `改到保留的数据 ${String(rows.length - removed)} 条` + (removed > 0 ? `，去掉重复 ${String(removed)} 条` : ''),
  };
}

/** Each changed row under the name that the operation log has for its table. */
async function logRows(
  client: PoolClient,
  context: CommandContext,
  operation: string,
  rows: readonly MergedRow[],
): Promise<void> {
  for (const [table, changes] of Map.groupBy(rows, (row) => row.table)) {
    const { primary } = await keysOfTable(client, table);
    const resource = allResources.find((each) => each.table === table);
    await logOperations(
      client,
      context,
      operation,
      resource?.loggedAs ?? resource?.name ?? table,
      changes.map(({ before, after }) => ({ key: keyText(primary, after ?? before), before, after })),
    );
  }
}
const keyText = (primary: readonly string[], row: StoredRow): string =>
  primary.map((column) => String(row[column])).join('/');

/** Takes a merge back, last things first; a row that somebody has changed since stays, and is told. */
export const mergeUndoJob = defineLongJob({
  kind: 'mergeUndo',
  payload: z.object({ taskId: z.uuid() }),
  sideBySide: 1,
  async run({ itemKey }, { taskId }, context, { pool, reference }) {
    const done = await applyOnce(pool, context, (client) => undoStep(client, context, taskId, itemKey));
    reference.forget();
    return isRefused(done) ? done : done.result;
  },
});

async function undoStep(client: PoolClient, context: CommandContext, taskId: string, step: string): Promise<ItemDone> {
  const { rows } = await client.query<{ no: string; table: string; before: StoredRow; after: StoredRow | null }>(
    `select change_no as no, table_name as table, before, after from base.merge_change
      where task_id = $1 and step = $2 and not undone order by change_no desc`,
    [taskId, step],
  );
  const undone: (MergedRow & { no: string })[] = [];
  for (const row of rows) if (await restore(client, row)) undone.push(row);
  await client.query('update base.merge_change set undone = true where change_no = any($1)', [
    undone.map(({ no }) => no),
  ]);
  for (const [table, changes] of Map.groupBy(undone, (row) => row.table)) {
    const { primary } = await keysOfTable(client, table);
    const resource = allResources.find((each) => each.table === table);
    await logOperations(
      client,
      context,
      'mergeUndo',
      resource?.loggedAs ?? resource?.name ?? table,
      changes.map(({ before, after }) => ({ key: keyText(primary, before), before: after, after: before })),
    );
  }
  const left = rows.length - undone.length;
  return {
    changed: undone.length > 0,
    message: `恢复 ${String(undone.length)} 条` + (left > 0 ? `，${String(left)} 条已被修改，未恢复` : ''),
  };
}

/** Puts one row back as it was; false where it is not as the merge left it, or something is in its place. */
async function restore(client: PoolClient, { table, before, after }: MergedRow): Promise<boolean> {
  const into = `base.${pg.escapeIdentifier(table)}`;
  const columns = (await writtenColumns(client, table)).map((column) => pg.escapeIdentifier(column));
  const list = columns.join(', ');
  await client.query('savepoint restoring');
  try {
    const { rowCount } =
      after === null
        ? await client.query(
            `insert into ${into} (${list}) select ${list} from jsonb_populate_record(null::${into}, $1::jsonb)`,
            [JSON.stringify(before)],
          )
        : await client.query(
            `update ${into} stored set (${list}) =
               (select ${list} from jsonb_populate_record(null::${into}, $1::jsonb))
              where to_jsonb(stored) = $2::jsonb and ${await sameKey(client, table)}`,
            [JSON.stringify(before), JSON.stringify(after)],
          );
    await client.query('release savepoint restoring');
    return rowCount === 1;
  } catch (error) {
    if (!brokenRule(error)) throw error;
    await client.query('rollback to savepoint restoring');
    return false;
  }
}

/** SQL: the stored row has the key of `$2`; an index leads to it, which comparing whole rows does not. */
async function sameKey(client: PoolClient, table: string): Promise<string> {
  const { primary } = await keysOfTable(client, table);
  return primary
    .map((column) => {
      const quoted = pg.escapeIdentifier(column);
      return `stored.${quoted} =
        (jsonb_populate_record(null::base.${pg.escapeIdentifier(table)}, $2::jsonb)).${quoted}`;
    })
    .join(' and ');
}
