import {
  cancelExportJob,
  downloadExport,
  queryExportJobs,
  type ExportJobView,
} from '@jwxt/contracts/file/export-job.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { lookingRefusal } from '@jwxt/contracts/session/session.vocabulary.ts';
import { longJobStatusNames, longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { WORKBOOK_TYPE } from '../kernel/document-answer.ts';
import type { ExportJob } from '../kernel/export-jobs.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { mayDo } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';

async function ownJob({ services, user }: SignedInCall, jobId: string): Promise<ExportJob> {
  const job = await services.exportJobs.find(user.userName, jobId);
  if (!job) throw new Refused('NOT_FOUND');
  return job;
}

function viewOf(job: ExportJob, now: Date): ExportJobView {
  const { jobId, title, status, total, done, createdAt, endedAt, failure, bytes, expiresAt, isCancelled } = job;
  const isOpen = status === longJobStatus.queued || status === longJobStatus.running;
  return {
    jobId,
    title,
    status,
    statusName: isOpen && isCancelled ? '正在取消' : longJobStatusNames[status],
    total,
    done,
    createdTime: toDateTimeText(createdAt),
    endedTime: endedAt && toDateTimeText(endedAt),
    failure,
    bytes: expiresAt !== null && expiresAt > now ? bytes : null,
    expiresTime: expiresAt && toDateTimeText(expiresAt),
    cancellable: yesNoOf(isOpen && !isCancelled),
  };
}

/** Exports that became jobs: each person sees, cancels and fetches the own ones, and nobody else's. */
export const exportJobHandlers = [
  handler(queryExportJobs, async (_input, { services, user, now }) => ({
    list: (await services.exportJobs.of(user.userName)).map((job) => viewOf(job, now)),
  })),
  handler(cancelExportJob, async ({ jobId }, call) => {
    await ownJob(call, jobId);
    await call.services.exportJobs.cancel(call.user.userName, jobId);
    return { jobId };
  }),
  handler(downloadExport, async ({ jobId }, call) => {
    const { status, operation, fileName, digest, expiresAt } = await ownJob(call, jobId);
    const made = operations.find(({ id }) => id === operation);
    const permission = made ? permissionOf(made) : null;
    if (permission !== null && !mayDo(call.user, permission)) throw new Refused('FORBIDDEN');
    const looks = lookingRefusal(call.session.loginWay);
    if (looks !== null && made?.himself !== undefined) throw new Refused(looks);
    if (status !== longJobStatus.done || fileName === null || digest === null || expiresAt === null)
      throw new Refused('EXPORT_NOT_READY');
    if (expiresAt <= call.now) throw new Refused('EXPORT_EXPIRED');
    const stored = await call.services.files.open(digest);
    if (!stored) throw new Refused('FILE_MISSING');
    return {
      content: stored.stream,
      bytes: stored.bytes,
      fileName,
      contentType: fileName.endsWith('.zip') ? 'application/zip' : WORKBOOK_TYPE,
    };
  }),
];
