import { randomUUID } from 'node:crypto';
import { tellOfExport } from '@jwxt/contracts/file/export-job.command.ts';
import { EXPORT_KEPT_DAYS } from '@jwxt/contracts/file/export-job.vocabulary.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { newTraceparent, traceIdIn } from '@jwxt/contracts/kernel/trace-context.ts';
import { longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { StoreFull } from '@jwxt/infra/runtime/file-store.ts';
import type { MadeFile } from './documents.ts';
import { makeExport } from './export-handler.ts';
import type { ExportedFile, ExportJob } from './export-jobs.ts';
import type { Handler } from './handler.ts';
import { logExport } from './look-log.ts';
import { mayDo } from './principal.ts';
import { Refused } from './refused.ts';
import { requireScope, watched } from './scope-watch.ts';
import type { Services } from './services.ts';

/** How often a maker looks for jobs, and says how far it is. */
const everyMs = 1_000;
const UNEXPECTED = '系统出现异常，未能生成，请重新导出';
const NOT_ALLOWED = '您已没有该项导出的权限';

/**
 * Makes the exports that are jobs, one at a time for this gateway, so that a thread is left for everybody who waits.
 * Each is made in the name of whoever asked, with what he may see by then. A gateway that dies leaves its job to the
 * next one, which begins it anew.
 */
export function startExportMaker(
  services: Services,
  handlers: ReadonlyMap<string, Handler>,
): { close(): Promise<void> } {
  const { exportJobs, logger } = services;
  const maker = randomUUID();
  const closing = new AbortController();

  async function work(): Promise<void> {
    const backoff = createBackoff(everyMs, 15_000);
    while (!closing.signal.aborted) {
      try {
        const job = await exportJobs.claim(maker);
        if (job) await make(job);
        for (const ended of await exportJobs.untold()) await tell(ended);
        backoff.reset();
        if (!job) await pause(everyMs, closing.signal);
      } catch (error) {
        if (!closing.signal.aborted) logger.warn({ err: error }, '暂时无法处理导出任务，稍后重试');
        await pause(backoff.next(), closing.signal);
      }
    }
  }

  /** Makes one job, and says every moment how far it is: whoever hears nothing takes it over. */
  async function make(job: ExportJob): Promise<void> {
    const { jobId } = job;
    const progress = { total: job.total, done: 0 };
    const unwanted = new AbortController();
    let saying = Promise.resolve();
    const say = (): void => {
      saying = saying
        .then(async () => {
          if (!(await exportJobs.renew(jobId, maker, progress))) unwanted.abort();
        })
        .catch((error: unknown) => logger.warn({ err: error, jobId }, '导出进度未能写入'));
    };
    const saidRegularly = setInterval(say, everyMs);
    try {
      const file = await exported(job, AbortSignal.any([closing.signal, unwanted.signal]), {
        counted(total) {
          progress.total = total;
        },
        // The first rows are told of at once, whatever the clock says.
        async taken(done) {
          const isFirst = progress.done === 0;
          progress.done = done;
          if (!isFirst) return;
          say();
          await saying;
        },
      });
      await saying;
      await exportJobs.finish(jobId, maker, file);
    } catch (error) {
      await saying;
      if (closing.signal.aborted || unwanted.signal.aborted) return await exportJobs.leave(jobId, maker);
      if (!(error instanceof Refused)) logger.error({ err: error, jobId }, '导出任务失败');
      await exportJobs.fail(jobId, maker, error instanceof Refused ? error.message : UNEXPECTED);
    } finally {
      clearInterval(saidRegularly);
    }
  }

  /** The file of a job, kept in the store. */
  async function exported(
    job: ExportJob,
    signal: AbortSignal,
    told: { counted: (total: number) => void; taken: (done: number) => Promise<void> },
  ): Promise<ExportedFile> {
    const entry = handlers.get(job.operation);
    const known = await services.principals.get(job.userName);
    const user = known && entry ? watched(known, entry.operation) : null;
    const permission = entry ? permissionOf(entry.operation) : null;
    if (!entry?.describe || !user || (permission !== null && !mayDo(user, permission)))
      throw new Refused('FORBIDDEN', {}, { message: NOT_ALLOWED });
    const asked = { services, user, permission, now: services.clock() };
    const described = await entry.describe(entry.operation.input.parse(job.input), asked);
    const made = await makeExport(described, { services, user }, { signal, ...told });
    requireScope(user);
    await logExport(
      { ...asked, traceId: traceIdIn(newTraceparent()), clientAddress: null, session: job },
      job.operation,
      { ...described, filter: job.input, rows: made.rows },
    );
    return { fileName: described.fileName, ...(await keptOf(made)) };
  }

  /** Puts a finished file into the store; nothing of it is left elsewhere. */
  async function keptOf({ stream, bytes }: MadeFile): Promise<{ digest: string; bytes: number }> {
    try {
      const incoming = await services.files.receive(stream, { maxBytes: bytes });
      try {
        await incoming.keep();
      } finally {
        await incoming.discard();
      }
      return { digest: incoming.digest, bytes: incoming.bytes };
    } catch (error) {
      throw error instanceof StoreFull ? new Refused('FILE_STORE_FULL') : error;
    } finally {
      stream.destroy();
    }
  }

  async function tell(job: ExportJob): Promise<void> {
    const user = await services.principals.get(job.userName);
    if (user) {
      const traceparent = newTraceparent();
      const sender = {
        user,
        session: { loginWay: job.loginWay, issuedBy: job.issuedBy },
        permission: null,
        traceId: traceIdIn(traceparent),
        traceparent,
        clientAddress: null,
      };
      await services.commands.send(
        tellOfExport,
        { jobId: job.jobId, ...wordsOf(job) },
        sender,
        derivedId(`export-told:${job.jobId}`),
      );
    }
    await exportJobs.told(job.jobId);
  }

  const done = work();
  return {
    async close() {
      closing.abort();
      await done;
    },
  };
}

/** An archive has no rows that anybody would count. */
const rowsText = ({ fileName, total }: ExportJob): string => (fileName?.endsWith('.zip') ? '' : `共 ${total} 行，`);

function wordsOf(job: ExportJob): { title: string; content: string } {
  const { status, title, failure } = job;
  return status === longJobStatus.done
    ? {
        title: `“${title}”已导出`,
        content: `您导出的“${title}”${rowsText(job)}文件已生成，请在 ${EXPORT_KEPT_DAYS} 天内下载。`,
      }
    : { title: `“${title}”导出失败`, content: `您导出的“${title}”没有生成：${failure ?? UNEXPECTED}。` };
}
