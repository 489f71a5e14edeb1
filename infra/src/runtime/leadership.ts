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

/** Work that one process of many does at a time, by the name of its lock: what `start` answers is closed at its end. */
export type WorkByLock = Readonly<Record<string, () => Promise<Closable>>>;

interface Closable {
  close(): Promise<void>;
}

/** What this process leads of some work. */
export interface Leads {
  /** Whether the work of this lock is done here. */
  leading(lock: string): boolean;
  /** Stops what is done here and gives the locks back. */
  close(): Promise<void>;
}

/** Options of {@link leadWork}. */
export interface LeadWorkOptions {
  readonly databaseUrl: string;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  readonly work: WorkByLock;
  readonly silenceMs?: number;
  readonly logger: Logger;
}

const pollMs = 500;

/**
 * Does each work in whichever process holds its lock, and in none while its old work here has not ended. All locks of a
 * process are held by one session.
 */
export function leadWork({ databaseUrl, name, work, logger, ...limits }: LeadWorkOptions): Leads {
  const all = new Map(Object.entries(work).map(([lock, start]) => [lock, createLed(lock, start, logger)]));
  let closing = false;
  const endAll = async (): Promise<void> => void (await Promise.all([...all.values()].map((led) => led.end())));

  const session = keepLeaderSession({
    url: databaseUrl,
    name,
    pollMs,
    logger,
    ...limits,
    async settle(client) {
      // What is led, or ends, is only kept alive: its lock stays until its work has ended.
      const wanted = closing ? [] : [...all].filter(([, led]) => !led.held).map(([lock]) => lock);
      const { rows } = await client.query<{ lock: string }>(
        'select lock from unnest($1::text[]) as lock where pg_try_advisory_lock(hashtextextended(lock, 0))',
        [wanted],
      );
      for (const { lock } of rows) all.get(lock)?.take();
      if (!closing) for (const led of all.values()) led.work();
    },
    onLost: endAll,
  });

  return {
    leading: (lock) => all.get(lock)?.running ?? false,
    async close() {
      closing = true;
      await endAll();
      await session.close();
    },
  };
}

/** One work and its lock. */
interface Led {
  /** The session has the lock. */
  readonly held: boolean;
  readonly running: boolean;
  take(): void;
  /** Starts the work if it is to run and does not; after a start that failed, not at once. */
  work(): void;
  /** Ends the work; the lock counts as gone from the beginning. */
  end(): Promise<void>;
}

function createLed(lock: string, start: () => Promise<Closable>, logger: Logger): Led {
  const backoff = createBackoff(100, 5_000);
  let held = false;
  let running: Promise<Closable> | null = null;
  let notBefore = 0;
  return {
    get held() {
      return held;
    },
    get running() {
      return running !== null;
    },
    take() {
      held = true;
      logger.info({ lock }, '本进程开始负责');
    },
    work() {
      if (!held || running !== null || performance.now() < notBefore) return;
      const starting = start();
      running = starting;
      starting.then(
        () => backoff.reset(),
        (error: unknown) => {
          logger.warn({ err: error, lock }, '无法开始所负责的工作，稍后重试');
          notBefore = performance.now() + backoff.next();
          if (running === starting) running = null;
        },
      );
    },
    async end() {
      const ending = running;
      running = null;
      held = false;
      await (await ending?.catch(() => undefined))?.close();
    },
  };
}
