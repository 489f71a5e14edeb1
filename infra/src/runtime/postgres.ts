import { Socket } from 'node:net';
import pg from 'pg';
import { createBackoff, pause } from './backoff.ts';
import type { Logger } from './logger.ts';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
/** What runs one statement: a pool, or a client inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/**
 * How values arrive: `int8` as number, and an error when it is not a safe integer (select `::text` then);
 * `numeric` as string; `date` and `timestamp` as the text of the database; `timestamptz` as Date; `json` parsed.
 */
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, parseInt8);
typeParsers.setTypeParser(pg.types.builtins.DATE, (text) => text);
typeParsers.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text);

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number, select it as text`);
  return value;
}

/** Options of {@link createPool}. */
export interface PoolOptions {
  /** Shown in `pg_stat_activity`. */
  name: string;
  /** Connections at most. Default 10. */
  max?: number;
  /** A statement that runs longer is cancelled, in milliseconds. Default 30 s; 0 means no limit. */
  statementTimeoutMs?: number;
  /** Settings of each session, by name. */
  settings?: Readonly<Record<string, string>>;
  logger?: Logger;
}

/**
 * An answer that is later than it can be never comes: the connection is dead, though nobody said so. In milliseconds.
 */
const goneMs = 2_000;
/**
 * Connections that only wait are asked this often whether they still stand, and have this long to answer. In
 * milliseconds.
 */
const stillThere = { everyMs: 3_000, answerMs: 3_000 };

/** A connection pool with the type rules above. A connection that breaks while idle is logged and replaced. */
export function createPool(url: string, options: PoolOptions): Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.name,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // The server cancels a slow statement; this ends the wait for a server that is gone without a word.
    ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + goneMs } : {}),
    options: Object.entries(options.settings ?? {})
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    keepAlive: true,
    types: typeParsers,
  });
  pool.on('error', (error) => options.logger?.warn({ err: error }, '数据库空闲连接中断'));
  return pool;
}

/** Asks one thing over a connection of its own, for programs that have no pool: rows with the type rules above. */
export async function queryOnce<Row extends object>(
  url: string,
  name: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    types: typeParsers,
  });
  // What breaks while it is asked is thrown by the question.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. A connection whose rollback
 * fails is thrown away, never returned to the pool.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  isolation: 'read committed' | 'repeatable read' | 'serializable' = 'read committed',
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection cut between two statements would end the process: nobody else listens while the client is out of the
  // pool.
  const onLost = (error: Error): void => {
    broken = error;
  };
  client.on('error', onLost);
  try {
    await client.query(`begin isolation level ${isolation}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // The rollback would wait as long as the statement that got no answer.
    if (isUnanswered(error)) broken = error;
    else {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
    }
    throw error;
  } finally {
    client.off('error', onLost);
    client.release(broken);
  }
}

/** Whether the driver gave up waiting for the server's answer. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * A connection that is not in a pool. While it is still being made, the end of `stopping` cuts it: a server that says
 * nothing would be waited for.
 */
export function createClient(config: pg.ClientConfig, stopping: AbortSignal): pg.Client {
  const socket = new Socket();
  const client = new pg.Client({ ...config, stream: () => socket });
  const cut = (): void => void socket.destroy();
  stopping.addEventListener('abort', cut);
  const settled = (): void => stopping.removeEventListener('abort', cut);
  client.on('connect', settled);
  client.on('end', settled);
  return client;
}

/** What a listener is told. */
export interface ListenHandler {
  /** One `NOTIFY`; the payload is empty text when none was given. */
  onNotification(payload: string): void;
  /** Notifications may have been missed: the connection was lost and is back. Read the state afresh. */
  onGap?(): void;
}

/** A standing `LISTEN`. */
export interface Listener {
  /** True while the connection stands. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/**
 * Listens on a channel over a connection of its own. Resolves when the first `LISTEN` is in force; after that a lost
 * connection is rebuilt with growing waits for as long as it takes, and `onGap` is called each time it is back. The end
 * of `giveUp` ends the wait for the first.
 */
export async function listen(
  url: string,
  channel: string,
  handler: ListenHandler,
  logger?: Logger,
  giveUp: AbortSignal = new AbortController().signal,
): Promise<Listener> {
  const stopping = new AbortController();
  const over = AbortSignal.any([stopping.signal, giveUp]);
  const backoff = createBackoff(100, 5_000);
  let client: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const next = createClient(
      {
        connectionString: url,
        application_name: `listen ${channel}`,
        keepAlive: true,
        connectionTimeoutMillis: stillThere.answerMs,
        query_timeout: stillThere.answerMs,
      },
      over,
    );
    let lost = false;
    const asking = setInterval(() => {
      if (client === next) next.query('select 1').catch((error: Error) => onLost(error));
    }, stillThere.everyMs);
    asking.unref();
    const onLost = (error?: Error): void => {
      clearInterval(asking);
      if (lost || stopping.signal.aborted) return;
      lost = true;
      const stood = client === next;
      client = undefined;
      void next.end().catch(() => undefined);
      if (!stood) return;
      logger?.warn({ err: error, channel }, '数据库通知连接中断，正在重连');
      void reconnect();
    };
    next.on('error', onLost);
    next.on('end', () => onLost());
    next.on('notification', (message) => handler.onNotification(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      clearInterval(asking);
      await next.end().catch(() => undefined);
      throw error;
    }
    if (stopping.signal.aborted) {
      await next.end();
      return;
    }
    client = next;
    backoff.reset();
  };

  const reconnect = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pause(backoff.next(), stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await connect();
        handler.onGap?.();
        return;
      } catch (error) {
        logger?.debug({ err: error, channel }, '数据库通知连接仍未恢复');
      }
    }
  };

  await connect();
  return {
    get connected() {
      return client !== undefined;
    },
    async close() {
      stopping.abort();
      const open = client;
      client = undefined;
      await open?.end();
    },
  };
}
