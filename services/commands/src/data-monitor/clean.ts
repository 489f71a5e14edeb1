import pg from 'pg';
import { CLEAN_LIMIT } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { allMonitorPoints, pointByCode } from './all-monitor-points.ts';
import { lookAtPoint } from './check-points.ts';
import type { MonitorPoint } from './monitor-point.ts';

type Columns = Readonly<Record<string, string | null>>;

/** What cleaning does to a row of a table. */
export interface RowChange {
  readonly key: Columns;
  readonly before: Columns;
  readonly after: Columns;
}

/** What a cleaning came to. */
export interface Cleaned {
  readonly taskId: string;
  readonly points: number;
  readonly cleaned: number;
  readonly left: number;
}

interface OpenResult {
  readonly result_id: number;
  readonly point_code: string;
  readonly business_key: string;
  readonly change: RowChange | null;
}

/** Units of which rows may be touched; null: all. */
export type Units = readonly string[] | null;
const inUnits = `($2::text[] is null or department_id = any($2))`;

/**
 * Looks again at the points that need no judgement and cleans what they find, as far as it lies in the units
 * (MONITOR-15).
 */
export async function quickClean(client: PoolClient, context: CommandContext, units: Units): Promise<Cleaned> {
  const { rows: on } = await client.query<{ point_code: string }>(
    `select point_code from base.monitor_point where sfqy = '1' order by sort_num`,
  );
  const quick = allMonitorPoints.filter(
    ({ code, fix }) => fix === 'quick' && on.some(({ point_code: known }) => known === code),
  );
  for (const point of quick) await lookAtPoint(client, point, context.time);
  const codes = quick.map(({ code }) => code);
  const open = () =>
    client.query<OpenResult>(
      `select result_id, point_code, business_key, change from base.monitor_result
        where point_code = any($1) and ${inUnits} and handle_status = '0' order by result_id
        limit ${CLEAN_LIMIT} for update`,
      [codes, units],
    );
  const cleaned = await cleanAll(client, context, (await open()).rows, true);
  // What remains open, beyond the limit too.
  const {
    rows: [left],
  } = await client.query<{ count: number }>(
    `select count(*)::int as count from base.monitor_result
      where point_code = any($1) and ${inUnits} and handle_status = '0'`,
    [codes, units],
  );
  return await noteTask(client, context, { ...cleaned, left: left?.count ?? 0 }, true);
}

/** Cleans the chosen results that can be cleaned. Refuses MONITOR_NOTHING_TO_CLEAN when none can. */
export async function cleanChosen(
  client: PoolClient,
  context: CommandContext,
  resultIds: readonly number[],
  units: Units,
): Promise<Cleaned | Refused> {
  const { rows } = await client.query<OpenResult>(
    `select result_id, point_code, business_key, change from base.monitor_result
      where result_id = any($1) and ${inUnits} and handle_status = '0' order by result_id for update`,
    [resultIds, units],
  );
  const cleanable = rows.filter(
    ({ point_code: code }) => pointByCode.get(code) !== undefined && pointByCode.get(code)?.fix !== 'manual',
  );
  if (cleanable.length === 0) return refuse('MONITOR_NOTHING_TO_CLEAN');
  const cleaned = await cleanAll(client, context, cleanable, false);
  return await noteTask(client, context, { ...cleaned, left: resultIds.length - cleaned.cleaned }, false);
}

const taskIdOf = (context: CommandContext): string => derivedId(`${context.commandId}:monitor-task`);

async function cleanAll(
  client: PoolClient,
  context: CommandContext,
  results: readonly OpenResult[],
  quick: boolean,
): Promise<{ points: number; cleaned: number }> {
  const done: OpenResult[] = [];
  for (const point of new Set(results.map(({ point_code: code }) => pointByCode.get(code)))) {
    if (point === undefined) continue;
    const changes: LoggedChange[] = [];
    for (const result of results.filter(({ point_code: code }) => code === point.code)) {
      if (!(await cleanOne(client, point, result, context.time))) continue;
      done.push(result);
      changes.push({
        key: result.business_key,
        before: result.change?.before ?? null,
        after: result.change?.after ?? null,
      });
    }
    await logOperations(
      client,
      context,
      quick ? 'monitorQuickClean' : 'monitorClean',
      point.table === undefined ? 'monitorResult' : loggedName(point.table),
      changes,
    );
  }
  await client.query(
    `update base.monitor_result set handle_status = '1', handler = $2, handle_time = $3, task_id = $4
      where result_id = any($1)`,
    [done.map(({ result_id: id }) => id), context.actor.name, context.time, taskIdOf(context)],
  );
  return { points: new Set(done.map(({ point_code: code }) => code)).size, cleaned: done.length };
}

/** The name of a table's rows in the operation log: `user_account` → `userAccount`. */
const loggedName = (table: string): string =>
  table.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

async function cleanOne(
  client: PoolClient,
  point: MonitorPoint,
  { change }: OpenResult,
  now: string,
): Promise<boolean> {
  if (point.sweep !== undefined) return ((await client.query(point.sweep, [now])).rowCount ?? 0) > 0;
  return point.table !== undefined && change !== null && (await changeRow(client, point.table, change));
}

/**
 * Makes a change to the row that still is as it was found; false when it is not, or when a rule of the table (a name
 * that must be the only one) forbids it. Everything else that was done before stays done.
 */
export async function changeRow(
  client: PoolClient,
  table: string,
  { key, before, after }: RowChange,
): Promise<boolean> {
  const columns = Object.keys(after);
  const values: (string | null)[] = [];
  const place = (value: string | null | undefined): string => `$${String(values.push(value ?? null))}`;
  const name = pg.escapeIdentifier;
  const set = columns.map((column) => `${name(column)} = ${place(after[column])}`).join(', ');
  const same = [...Object.entries(key), ...Object.entries(before)]
    .map(([column, value]) => `${name(column)} is not distinct from ${place(value)}`)
    .join(' and ');
  await client.query('savepoint one_row');
  try {
    const { rowCount } = await client.query(`update base.${name(table)} set ${set} where ${same}`, values);
    await client.query('release savepoint one_row');
    return rowCount === 1;
  } catch (error) {
    await client.query('rollback to savepoint one_row');
    if (error instanceof pg.DatabaseError && error.code?.startsWith('23')) return false;
    throw error;
  }
}

async function noteTask(
  client: PoolClient,
  context: CommandContext,
  { points, cleaned, left }: Omit<Cleaned, 'taskId'>,
  quick: boolean,
): Promise<Cleaned> {
  const taskId = taskIdOf(context);
  await client.query(
    `insert into base.monitor_task (task_id, quick, at, user_name, name, points, cleaned, left_num)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [taskId, quick, context.time, context.actor.userName, context.actor.name, points, cleaned, left],
  );
  return { taskId, points, cleaned, left };
}
