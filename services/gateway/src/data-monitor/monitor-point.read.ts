import type { z } from 'zod';
import type { monitorPointView } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import {
  monitorGroups,
  severities,
  type Fix,
  type MonitorGroup,
  type Severity,
  severity,
} from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo, type YesNo, yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';

/** A point as a person in some units sees it. */
export type MonitorPointView = z.output<typeof monitorPointView>;

interface PointRow {
  point_code: string;
  point_name: string;
  monitor_group: MonitorGroup;
  severity: Severity;
  fix: Fix;
  remedy: string;
  page: string | null;
  threshold: number;
  sfqy: YesNo;
  last_run_time: Date | null;
  last_failure: string | null;
  problem_num: number;
  ignored_num: number;
}

/** Every point with its problems in the units (null: all), in the declared order. */
export async function readPoints(db: Queryable, units: readonly string[] | null): Promise<MonitorPointView[]> {
  const { rows } = await db.query<PointRow>(
    prepared(
      `select point.point_code, point.point_name, point.monitor_group, point.severity, point.fix, point.remedy,
        point.page, point.threshold, point.sfqy,
          point.last_run_time, point.last_failure,
            count(result.result_id) filter (where result.handle_status = '0')::int as problem_num,
              count(result.result_id) filter (where result.handle_status = '2')::int as ignored_num
       from base.monitor_point point
       left join base.monitor_result result on result.point_code = point.point_code
         and result.handle_status in ('0', '2')
         and ($1::text[] is null or result.department_id = any($1))
      group by point.point_code order by point.sort_num`,
      [units],
    ),
  );
  return rows.map((row) => ({
    pointCode: row.point_code,
    pointName: row.point_name,
    monitorGroup: row.monitor_group,
    monitorGroupName: monitorGroups[row.monitor_group],
    severity: row.severity,
    severityName: severities[row.severity],
    cleanable: row.fix === 'manual' ? yesNo.no : yesNo.yes,
    quickClean: yesNoOf(row.fix === 'quick'),
    remedy: row.remedy,
    page: row.page,
    threshold: row.threshold,
    problemNum: row.problem_num,
    ignoredNum: row.ignored_num,
    lastRunTime: row.last_run_time ? toDateTimeText(row.last_run_time) : null,
    lastFailure: row.last_failure,
    sfqy: row.sfqy,
  }));
}

/** Points that are on. */
export const enabled = (points: readonly MonitorPointView[]): MonitorPointView[] =>
  points.filter(({ sfqy }) => sfqy === yesNo.yes);

/** Whether a point counts as an error: more problems than it may have, and more than a hint. */
export function hasError({ severity: how, problemNum, threshold }: MonitorPointView): boolean {
  return how !== severity.hint && problemNum > threshold;
}

/** Share of enabled points without an error, 0–100; 100 only when there is none (MONITOR-13). */
export function healthPercentage(points: readonly MonitorPointView[]): number {
  const on = enabled(points);
  const failing = on.filter(hasError).length;
  return failing === 0 ? 100 : Math.floor((100 * (on.length - failing)) / on.length);
}

/** When the data was last looked at. */
export function lastRun(points: readonly MonitorPointView[]): string | null {
  return points.reduce<string | null>(
    (last, { lastRunTime }) => (lastRunTime !== null && (last === null || lastRunTime > last) ? lastRunTime : last),
    null,
  );
}

/** Sum of the open problems of enabled points. */
export function problemSum(points: readonly MonitorPointView[]): number {
  return enabled(points).reduce((sum, { problemNum }) => sum + problemNum, 0);
}
