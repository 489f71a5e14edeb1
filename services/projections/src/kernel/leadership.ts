import pg from 'pg';
import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';

/** What may be led: a read model at one version, so that two versions side by side lead apart. */
export interface Candidate {
  readonly name: string;
  readonly version: number;
}

export interface LeadershipOptions {
  candidates: readonly Candidate[];
  /** Waiting time between attempts for what others lead. */
  pollMs: number;
  onGained(name: string): void;
  /** The lock may be somebody else's from now on. Stop writing. */
  onLost(name: string): void;
  logger: Logger;
}

/** Leads what nobody else leads, for as long as its connection to the database stands. */
export interface Leadership {
  readonly leading: ReadonlySet<string>;
  /** Gives all locks back; call it when the writing has ended. */
  close(): Promise<void>;
}

/** First key of all leader locks. */
const LOCK_CLASS = 7_200_433;
const ANSWER_LIMIT_MS = 5_000;

/** One session whose advisory locks are the leaderships: when it breaks, PostgreSQL gives them free and another worker takes over. */
export function keepLeadership(url: string, options: LeadershipOptions): Leadership {
  const leading = new Set<string>();
  const stopping = new AbortController();
  const backoff = createBackoff(100, 2_000);

  const loseAll = (): void => {
    for (const name of leading) {
      leading.delete(name);
      options.onLost(name);
    }
  };
  const hold = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url, application_name: 'projection leader', keepAlive: true, query_timeout: ANSWER_LIMIT_MS, connectionTimeoutMillis: ANSWER_LIMIT_MS });
    const broken = new AbortController();
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    try {
      await client.connect();
      while (!stopping.signal.aborted && !broken.signal.aborted) {
        const wanted = options.candidates.filter(({ name }) => !leading.has(name));
        // Asked even when nothing is wanted: a connection that does not answer holds no lock that we may trust.
        const { rows } = await client.query<{ name: string }>(
          'select k.name from unnest($1::text[], $2::int[]) as k (name, version) where pg_try_advisory_lock($3, hashtext(k.name || \'@\' || k.version))',
          [wanted.map(({ name }) => name), wanted.map(({ version }) => version), LOCK_CLASS],
        );
        backoff.reset();
        for (const { name } of rows) {
          leading.add(name);
          options.onGained(name);
        }
        await pause(options.pollMs, AbortSignal.any([stopping.signal, broken.signal]));
      }
    } finally {
      if (!stopping.signal.aborted) loseAll();
      await client.end().catch(() => undefined);
    }
  };
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await hold();
      } catch (error) {
        options.logger.warn({ err: error }, '读模型主写连接中断，正在重连');
      }
      if (!stopping.signal.aborted) await pause(backoff.next(), stopping.signal);
    }
  };

  const kept = keep();
  return {
    leading,
    async close() {
      stopping.abort();
      await kept;
      leading.clear();
    },
  };
}
