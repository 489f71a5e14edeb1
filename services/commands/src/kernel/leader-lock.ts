import pg from 'pg';
import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';

/** Work that one process of many does at a time. */
export interface Leadership {
  readonly leading: boolean;
  /** Stops the work, if it is done here, and gives the lock back. */
  close(): Promise<void>;
}

/** Options of {@link leadOne}. */
export interface LeadershipOptions {
  readonly databaseUrl: string;
  /** Who holds this lock leads. */
  readonly lock: string;
  /** Starts the work; what it answers is closed when the lead is lost or given back. */
  start: () => Promise<{ close(): Promise<void> }>;
  readonly logger: Logger;
}

/**
 * Does work in whichever process holds a PostgreSQL advisory lock. The lock lives with its connection: when the process dies or the
 * connection breaks, the server frees it and another process takes over.
 */
export function leadOne({ databaseUrl, lock, start, logger }: LeadershipOptions): Leadership {
  const stopping = new AbortController();
  const backoff = createBackoff(100, 5_000);
  let leading = false;

  async function leadOnce(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: `lead ${lock}`, keepAlive: true });
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      await client.connect();
      const held = client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock]).then(() => true);
      held.catch(() => undefined);
      if (!(await Promise.race([held, lost.then(() => false)]))) return;
      backoff.reset();
      leading = true;
      logger.info({ lock }, '本进程开始负责');
      const work = await start();
      try {
        await lost;
      } finally {
        leading = false;
        await work.close();
      }
    } finally {
      leading = false;
      // A query that still waits for the lock makes `end` cut the connection at once.
      await client.end().catch(() => undefined);
    }
  }

  const done = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await leadOnce();
      } catch (error) {
        logger.warn({ err: error, lock }, '暂时无法取得或保持负责权');
      }
      if (!stopping.signal.aborted) await pause(backoff.next(), stopping.signal);
    }
  })();

  return {
    get leading() {
      return leading;
    },
    async close() {
      stopping.abort();
      await done;
    },
  };
}
