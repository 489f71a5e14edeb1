import type { FileStore } from '@jwxt/infra/runtime/file-store.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { neededDigests } from './file.read.ts';

/** What a sweep works on. */
export interface SweepOptions {
  readonly files: FileStore;
  readonly db: Queryable;
  readonly clock: () => Date;
}

/** Content younger than this may be waiting for its row. */
const settledMs = 86_400_000;
/** Exports that ended longer ago are seen by nobody. */
const exportsSeenMs = 30 * 86_400_000;
const everyMs = 3_600_000;
const batch = 500;

/**
 * Clears the store: uploads that nobody finished, and content that no attachment and no export names any more. The
 * latter is put aside first, from where it comes back when it is asked for or named again. Several gateways may sweep
 * one store. Answers how many of each.
 */
export async function sweepFiles({ files, db, clock }: SweepOptions): Promise<{ unfinished: number; orphans: number }> {
  const { unfinished } = await files.sweep(clock(), (digests) => neededDigests(db, digests));
  await db.query('delete from gateway.export_job where ended_at < $1', [new Date(clock().getTime() - exportsSeenMs)]);
  let orphans = 0;
  let settled: string[] = [];
  const flush = async (): Promise<void> => {
    const needed = await neededDigests(db, settled);
    for (const digest of settled.filter((each) => !needed.has(each))) {
      await files.recycle(digest);
      orphans += 1;
    }
    settled = [];
  };
  for await (const { digest, storedAt } of files.list()) {
    if (clock().getTime() - storedAt.getTime() > settledMs) settled.push(digest);
    if (settled.length === batch) await flush();
  }
  await flush();
  return { unfinished, orphans };
}

/** Sweeps now and every hour. */
export function startFileSweep(options: SweepOptions & { logger: Logger }): { close(): Promise<void> } {
  let closed = false;
  const sweep = async (): Promise<void> => {
    try {
      const swept = await sweepFiles(options);
      if (swept.unfinished + swept.orphans > 0) options.logger.info(swept, '已清理附件库');
    } catch (error) {
      if (!closed) options.logger.warn({ err: error }, '附件库未能清理，一小时后再试');
    }
  };
  let running = sweep();
  const timer = setInterval(() => void (running = running.then(sweep)), everyMs);
  timer.unref();
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
