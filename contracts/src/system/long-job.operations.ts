import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { longJobResult, longJobStatus } from './long-job.vocabulary.ts';

const count = z.number().int().min(0);
const query = { permission: 'longJob:query' } as const;
const jobStatus = z.enum(longJobStatus);
const itemResult = z.enum(longJobResult);

/** One job: how far it is, and who asked for it. */
export const longJobView = z.object({
  jobId: z.uuid(),
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  status: jobStatus,
  statusName: z.string(),
  /** `done` counts everything that is dealt with, `failed` and `skipped` are among it. */
  total: count,
  done: count,
  failed: count,
  skipped: count,
  userName: z.string(),
  name: z.string(),
  createdTime: dateTimeText,
  startedTime: dateTimeText.nullable(),
  endedTime: dateTimeText.nullable(),
  /** Seconds that it will still take at its speed so far; null when that cannot be told. */
  secondsLeft: count.nullable(),
  /** Who asked it to stop; null: nobody. */
  cancelledBy: z.string().nullable(),
  /** Why it does not go on at the moment, or ended early. */
  failure: z.string().nullable(),
  /** `1`: the caller may ask it to stop now. */
  cancellable: yesNoFlag,
});

/** What the list is sorted by. */
export const longJobSorts = ['title', 'status', 'failed', 'name', 'createdTime', 'endedTime'] as const;

/** Jobs of the caller and those in scope, newest first. */
export const queryLongJobs = defineOperation({
  id: 'longJob.query',
  method: 'GET',
  path: '/system/longJob/query',
  access: query,
  scope: 'job',
  summary: '任务进度',
  input: z.object({
    kind: z.string().max(40).optional(),
    status: z.enum(['open', ...jobStatus.options]).optional(),
    mine: yesNoFlag.default(yesNo.no),
    sort: sortBy(longJobSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({
    list: z.array(longJobView),
    total,
    kinds: z.array(z.object({ kind: z.string(), kindName: z.string() })),
  }),
});
export const longJobDetail = defineOperation({
  id: 'longJob.detail',
  method: 'GET',
  path: '/system/longJob/detail/{jobId}',
  access: query,
  scope: 'job',
  summary: '任务详情',
  input: z.object({ jobId: z.uuid() }),
  output: longJobView,
});
export const longJobItemView = z.object({
  itemNo: count,
  itemKey: z.string(),
  itemName: z.string(),
  result: itemResult,
  resultName: z.string(),
  message: z.string(),
  time: dateTimeText.nullable(),
});
/** What the things of a job are sorted by. */
export const jobItemSorts = ['itemName', 'result', 'time'] as const;
/** What became of each thing of a job. */
export const longJobItems = defineOperation({
  id: 'longJob.items',
  method: 'GET',
  path: '/system/longJob/items/{jobId}',
  access: query,
  scope: 'job',
  summary: '任务结果',
  input: z.object({
    jobId: z.uuid(),
    result: itemResult.optional(),
    keyword: z.string().trim().max(60).optional(),
    sort: sortBy(jobItemSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({ list: z.array(longJobItemView), total }),
});
export const exportLongJob = defineOperation({
  id: 'longJob.exportExcel',
  method: 'GET',
  path: '/system/longJob/exportExcel/{jobId}',
  access: query,
  scope: 'job',
  summary: '导出任务结果',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object({ jobId: z.uuid(), result: itemResult.optional() }),
  output: z.unknown(),
});
export const cancelLongJobOperation = defineOperation({
  id: 'longJob.cancel',
  method: 'POST',
  path: '/system/longJob/cancel',
  access: { permission: 'longJob:cancel' },
  scope: 'job',
  summary: '取消任务',
  encoding: 'form',
  input: z.object({ commandId, jobId: z.uuid() }),
  output: z.object({ jobId: z.uuid(), status: jobStatus }),
});
export const longJobOperations = [
  queryLongJobs,
  longJobDetail,
  longJobItems,
  exportLongJob,
  cancelLongJobOperation,
] as const;
