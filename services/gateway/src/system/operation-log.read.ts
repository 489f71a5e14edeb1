import type { operationLogSorts } from '@jwxt/contracts/system/operation-log.operations.ts';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  LOG_LOOKED_AT,
  type LoggedField,
  type Looked,
  type OperationLogFilter,
  type OperationLogRow,
} from '@jwxt/contracts/system/operation-log.operations.ts';
import { loggedOperations, loggedThings } from '@jwxt/contracts/system/operation-log.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { loggedName } from '../kernel/look-log.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, type ListPage } from '../kernel/sorted-by.ts';
import { sqlParams, type SqlParams } from '../kernel/sql-params.ts';

interface Raw {
  log_id: string;
  at: Date;
  user_name: string;
  name: string;
  operation: string;
  resource: string;
  key: string;
  permission_code: string | null;
  client_address: string | null;
  sign_in_issued_by: string | null;
  trace_id: string | null;
  confirmed_by: string | null;
  acted_for: string | null;
}

const columns = `id::text as log_id, at, user_name, name, operation, resource, key, permission_code, client_address,
  sign_in_issued_by, trace_id, confirmed_by, acted_for`;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof operationLogSorts)[number], string>> = {
  operateTime: 'at',
  userName: 'user_name',
  resource: 'resource',
  operation: 'operation',
};

const resourceOf = (name: string) => allResources.find((resource) => (resource.loggedAs ?? resource.name) === name);
const permissionNames: ReadonlyMap<string, string> = new Map(permissions.map(({ code, name }) => [code, name]));

const view = (row: Raw): OperationLogRow => ({
  logId: row.log_id,
  operateTime: toDateTimeText(row.at),
  userName: row.user_name,
  name: row.name,
  actedFor: row.acted_for ?? '',
  operation: row.operation,
  operationName: loggedOperations[row.operation] ?? row.operation,
  resource: row.resource,
  resourceName: resourceOf(row.resource)?.title ?? loggedThings[row.resource] ?? row.resource,
  key: row.key,
  permissionCode: row.permission_code ?? '',
  permissionName: permissionNames.get(row.permission_code ?? '') ?? '',
  clientAddress: row.client_address ?? '',
  issuedBy: row.sign_in_issued_by ?? '',
  traceId: row.trace_id ?? '',
  confirmedBy: row.confirmed_by ?? '',
});

/** Conditions that an index finds, and those that describe what is found. */
function conditionsOf(filter: OperationLogFilter, params: SqlParams): [placed: string[], described: string[]] {
  const placed = ['true'];
  const described = ['true'];
  if (filter.userName) placed.push(`user_name = ${params.add(filter.userName)}`);
  if (filter.resource) placed.push(`resource = ${params.add(loggedName(filter.resource))}`);
  if (filter.key) (filter.resource ? placed : described).push(`key = ${params.add(filter.key)}`);
  if (filter.beginTime) placed.push(`at >= ${params.add(toInstant(filter.beginTime))}`);
  if (filter.endTime) placed.push(`at <= ${params.add(toInstant(filter.endTime))}`);
  if (filter.operation) described.push(`operation = ${params.add(filter.operation)}`);
  return [placed, described];
}

/** One page of the log, the newest first, or sorted, among the newest {@link LOG_LOOKED_AT} that the filter names. */
export async function readOperationLog(
  db: Queryable,
  { pageNo, pageSize, sort, ...filter }: OperationLogFilter & ListPage<(typeof operationLogSorts)[number]>,
): Promise<{ rows: OperationLogRow[]; total: number; latestOnly: boolean }> {
  const params = sqlParams();
  const [placed, described] = conditionsOf(filter, params);
  const looked = `(select ${columns}, id from base.operation_log where ${placed.join(' and ')}
    order by at desc, id desc limit ${String(LOG_LOOKED_AT)}) looked`;
  const where = described.join(' and ');
  const counted = [...params.values];
  const [page, count] = await Promise.all([
    db.query<Raw>(
      `select * from ${looked} where ${where} order by ${sortedOrder(sort, sortExpressions, 'at desc, id desc')}
        limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number; looked: number }>(
      `select count(*) filter (where ${where})::int as total, count(*)::int as looked from ${looked}`,
      counted,
    ),
  ]);
  const { total = 0, looked: number = 0 } = count.rows[0] ?? {};
  return { rows: page.rows.map(view), total, latestOnly: number === LOG_LOOKED_AT };
}

/** All rows that fit, for a workbook. */
export function exportedLog(filter: OperationLogFilter): Selection<OperationLogRow> {
  const params = sqlParams();
  const where = conditionsOf(filter, params).flat().join(' and ');
  return mapped(
    selection<Raw>(`select ${columns} from base.operation_log where ${where} order by at desc, id desc`, params.values),
    view,
  );
}

type Kept = Readonly<Record<string, unknown>> | null;

/** One row with its fields; null when there is none. */
export async function readLogged(
  db: Queryable,
  logId: string,
): Promise<(OperationLogRow & { commandId: string; fields: LoggedField[] }) | null> {
  const {
    rows: [row],
  } = await db.query<Raw & { command_id: string; before: Kept; after: Kept; looked: Looked | null }>(
    `select ${columns}, command_id, before, after, looked from base.operation_log where id = $1`,
    [logId],
  );
  if (!row) return null;
  const fields = row.looked ? lookedFields(row.resource, row.looked) : fieldsOf(row.resource, row.before, row.after);
  return { ...view(row), commandId: row.command_id, fields };
}

/** A picture among the settings is half a megabyte of text. */
const LONGEST = 1_000;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
const HIDDEN = '（个人信息，已隐藏）';
/** Personal columns of what is no resource, in words. */
const personalNames: Readonly<Record<string, string>> = {
  mobile: '手机',
  email: '邮箱',
  phone: '电话',
  photo: '照片',
  content: '附件内容',
};

/** Fields of a row before and after, by the words of its resource; what is personal says only that it was there. */
function fieldsOf(name: string, before: Kept, after: Kept): LoggedField[] {
  const fields = resourceOf(name)?.fields ?? {};
  const declared = new Map(
    Object.entries(fields).map(([field, { label, personal }]) => [fieldColumn(fields, field), { label, personal }]),
  );
  const columnsOfBoth = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return Array.from(columnsOfBoth, (column) => {
    const [was, is] = [told(before?.[column]), told(after?.[column])];
    const known = declared.get(column);
    const hidden = known?.personal !== undefined || column in personalNames;
    const said = (value: string): string => (hidden && value !== '' ? HIDDEN : cut(value));
    return { field: column, label: known?.label ?? column, before: said(was), after: said(is), changed: was !== is };
  });
}

/** What was looked at, by the words of the resource. */
function lookedFields(name: string, { fields, filter, rows }: Looked): LoggedField[] {
  const declared = resourceOf(name)?.fields ?? {};
  const labelOf = (field: string): string => declared[field]?.label ?? personalNames[field] ?? field;
  const line = (field: string, label: string, after: string): LoggedField => ({
    field,
    label,
    before: '',
    after: cut(after),
    changed: true,
  });
  const asked = Object.entries(filter ?? {}).filter(([, value]) => told(value) !== '');
  return [
    line('personal', '完整的个人信息', fields.length === 0 ? '无' : fields.map(labelOf).join('、')),
    ...(filter
      ? [
          line(
            'filter',
            '条件',
            asked.map(([field, value]) => `${labelOf(field)}：${told(value)}`).join('；') || '全部',
          ),
        ]
      : []),
    ...(typeof rows === 'number' ? [line('rows', '行数', String(rows))] : []),
  ];
}

function told(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
