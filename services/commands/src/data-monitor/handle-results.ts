import { UNDO_DAYS } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { pointByCode } from './all-monitor-points.ts';
import { changeRow, type RowChange, type Units } from './clean.ts';

/** Leaves open results alone until the end of a day. Refuses a day that has passed, under its field. */
export async function ignoreResults(
  client: PoolClient,
  context: CommandContext,
  { resultIds, units, reason, until }: { resultIds: readonly number[]; units: Units; reason: string; until: string },
): Promise<{ ignored: number } | Refused> {
  const {
    rows: [day],
  } = await client.query<{ future: boolean }>(
    `select $1::date >= ($2::timestamptz at time zone 'Asia/Shanghai')::date as future`,
    [until, context.time],
  );
  if (!day?.future)
    return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: 'until', message: '截止日期不能早于今天' }] });
  const { rows } = await client.query<{ result_id: number }>(
    `update base.monitor_result
      set handle_status = '2', handler = $3, handle_time = $4, ignore_reason = $5, ignore_until = $6
      where result_id = any($1) and ($2::text[] is null or department_id = any($2)) and handle_status = '0'
      returning result_id`,
    [resultIds, units, context.actor.name, context.time, reason, until],
  );
  if (rows.length === 0) return refuse('MONITOR_NOTHING_TO_CLEAN');
  await logOperations(
    client,
    context,
    'monitorIgnore',
    'monitorResult',
    rows.map(({ result_id: id }) => ({ key: String(id), before: null, after: { reason, until } })),
  );
  return { ignored: rows.length };
}

/**
 * Puts back what a cleaning changed. Rows that somebody has changed since stay as they are, and so does what was
 * deleted. Refuses a task that is unknown in the units, is too old, or was taken back already.
 */
export async function undoCleaning(
  client: PoolClient,
  context: CommandContext,
  taskId: string,
  units: Units,
): Promise<{ restored: number; left: number } | Refused> {
  const {
    rows: [task],
  } = await client.query<{ undone_at: Date | null; old: boolean }>(
    `select undone_at, at < $2::timestamptz - make_interval(days => ${UNDO_DAYS}) as old from base.monitor_task
      where task_id = $1 for update`,
    [taskId, context.time],
  );
  const { rows } = await client.query<{
    result_id: number;
    point_code: string;
    business_key: string;
    department_id: string | null;
    change: RowChange | null;
  }>(
    `select result_id, point_code, business_key, department_id, change from base.monitor_result
      where task_id = $1 and handle_status = '1' order by result_id desc for update`,
    [taskId],
  );
  const outside = units !== null && rows.some(({ department_id: unit }) => unit === null || !units.includes(unit));
  if (!task || outside) return refuse('MONITOR_TASK_UNKNOWN');
  if (task.undone_at !== null) return refuse('MONITOR_TASK_UNDONE');
  if (task.old) return refuse('MONITOR_TASK_OLD', { days: UNDO_DAYS });
  const restored: number[] = [];
  for (const { result_id: id, point_code: code, business_key: key, change } of rows) {
    const table = pointByCode.get(code)?.table;
    if (
      table === undefined ||
      change === null ||
      !(await changeRow(client, table, { key: change.key, before: change.after, after: change.before }))
    )
      continue;
    restored.push(id);
    const logged: LoggedChange = { key, before: change.after, after: change.before };
    await logOperations(client, context, 'monitorUndo', table, [logged]);
  }
  // The next look finds them again; until then they are not counted as cleaned.
  await client.query('delete from base.monitor_result where result_id = any($1)', [restored]);
  await client.query('update base.monitor_task set undone_at = $2, undone_by = $3 where task_id = $1', [
    taskId,
    context.time,
    context.actor.name,
  ]);
  return { restored: restored.length, left: rows.length - restored.length };
}

/** Switches a point, or sets how many problems it may have. Results of a point that is off are no longer open. */
export async function setPoint(
  client: PoolClient,
  context: CommandContext,
  { pointCode, sfqy, threshold }: { pointCode: string; sfqy: YesNo; threshold: number },
): Promise<{ pointCode: string } | Refused> {
  const {
    rows: [before],
  } = await client.query<{ sfqy: string; threshold: number }>(
    'select sfqy, threshold from base.monitor_point where point_code = $1 for update',
    [pointCode],
  );
  if (!before) return refuse('MONITOR_POINT_UNKNOWN', { code: pointCode });
  await client.query('update base.monitor_point set sfqy = $2, threshold = $3 where point_code = $1', [
    pointCode,
    sfqy,
    threshold,
  ]);
  if (sfqy === yesNo.no)
    await client.query(`delete from base.monitor_result where point_code = $1 and handle_status in ('0', '2')`, [
      pointCode,
    ]);
  await logOperations(client, context, 'update', 'monitorPoint', [
    { key: pointCode, before, after: { sfqy, threshold } },
  ]);
  return { pointCode };
}
