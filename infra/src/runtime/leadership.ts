import type pg from 'pg';
import { createBackoff, pause } from './backoff.ts';
import type { Logger } from './logger.ts';
import { createClient } from './postgres.ts';

/** A database session whose advisory locks say who leads. */
export interface LeaderSession {
  /** Ends the session, and with it whatever it leads. */
  close(): Promise<void>;
}

/** Options of {@link keepLeaderSession}. */
export interface LeaderSessionOptions {
  readonly url: string;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  /** How often the session settles what it leads, in milliseconds; well below `silenceMs`. */
  readonly pollMs: number;
  /**
   * PostgreSQL ends a session that has said nothing for so long, in milliseconds: its process hangs, or the way to it
   * is cut. Longer than a process trusts a session that does not answer. Default 10 s.
   */
  readonly silenceMs?: number;
  /** Once in each new session, before it settles anything. */
  greet?(client: pg.Client): Promise<void>;
  /**
   * Takes locks or gives them back; asks something even when nothing is wanted, as a connection that does not answer
   * holds no lock that may be trusted.
   */
  settle(client: pg.Client): Promise<void>;
  /**
   * The session is gone: its locks may be somebody else's. The next session begins when this has ended. Not called by
   * `close`.
   */
  onLost(): Promise<void> | void;
  readonly logger: Logger;
}

const answerLimitMs = 5_000;

/**
 * Keeps a session whose advisory locks are leaderships. When its process dies, hangs or is cut off, PostgreSQL gives
 * them free and another process takes over; this one begins anew when it can.
 */
export function keepLeaderSession({
  url,
  name,
  pollMs,
  silenceMs = 10_000,
  greet,
  settle,
  onLost,
  logger,
}: LeaderSessionOptions): LeaderSession {
  const stopping = new AbortController();
  const backoff = createBackoff(100, 5_000);

  async function hold(): Promise<void> {
    const client = createClient(
      {
        connectionString: url,
        application_name: name,
        keepAlive: true,
        query_timeout: answerLimitMs,
        connectionTimeoutMillis: answerLimitMs,
        options: `-c idle_session_timeout=${silenceMs}`,
      },
      stopping.signal,
    );
    const broken = new AbortController();
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    const over = AbortSignal.any([stopping.signal, broken.signal]);
    try {
      await client.connect();
      await greet?.(client);
      while (!over.aborted) {
        await settle(client);
        backoff.reset();
        await pause(pollMs, over);
      }
    } finally {
      if (!stopping.signal.aborted) await onLost();
      await client.end().catch(() => undefined);
    }
  }

  const kept = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await hold();
      } catch (error) {
        logger.warn({ err: error, session: name }, '暂时无法取得或保持负责权');
      }
      if (!stopping.signal.aborted) await pause(backoff.next(), stopping.signal);
    }
  })();

  return {
    async close() {
      stopping.abort();
      await kept;
    },
  };
}

/** Work that one process of many does at a time. */
export interface Leadership {
  readonly leading: boolean;
  /** Stops the work, if it is done here, and gives the lock back. */
  close(): Promise<void>;
}

/** Options of {@link leadOne}. */
export interface LeadOneOptions {
  readonly databaseUrl: string;
  /** Who holds this lock leads. */
  readonly lock: string;
  /** Starts the work; what it answers is closed when the lead is lost or given back. */
  start(): Promise<{ close(): Promise<void> }>;
  readonly silenceMs?: number;
  readonly logger: Logger;
}

const pollMs = 500;

/** Does work in whichever process holds a lock, and in none while its old work here has not ended. */
export function leadOne({ databaseUrl, lock, start, logger, ...limits }: LeadOneOptions): Leadership {
  let work: Promise<{ close(): Promise<void> }> | null = null;
  let failure: Error | null = null;
  let closing = false;

  const endWork = async (): Promise<void> => {
    const ending = work;
    work = null;
    failure = null;
    await (await ending?.catch(() => undefined))?.close();
  };

  const session = keepLeaderSession({
    url: databaseUrl,
    name: `lead ${lock}`,
    pollMs,
    logger,
    ...limits,
    async settle(client) {
      if (failure !== null) throw failure;
      // What already leads, or ends, is only kept alive: the lock stays until its work has ended.
      if (work !== null || closing) return void (await client.query('select 1'));
      const {
        rows: [row],
      } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [
        lock,
      ]);
      if (!row?.taken || closing) return;
      logger.info({ lock }, '本进程开始负责');
      work = start();
      work.catch((error: unknown) => {
        failure = new Error(`${lock}: could not start`, { cause: error });
      });
    },
    onLost: endWork,
  });

  return {
    get leading() {
      return work !== null;
    },
    async close() {
      closing = true;
      await endWork();
      await session.close();
    },
  };
}
