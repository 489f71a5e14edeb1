import { z } from 'zod';
import { dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { importCounts, importErrorCode, importRowState } from '../kernel/resource-import.ts';
import { resourceNames } from '../kernel/resource.vocabulary.ts';
import { longJobView } from '../system/long-job.operations.ts';

const access = { permission: 'baseImport:query' } as const;
const runId = z.uuid();
const job = longJobView
  .pick({ jobId: true, status: true, statusName: true, total: true, done: true, failure: true })
  .nullable();

/** One import: of what, from which file, by whom, and what became of it. */
export const importRunView = z.object({
  runId,
  resource: z.enum(resourceNames),
  /** First part of the resource's address. */
  service: z.string(),
  resourceName: z.string(),
  fileName: z.string(),
  digest: z.string(),
  userName: z.string(),
  name: z.string(),
  createdTime: dateTimeText,
  counts: importCounts,
  /** Rows that were stored, that could not be, that were taken back, and that could not be taken back. */
  stored: z.number().int(),
  refused: z.number().int(),
  undone: z.number().int(),
  kept: z.number().int(),
  /** null: not asked for. */
  run: job,
  undo: job,
});
/** What the list is sorted by. */
export const importRunSorts = ['resourceName', 'fileName', 'total', 'name', 'createdTime'] as const;

/** The own imports; of everybody for who sees the whole school. Newest first. */
export const queryImportRuns = defineOperation({
  id: 'baseImport.query',
  method: 'GET',
  path: '/baseInfo/baseImport/query',
  access,
  scope: 'job',
  summary: '导入记录查询',
  input: z.object({ resource: z.string().max(40).optional(), sort: sortBy(importRunSorts), pageNo: pageNum, pageSize }),
  output: z.object({ list: z.array(importRunView), total }),
});
export const importRunDetail = defineOperation({
  id: 'baseImport.detail',
  method: 'GET',
  path: '/baseInfo/baseImport/detail/{runId}',
  access,
  scope: 'job',
  summary: '导入详情',
  input: z.object({ runId }),
  output: importRunView,
});
/**
 * A cell that is wrong: where it stands, what it says and why that cannot be. Without a letter: a program sent it.
 * Field and code are not told of what was brought in before programs could.
 */
export const importCellError = z.object({
  letter: z.string(),
  header: z.string(),
  field: z.string().nullable().optional(),
  value: z.string(),
  code: z.enum(importErrorCode).optional(),
  message: z.string(),
});
export const importRowView = z.object({
  rowNo: z.number().int(),
  state: z.enum(importRowState),
  called: z.string(),
  errors: z.array(importCellError),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** What became of it when it was stored or taken back, where that is not as expected. */
  message: z.string(),
});
/** Rows of a preview with what they change; `failed`: those that the run or its undoing left. */
export const importRows = defineOperation({
  id: 'baseImport.rows',
  method: 'GET',
  path: '/baseInfo/baseImport/rows/{runId}',
  access,
  scope: 'job',
  summary: '导入明细',
  input: z.object({
    runId,
    state: z.enum([...Object.values(importRowState), 'failed']).optional(),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({ list: z.array(importRowView), total }),
});
/** Wrong rows and those that could not be stored, as they stood, with a column 错误原因. */
export const importBadRows = defineOperation({
  id: 'baseImport.badRows',
  method: 'GET',
  path: '/baseInfo/baseImport/badRows/{runId}',
  access,
  scope: 'job',
  summary: '下载错误行',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object({ runId }),
  output: z.unknown(),
});
export const importRecordOperations = [queryImportRuns, importRunDetail, importRows, importBadRows] as const;
