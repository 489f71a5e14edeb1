import type { Pool, PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { isReadModelMissing } from '../kernel/read-model-missing.ts';
import { allMonitorPoints } from './all-monitor-points.ts';
import type { MonitorPoint } from './monitor-point.ts';

/** What a look at the data came to. `failed`: points whose statement did not run. */
export interface Looked {
  readonly points: number;
  readonly problems: number;
  readonly failed: number;
}

/**
 * Looks at the points that are on (or at the named ones of them), each in a transaction of its own, and notes the day's
 * counts.
 */
export async function lookAtData(pool: Pool, now: string, codes?: readonly string[]): Promise<Looked> {
  await declarePoints(pool);
  const { rows } = await pool.query<{ point_code: string }>(
    `select point_code from base.monitor_point where sfqy = '1'`,
  );
  const on = new Set(rows.map(({ point_code: code }) => code));
  const points = allMonitorPoints.filter(({ code }) => on.has(code) && (codes === undefined || codes.includes(code)));
  let problems = 0;
  let failed = 0;
  for (const point of points) {
    try {
      problems += await inTransaction(pool, (client) => lookAtPoint(client, point, now));
    } catch (error) {
      failed += 1;
      await pool.query('update base.monitor_point set last_failure = $2, last_run_time = $3 where point_code = $1', [
        point.code,
        failureText(error),
        now,
      ]);
    }
  }
  await noteDay(pool, now);
  return { points: points.length, problems, failed };
}

/** Copies the declared points beside their switches, and forgets those that are declared no more. */
async function declarePoints(pool: Pool): Promise<void> {
  const rows = allMonitorPoints.map((point, index) => ({
    point_code: point.code,
    point_name: point.name,
    monitor_group: point.group,
    severity: point.severity,
    fix: point.fix,
    remedy: point.remedy,
    page: point.page,
    sort_num: index,
  }));
  await pool.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as checked
        (point_code text, point_name text, monitor_group text, severity text, fix text, remedy text, page text,
        sort_num int)),
       gone as (delete from base.monitor_point where point_code not in (select point_code from given))
     insert into base.monitor_point (point_code, point_name, monitor_group, severity, fix, remedy, page, sort_num)
     select * from given
     on conflict (point_code)
     do update set point_name = excluded.point_name, monitor_group = excluded.monitor_group,
       severity = excluded.severity, fix = excluded.fix,
       remedy = excluded.remedy, page = excluded.page, sort_num = excluded.sort_num`,
    [JSON.stringify(rows)],
  );
}

/**
 * Looks at one point: what is found now stands, what stood and is found no more is right again, what was ignored until
 * a day that has passed is open again. Answers how many problems stand. Two looks at once wait for each other.
 */
export async function lookAtPoint(client: PoolClient, point: MonitorPoint, now: string): Promise<number> {
  await client.query('select 1 from base.monitor_point where point_code = $1 for update', [point.code]);
  await client.query(
    'create temp table if not exists monitor_found (key text, name text, unit text, problem text, change jsonb) ' +
      'on commit delete rows',
  );
  await client.query('delete from monitor_found');
  await client.query(
    `insert into monitor_found select key, name, nullif(unit, ''), problem, change from (${point.find}) found
      where $1::timestamptz is not null`,
    [now],
  );
  await client.query(
    `update base.monitor_result result set handle_status = '3', handler = null, handle_time = $2
      where point_code = $1 and handle_status in ('0', '2')
       and not exists (select 1 from monitor_found where monitor_found.key = result.business_key)`,
    [point.code, now],
  );
  await client.query(
    `update base.monitor_result
      set handle_status = '0', ignore_reason = null, ignore_until = null, handler = null, handle_time = null
      where point_code = $1 and handle_status = '2' and ignore_until <
        ($2::timestamptz at time zone 'Asia/Shanghai')::date`,
    [point.code, now],
  );
  await client.query(
    `update base.monitor_result result
      set business_name = monitor_found.name, department_id = monitor_found.unit, problem_text = monitor_found.problem,
        change = monitor_found.change
      from monitor_found
      where result.point_code = $1 and result.business_key = monitor_found.key and result.handle_status in ('0', '2')
        and (result.business_name, result.department_id, result.problem_text, result.change) is distinct from
          (monitor_found.name, monitor_found.unit, monitor_found.problem, monitor_found.change)`,
    [point.code],
  );
  await client.query(
    `insert into base.monitor_result (point_code, business_key, business_name, department_id, problem_text, change,
        found_time)
     select $1, monitor_found.key, monitor_found.name, monitor_found.unit, monitor_found.problem, monitor_found.change,
       $2 from monitor_found
      where not exists (select 1 from base.monitor_result result
        where result.point_code = $1 and result.business_key = monitor_found.key
        and result.handle_status in ('0', '2'))`,
    [point.code, now],
  );
  await client.query('update base.monitor_point set last_run_time = $2, last_failure = null where point_code = $1', [
    point.code,
    now,
  ]);
  const {
    rows: [open],
  } = await client.query<{ count: number }>(
    `select count(*)::int as count from base.monitor_result where point_code = $1 and handle_status = '0'`,
    [point.code],
  );
  return open?.count ?? 0;
}

/** The last look of a day is what its trend shows. */
async function noteDay(pool: Pool, now: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    // Two looks at once would both find the day empty, and both write it.
    await client.query(`select pg_advisory_xact_lock(hashtext('monitor day'))`);
    const {
      rows: [today],
    } = await client.query<{ day: string }>(`select ($1::timestamptz at time zone 'Asia/Shanghai')::date as day`, [
      now,
    ]);
    await client.query('delete from base.monitor_day where day = $1', [today?.day]);
    await client.query(
      `insert into base.monitor_day select $1, point.monitor_group, coalesce(result.department_id, ''),
        count(result.result_id)::int
        from base.monitor_point point
         left join base.monitor_result result on result.point_code = point.point_code and result.handle_status = '0'
           where point.sfqy = '1'
         group by 2, 3`,
      [today?.day],
    );
  });
}

/** Why a statement did not run, as an administrator reads it: a read model that is not there yet is no mystery. */
function failureText(error: unknown): string {
  return isReadModelMissing(error)
    ? '所需的读模型尚未建立，建立后再监测'
    : `监测语句未能执行：${error instanceof Error ? error.message : String(error)}`.slice(0, 300);
}
