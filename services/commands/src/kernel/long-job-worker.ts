import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import { errorClass, repeatedWhile } from '@jwxt/infra/runtime/error-class.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { longJobResult } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandServices } from './command-route.ts';
import { concurrently } from './concurrently.ts';
import type { LongJobKind } from './long-job.ts';
import { createLongJobStore, type LongJobStore, type OpenItem, type OpenJob } from './long-job-store.ts';
import { isRefused, refusalText } from './refusal.ts';

const pollMs = 300;
const defaultSideBySide = 4;
const triesOfAnItem = 3;
/**
 * How long an item is tried again that gives way to others, a deadlock for example, before that counts as a failed try.
 */
const busyPatienceMs = 60_000;
const UNEXPECTED = '系统出现异常，未能处理';

/**
 * Works off the queue of each kind, one job at a time, for the process that leads. A job that another process left
 * behind goes on with the things that have no result yet: their commands have ids of job and thing, so that what was
 * carried out just before is not repeated.
 */
export function workOffLongJobs(
  kinds: readonly LongJobKind[],
  services: CommandServices,
  logger: Logger,
): { close(): Promise<void> } {
  const store = createLongJobStore(services.pool);
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  async function look(): Promise<void> {
    const backoff = createBackoff(pollMs, 5_000);
    while (!stopping.signal.aborted) {
      try {
        for (const job of await store.oldestOpen()) {
          if (running.has(job.kind)) continue;
          running.set(
            job.kind,
            carryOut(job).finally(() => running.delete(job.kind)),
          );
        }
        backoff.reset();
        await pause(pollMs, stopping.signal);
      } catch (error) {
        logger.warn({ err: error }, '暂时无法读取任务队列');
        await pause(backoff.next(), stopping.signal);
      }
    }
  }

  async function carryOut(job: OpenJob): Promise<void> {
    const kind = kinds.find((known) => known.kind === job.kind);
    const backoff = createBackoff(pollMs, 5_000);
    while (!stopping.signal.aborted) {
      try {
        if (!kind) return await store.close(job.jobId, `没有“${job.kind}”这类任务`);
        await store.started(job.jobId);
        await store.waits(job.jobId, null);
        return await workThrough(kind, job, store);
      } catch (error) {
        logger.warn({ err: error, jobId: job.jobId }, '任务暂停，稍后继续');
        await store
          .waits(job.jobId, errorClass(error) === 'away' ? '存储暂不可用，恢复后自动继续' : UNEXPECTED)
          .catch(() => undefined);
        await pause(backoff.next(), stopping.signal);
      }
    }
  }

  async function workThrough(
    kind: LongJobKind,
    job: OpenJob,
    { nextItems, finished, close }: LongJobStore,
  ): Promise<void> {
    const payload = kind.payload.parse(job.payload);
    const sideBySide = kind.sideBySide ?? defaultSideBySide;
    for (;;) {
      if (stopping.signal.aborted) return;
      // Few at a time, so that a wish to stop is heard soon.
      const items = await nextItems(job.jobId, sideBySide * 4);
      if (items.length === 0) return await close(job.jobId);
      await concurrently(items, sideBySide, async (item) => {
        if (stopping.signal.aborted) return;
        const { result, message } = await doItem(kind, job, payload, item);
        await finished(job.jobId, item.itemNo, result, message);
      });
    }
  }

  async function doItem(
    kind: LongJobKind,
    job: OpenJob,
    payload: unknown,
    item: OpenItem,
  ): Promise<{ result: (typeof longJobResult)['succeeded' | 'unchanged' | 'failed']; message: string }> {
    for (let tries = 1; ; tries += 1) {
      try {
        const done = await repeatedWhile(() => kind.run(item, payload, contextOf(job, item), services), {
          heals: (error) => errorClass(error) === 'busy',
          forMs: busyPatienceMs,
          signal: stopping.signal,
        });
        if (isRefused(done)) return { result: longJobResult.failed, message: refusalText(done.refused) };
        return { result: done.changed ? longJobResult.succeeded : longJobResult.unchanged, message: done.message };
      } catch (error) {
        if (errorClass(error) === 'away' || stopping.signal.aborted) throw error;
        logger.error({ err: error, jobId: job.jobId, item: item.itemKey }, '任务中的一项出错');
        if (tries >= triesOfAnItem) return { result: longJobResult.failed, message: UNEXPECTED };
      }
    }
  }

  const done = look();
  return {
    async close() {
      stopping.abort();
      await done;
      await Promise.all(running.values());
    },
  };
}

/**
 * The context of one thing: the person who started the job, when, and ids of its own. It is the same at every try, so
 * that it can be asked for again.
 */
function contextOf(
  { jobId, kind, actor, permission, clientAddress, signIn, onBehalfOf, createdAt }: OpenJob,
  { itemKey }: OpenItem,
): CommandContext {
  return {
    commandId: derivedId(`${jobId}:${itemKey}`),
    command: `longJob:${kind}`,
    correlationId: derivedId(`${jobId}:${itemKey}:correlation`),
    causationId: null,
    clientAddress,
    actor,
    ...(signIn === null ? {} : { signIn }),
    ...(onBehalfOf === null ? {} : { onBehalfOf }),
    permission,
    time: createdAt.toISOString(),
  };
}
