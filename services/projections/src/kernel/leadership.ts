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
  /** The lock may be somebody else's from now on. Stop writing; resolves when the writing has ended. */
  onLost(name: string): Promise<void>;
  logger: Logger;
}

/** Leads its share of what nobody else leads, for as long as its connection to the database stands. */
export interface Leadership {
  readonly leading: ReadonlySet<string>;
  /** Gives all locks back; call it when the writing has ended. */
  close(): Promise<void>;
}

/** First key of all leader locks. */
const LOCK_CLASS = 7_200_433;
/** First key of the shared locks by which workers of the same program count each other. */
const PRESENCE_CLASS = 7_200_434;
const ANSWER_LIMIT_MS = 5_000;
/** PostgreSQL ends a session that has said nothing for so long: its worker hangs, or the way to it is cut. Longer than a worker trusts a session that does not answer. */
const SILENCE_LIMIT_MS = 10_000;

/**
 * One session whose advisory locks are the leaderships: when it breaks, PostgreSQL gives them free and another worker takes over. Workers
 * share what there is to lead: each takes at most its part, and gives back what is more when another comes.
 */
export function keepLeadership(url: string, options: LeadershipOptions): Leadership {
  const leading = new Set<string>();
  const stopping = new AbortController();
  const backoff = createBackoff(100, 2_000);
  const versions = new Map(options.candidates.map(({ name, version }) => [name, version]));
  const versioned = (name: string): string => `${name}@${versions.get(name)}`;
  /** What workers of the same program have in common: with others nothing can be shared. */
  const program = options.candidates.map(({ name }) => versioned(name)).join();

  const loseAll = (): void => {
    for (const name of leading) {
      leading.delete(name);
      void options.onLost(name);
    }
  };
  /** Takes what is free up to the share, or gives back what is more. */
  const settle = async (client: pg.Client): Promise<void> => {
    // Asked even when nothing is wanted: a connection that does not answer holds no lock that we may trust.
    const { rows: [present] } = await client.query<{ workers: number }>(
      "select count(*)::int as workers from pg_locks where locktype = 'advisory' and granted and mode = 'ShareLock' and database = (select oid from pg_database where datname = current_database()) and classid = $1 and objid = (hashtext($2)::bigint & 4294967295)::oid",
      [PRESENCE_CLASS, program]);
    const share = Math.ceil(options.candidates.length / Math.max(1, present?.workers ?? 1));
    for (const name of [...leading].slice(share)) {
      leading.delete(name);
      await options.onLost(name);
      await client.query(`select pg_advisory_unlock($1, hashtext($2))`, [LOCK_CLASS, versioned(name)]);
    }
    const wanted = options.candidates.filter(({ name }) => !leading.has(name)).map(({ name }) => name);
    const { rows } = await client.query<{ name: string }>(
      'select k.name from unnest($1::text[], $2::text[]) as k (name, versioned) where pg_try_advisory_lock($3, hashtext(k.versioned)) limit $4',
      [wanted, wanted.map(versioned), LOCK_CLASS, share - leading.size]);
    for (const { name } of rows) {
      leading.add(name);
      options.onGained(name);
    }
  };
  const hold = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url, application_name: 'projection leader', keepAlive: true, query_timeout: ANSWER_LIMIT_MS, connectionTimeoutMillis: ANSWER_LIMIT_MS,
      options: `-c idle_session_timeout=${SILENCE_LIMIT_MS}`,
    });
    const broken = new AbortController();
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    try {
      await client.connect();
      await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [PRESENCE_CLASS, program]);
      while (!stopping.signal.aborted && !broken.signal.aborted) {
        await settle(client);
        backoff.reset();
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
