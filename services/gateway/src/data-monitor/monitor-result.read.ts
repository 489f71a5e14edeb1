import type { z } from 'zod';
import type {
  monitorResultView,
  queryMonitorResults,
  monitorResultSorts,
} from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import {
  changedFieldNames,
  handleStatuses,
  monitorGroups,
  severities,
  type Fix,
  type HandleStatus,
  type MonitorGroup,
  type Severity,
  handleStatus,
} from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo, yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

export type MonitorResultView = z.output<typeof monitorResultView>;
/** What a list of results asks for, without its page. */
export type ResultFilter = Omit<z.output<(typeof queryMonitorResults)['input']>, 'pageNo' | 'pageSize'>;

interface ResultRow {
  result_id: number;
  point_code: string;
  point_name: string;
  monitor_group: MonitorGroup;
  severity: Severity;
  fix: Fix;
  remedy: string;
  page: string | null;
  business_key: string;
  business_name: string;
  department_id: string | null;
  dwmc: string | null;
  problem_text: string;
  change: { before: Record<string, string | null>; after: Record<string, string | null> } | null;
  found_time: Date;
  handle_status: HandleStatus;
  handler: string | null;
  handle_time: Date | null;
  ignore_reason: string | null;
  ignore_until: string | null;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof monitorResultSorts)[number], string>> = {
  severity: 'point.severity',
  pointName: byPinyin('point.point_name'),
  businessName: byPinyin('result.business_name'),
  foundTime: 'result.found_time',
};

interface Asked {
  readonly from: string;
  readonly order: string;
}

/** Results in the units (null: all), the worst and oldest first. */
function asked(units: readonly string[] | null, filter: ResultFilter, params: SqlParams): Asked {
  const conditions = [`point.sfqy = '1'`, `result.handle_status = ${params.add(filter.handleStatus)}`];
  if (units !== null) conditions.push(`result.department_id = any(${params.add(units)})`);
  if (filter.pointCode) conditions.push(`result.point_code = ${params.add(filter.pointCode)}`);
  if (filter.monitorGroup) conditions.push(`point.monitor_group = ${params.add(filter.monitorGroup)}`);
  if (filter.departmentId) conditions.push(`result.department_id = ${params.add(filter.departmentId)}`);
  if (filter.keyword) {
    const like = params.add(containing(filter.keyword));
    conditions.push(
      `(result.business_name ilike ${like} or result.problem_text ilike ${like} or result.business_key ilike ${like})`,
    );
  }
  return {
    from: `from base.monitor_result result join base.monitor_point point using (point_code)
      where ${conditions.join(' and ')}`,
    order: sortedOrder(
      filter.sort,
      sortExpressions,
      filter.handleStatus === handleStatus.open
        ? 'point.severity desc, point.sort_num, result.result_id'
        : 'result.handle_time desc, result.result_id',
    ),
  };
}

function selected({ from, order }: Asked, page: string): string {
  return `select found.*, department.dwmc
    from (select result.result_id, result.point_code, result.business_key, result.business_name, result.department_id,
      result.problem_text, result.change,
      result.found_time, result.handle_status, result.handler, result.handle_time, result.ignore_reason,
            result.ignore_until, point.point_name, point.monitor_group, point.severity, point.fix, point.remedy,
              point.page,
              row_number() over (order by ${order}) as place ${from}
            order by ${order} ${page}) found
       left join base.department on department.dwh = found.department_id order by place`;
}

/** One page, with the number of all. */
export async function readResults(
  db: Queryable,
  units: readonly string[] | null,
  filter: ResultFilter,
  page: { limit: number; offset: number },
): Promise<{ list: MonitorResultView[]; total: number }> {
  const params = sqlParams();
  const found = asked(units, filter, params);
  const {
    rows: [counted],
  } = await db.query<{ total: number }>(`select count(*)::int as total ${found.from}`, [...params.values]);
  const { rows } = await db.query<ResultRow>(
    selected(found, `limit ${params.add(page.limit)} offset ${params.add(page.offset)}`),
    [...params.values],
  );
  return { list: rows.map(viewOf), total: counted?.total ?? 0 };
}

/** All of them, for a workbook. */
export function exportedResults(units: readonly string[] | null, filter: ResultFilter): Selection<MonitorResultView> {
  const params = sqlParams();
  return mapped(selection<ResultRow>(selected(asked(units, filter, params), ''), params.values), viewOf);
}

function viewOf(row: ResultRow): MonitorResultView {
  const before = row.change?.before ?? {};
  const after = row.change?.after ?? {};
  return {
    resultId: row.result_id,
    pointCode: row.point_code,
    pointName: row.point_name,
    monitorGroupName: monitorGroups[row.monitor_group],
    severity: row.severity,
    severityName: severities[row.severity],
    businessKey: row.business_key,
    businessName: row.business_name,
    departmentId: row.department_id,
    departmentName: row.dwmc,
    problemText: row.problem_text,
    foundTime: toDateTimeText(row.found_time),
    handleStatus: row.handle_status,
    handleStatusName: handleStatuses[row.handle_status],
    handler: row.handler,
    handleTime: row.handle_time ? toDateTimeText(row.handle_time) : null,
    ignoreReason: row.ignore_reason,
    ignoreUntil: row.ignore_until,
    page: row.page,
    remedy: row.remedy,
    cleanable: yesNoOf(row.handle_status === handleStatus.open && row.fix !== 'manual'),
    changes: Object.keys(after)
      .filter((field) => before[field] !== after[field])
      .map((field) => ({
        field: changedFieldNames[field] ?? field,
        before: valueText(field, before[field]),
        after: valueText(field, after[field]),
      })),
  };
}

function valueText(field: string, value: string | null | undefined): string | null {
  if (field === 'sfqy') return value === yesNo.yes ? '启用' : '停用';
  return value ?? null;
}
