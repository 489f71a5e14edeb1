import { z } from 'zod';
import { dateTimeText, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { longJobStatus } from '../system/long-job.vocabulary.ts';

const own = { signedIn: '只读写本人的导出任务' } as const;
const count = z.number().int().min(0);
const jobId = z.uuid();

/** An export that takes too long to be waited for: what is asked for, how far it is, and its file. */
export const exportJobView = z.object({
  jobId,
  title: z.string(),
  status: z.enum([
    longJobStatus.queued,
    longJobStatus.running,
    longJobStatus.done,
    longJobStatus.failed,
    longJobStatus.cancelled,
  ]),
  statusName: z.string(),
  /** Rows that the list has, and that have been written. */
  total: count,
  done: count,
  createdTime: dateTimeText,
  endedTime: dateTimeText.nullable(),
  /** Why it failed. */
  failure: z.string().nullable(),
  /** Size of the finished file in bytes; null: there is none, or none any more. */
  bytes: count.nullable(),
  /** Until when the file can be fetched. */
  expiresTime: dateTimeText.nullable(),
  /** `1`: it may still be cancelled. */
  cancellable: yesNoFlag,
});
export type ExportJobView = z.output<typeof exportJobView>;

/** The caller's own exports of the last days, newest first. */
export const queryExportJobs = defineOperation({
  id: 'exportJob.query',
  method: 'GET',
  path: '/system/exportJob/query',
  access: own,
  programs: '导出的行多时文件稍后生成，由同一程序取回',
  summary: '我的导出任务',
  input: z.object({}),
  output: z.object({ list: z.array(exportJobView) }),
});
/** Ends an own export that waits or is being made; one that has ended stays as it is. */
export const cancelExportJob = defineOperation({
  id: 'exportJob.cancel',
  method: 'POST',
  path: '/system/exportJob/cancel',
  access: own,
  programs: '导出的行多时文件稍后生成，由同一程序取回',
  summary: '取消导出任务',
  encoding: 'form',
  input: z.object({ jobId }),
  output: z.object({ jobId }),
});
/**
 * The file of an own export. NOT_FOUND for others', EXPORT_NOT_READY, EXPORT_EXPIRED, FORBIDDEN once the person may not
 * make that export any more.
 */
export const downloadExport = defineOperation({
  id: 'exportJob.download',
  method: 'GET',
  path: '/system/exportJob/download/{jobId}',
  access: own,
  programs: '导出的行多时文件稍后生成，由同一程序取回',
  summary: '下载导出文件',
  answer: 'file',
  outcome: 'exportExcel',
  patience: 'long',
  input: z.object({ jobId }),
  output: z.unknown(),
});
export const exportJobOperations = [queryExportJobs, cancelExportJob, downloadExport] as const;
