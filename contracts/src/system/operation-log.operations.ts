import { z } from 'zod';
import { dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import type { OperationScope } from '../kernel/scope.vocabulary.ts';

/** Rows that one search looks through, the newest of the person, object and time that it names. */
export const LOG_LOOKED_AT = 10_000;

const scope: OperationScope = { none: '操作日志属于全校，只给系统管理员、教务处管理员和审计员' };
const asked = z.object({
  /** Account of who did it. */
  userName: z.string().trim().max(64, '最多 64 个字符').optional(),
  /** What it was done to: the name of a resource, or one of `loggedThings`. */
  resource: z.string().max(60).optional(),
  /** Key of the row. */
  key: z.string().trim().max(140, '最多 140 个字符').optional(),
  operation: z.string().max(60).optional(),
  beginTime: dateTimeText.optional(),
  endTime: dateTimeText.optional(),
});
export type OperationLogFilter = z.output<typeof asked>;

/** One row of the log: who did what to which row, when and from where. */
const logRow = z.object({
  logId: z.string(),
  operateTime: dateTimeText,
  userName: z.string(),
  name: z.string(),
  /** By whose handed-on permission (`姓名（账号）`); empty in one's own right. */
  actedFor: z.string(),
  operation: z.string(),
  operationName: z.string(),
  resource: z.string(),
  resourceName: z.string(),
  key: z.string(),
  permissionCode: z.string(),
  permissionName: z.string(),
  clientAddress: z.string(),
  /** Who issued the temporary link that was used; empty for whoever signed in himself. */
  issuedBy: z.string(),
  traceId: z.string(),
  /** The second person who confirmed it; empty where nobody had to. */
  confirmedBy: z.string(),
});
export type OperationLogRow = z.output<typeof logRow>;

/** A field of the row that something was done to: by its words, and what it was and is, cut where it is very long. */
const loggedField = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
  changed: z.boolean(),
});
export type LoggedField = z.output<typeof loggedField>;

/**
 * What a row of the log keeps that is a look and no change: `fields`, whose personal values were seen whole; of an
 * export also what was asked for and how many rows came out, null where they are not counted.
 */
export type Looked = {
  readonly fields: readonly string[];
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly rows?: number | null;
};

/** What the list is sorted by. */
export const operationLogSorts = ['operateTime', 'userName', 'resource', 'operation'] as const;

/** SYSADMIN-15: what was done, the newest first. */
export const queryOperationLog = defineOperation({
  id: 'operationLog.query',
  method: 'POST',
  path: '/system/operationLog/query',
  access: { permission: 'operationLog:query' },
  scope,
  summary: '操作日志',
  encoding: 'form',
  outcome: 'query',
  input: asked.extend({ sort: sortBy(operationLogSorts), pageNo: pageNum, pageSize }),
  /** `latestOnly`: more fits than is looked through; only the {@link LOG_LOOKED_AT} newest were. */
  output: z.object({ rows: z.array(logRow), total, latestOnly: z.boolean() }),
});

/** One row with each field before and after; personal values are hidden. Refuses NOT_FOUND. */
export const operationLogDetail = defineOperation({
  id: 'operationLog.detail',
  method: 'GET',
  path: '/system/operationLog/detail',
  access: { permission: 'operationLog:query' },
  scope,
  summary: '操作日志详情',
  outcome: 'query',
  input: z.object({ logId: z.string().regex(/^\d{1,18}$/, '日志编号应为数字') }),
  output: logRow.extend({ commandId: z.string(), fields: z.array(loggedField) }),
});

/** The rows that fit, as a workbook, without what was before and after. */
export const exportOperationLog = defineOperation({
  id: 'operationLog.exportExcel',
  method: 'POST',
  path: '/system/operationLog/exportExcel',
  access: { permission: 'operationLog:exportExcel' },
  scope,
  summary: '导出操作日志',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: asked,
  output: z.unknown(),
});

export const operationLogOperations = [queryOperationLog, operationLogDetail, exportOperationLog] as const;
