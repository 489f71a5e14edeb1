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

/** How often the lock is asked for, and afterwards whether its connection still stands; and how long an answer may take. */
const pollMs = 500;
const answerLimitMs = 5_000;

/**
 * Does work in whichever process holds a PostgreSQL advisory lock. The lock lives with its connection: when the process dies or the
 * connection breaks, the server frees it and another process takes over. A connection that does not answer counts as broken.
 */
export function leadOne({ databaseUrl, lock, start, logger }: LeadershipOptions): Leadership {
  const stopping = new AbortController();
  const backoff = createBackoff(100, 5_000);
  let leading = false;

  async function leadOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl, application_name: `lead ${lock}`, keepAlive: true, connectionTimeoutMillis: answerLimitMs, query_timeout: answerLimitMs,
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    const over = AbortSignal.any([lost.signal, stopping.signal]);
    try {
      await client.connect();
      while (!over.aborted && !(await hasLock(client, lock))) await pause(pollMs, over);
      if (over.aborted) return;
      backoff.reset();
      leading = true;
      logger.info({ lock }, '本进程开始负责');
      const work = await start();
      try {
        for (await pause(pollMs, over); !over.aborted; await pause(pollMs, over)) await client.query('select 1');
      } finally {
        leading = false;
        await work.close();
      }
    } finally {
      leading = false;
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

async function hasLock(client: pg.Client, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [lock]);
  return rows[0]?.taken ?? false;
}
