import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { cancelLongJob } from '@jwxt/contracts/system/long-job.command.ts';
import {
  cancelLongJobOperation,
  exportLongJob,
  longJobDetail,
  longJobItems,
  queryLongJobs,
} from '@jwxt/contracts/system/long-job.operations.ts';
import { type LongJobStatus, longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type ExportCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { exportedItems, findJob, listJobItems, listJobs } from './long-job.read.ts';

/** Watching and stopping long jobs: the own ones, and those in scope. */
export const longJobHandlers = [
  handler(queryLongJobs, (filter, { services, user, permission, now }) =>
    listJobs(services.db, user, permission, filter, now),
  ),
  handler(longJobDetail, ({ jobId }, call) => seenJob(call, jobId)),
  handler(longJobItems, async ({ jobId, ...filter }, call) => {
    await seenJob(call, jobId);
    return await listJobItems(call.services.db, jobId, filter);
  }),
  exportHandler(exportLongJob, async ({ jobId, result }, call) => {
    const job = await seenJob(call, jobId);
    return listExport(`${job.title}_结果.xlsx`, {
      sheet: '任务结果',
      rows: exportedItems(jobId, { result }),
      columns: [
        { header: '序号', width: 8, value: (item) => item.itemNo, kind: 'number' },
        { header: '对象', width: 50, value: (item) => item.itemName },
        { header: '结果', width: 12, value: (item) => item.resultName },
        { header: '说明', width: 60, value: (item) => item.message },
        { header: '时间', width: 22, kind: 'time', value: (item) => item.time ?? '' },
      ],
    });
  }),
  handler(cancelLongJobOperation, async ({ jobId, commandId }, call) => {
    const job = await seenJob(call, jobId);
    if (
      job.cancellable === yesNo.no &&
      (job.status === longJobStatus.queued || job.status === longJobStatus.running) &&
      job.cancelledBy === null
    )
      throw new Refused('OUT_OF_SCOPE');
    const { status } = await runCommand(cancelLongJob, { jobId }, call, { commandId });
    return { jobId, status: status as LongJobStatus };
  }),
];

async function seenJob(call: ExportCall, jobId: string) {
  const job = await findJob(call.services.db, call.user, call.permission, jobId, call.now);
  if (!job) throw new Refused('NOT_FOUND');
  return job;
}
