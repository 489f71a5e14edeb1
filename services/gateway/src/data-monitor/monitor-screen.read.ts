import type { z } from 'zod';
import type {
  monitorScreen,
  queryCleanings,
  cleaningSorts,
} from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import { monitorGroups, UNDO_DAYS, type MonitorGroup } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { enabled, hasError, healthPercentage, lastRun, problemSum, readPoints } from './monitor-point.read.ts';

/** How many units the screen names. */
const worstUnits = 10;

/** Head, trend and worst units in the units of the caller (null: all). */
export async function readScreen(
  db: Queryable,
  units: readonly string[] | null,
  now: Date,
): Promise<z.output<(typeof monitorScreen)['output']>> {
  const [points, days, worst, cleaned] = await Promise.all([
    readPoints(db, units),
    db.query<{ day: string; monitor_group: MonitorGroup; problem_num: number }>(
      `select day, monitor_group, sum(problem_num)::int as problem_num from base.monitor_day
        where day > ($2::timestamptz at time zone 'Asia/Shanghai')::date - 30
          and ($1::text[] is null or department_id = any($1))
        group by day, monitor_group order by day`,
      [units, now],
    ),
    db.query<{ department_id: string; dwmc: string | null; problem_num: number }>(
      `select result.department_id, department.dwmc, count(*)::int as problem_num from base.monitor_result result
        join base.monitor_point point on point.point_code = result.point_code and point.sfqy = '1'
        left join base.department on department.dwh = result.department_id
        where result.handle_status = '0' and result.department_id is not null
          and ($1::text[] is null or result.department_id = any($1))
        group by result.department_id, department.dwmc order by problem_num desc,
          result.department_id limit ${worstUnits}`,
      [units],
    ),
    db.query<{ count: number }>(
      `select count(*)::int as count from base.monitor_result
        where handle_status = '1' and (handle_time at time zone 'Asia/Shanghai')::date =
          ($2::timestamptz at time zone 'Asia/Shanghai')::date
          and ($1::text[] is null or department_id = any($1))`,
      [units, now],
    ),
  ]);
  const on = enabled(points);
  const groups = [...new Set(on.map(({ monitorGroup }) => monitorGroup as MonitorGroup))].toSorted();
  return {
    percentage: healthPercentage(points),
    pointNum: on.length,
    problemPointNum: on.filter(hasError).length,
    problemNum: problemSum(points),
    cleanedToday: cleaned.rows[0]?.count ?? 0,
    lastRunTime: lastRun(points),
    groups: groups.map((monitorGroup) => ({ monitorGroup, monitorGroupName: monitorGroups[monitorGroup] })),
    trend: [...new Set(days.rows.map(({ day }) => day))].map((day) => ({
      day,
      byGroup: groups.map(
        (group) => days.rows.find((row) => row.day === day && row.monitor_group === group)?.problem_num ?? 0,
      ),
    })),
    units: worst.rows.map((row) => ({
      departmentId: row.department_id,
      departmentName: row.dwmc ?? row.department_id,
      problemNum: row.problem_num,
    })),
  };
}

interface TaskRow {
  task_id: string;
  quick: boolean;
  at: Date;
  name: string;
  points: number;
  cleaned: number;
  left_num: number;
  undone_at: Date | null;
  undone_by: string | null;
  undoable: boolean;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof cleaningSorts)[number], string>> = {
  time: 'monitor_task.at',
  name: byPinyin('monitor_task.name'),
  points: 'monitor_task.points',
  cleaned: 'monitor_task.cleaned',
  left: 'monitor_task.left_num',
};

/** Cleanings, newest first: all, or those that touched rows of the units. */
export async function readCleanings(
  db: Queryable,
  units: readonly string[] | null,
  now: Date,
  { pageNo, pageSize, sort }: ListPage<(typeof cleaningSorts)[number]>,
): Promise<z.output<(typeof queryCleanings)['output']>> {
  const from = `from base.monitor_task
    where ($1::text[] is null
      or exists (select 1 from base.monitor_result result
        where result.task_id = monitor_task.task_id and result.department_id = any($1)))`;
  const {
    rows: [counted],
  } = await db.query<{ total: number }>(`select count(*)::int as total ${from}`, [units]);
  const { rows } = await db.query<TaskRow>(
    `select monitor_task.*, monitor_task.undone_at is null
      and monitor_task.at >= $2::timestamptz - make_interval(days => ${UNDO_DAYS})
        and exists (select 1 from base.monitor_result result
          where result.task_id = monitor_task.task_id and result.change is not null)
        and not exists (select 1 from base.monitor_result result
          where result.task_id = monitor_task.task_id and $1::text[] is not null
          and (result.department_id = any($1)) is not true) as undoable
       ${from} order by ${sortedOrder(sort, sortExpressions, 'monitor_task.at desc, monitor_task.task_id')}
        limit $3 offset $4`,
    [units, now, pageSize, (pageNo - 1) * pageSize],
  );
  return {
    list: rows.map((row) => ({
      taskId: row.task_id,
      quick: row.quick ? yesNo.yes : yesNo.no,
      time: toDateTimeText(row.at),
      name: row.name,
      points: row.points,
      cleaned: row.cleaned,
      left: row.left_num,
      undoable: row.undoable ? yesNo.yes : yesNo.no,
      undoneTime: row.undone_at ? toDateTimeText(row.undone_at) : null,
      undoneBy: row.undone_by,
    })),
    total: counted?.total ?? 0,
  };
}
