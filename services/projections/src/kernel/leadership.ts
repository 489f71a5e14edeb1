import type pg from 'pg';
import { keepLeaderSession } from '@jwxt/infra/runtime/leadership.ts';
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

/**
 * One session whose advisory locks are the leaderships. Workers share what there is to lead: each takes at most its
 * part, and gives back what is more when another comes.
 */
export function keepLeadership(url: string, options: LeadershipOptions): Leadership {
  const leading = new Set<string>();
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
    const {
      rows: [present],
    } = await client.query<{ workers: number }>(
      `select count(*)::int as workers from pg_locks
        where locktype = 'advisory' and granted and mode = 'ShareLock'
          and database = (select oid from pg_database where datname = current_database()) and classid = $1
          and objid = (hashtext($2)::bigint & 4294967295)::oid`,
      [PRESENCE_CLASS, program],
    );
    const share = Math.ceil(options.candidates.length / Math.max(1, present?.workers ?? 1));
    for (const name of [...leading].slice(share)) {
      leading.delete(name);
      await options.onLost(name);
      await client.query(`select pg_advisory_unlock($1, hashtext($2))`, [LOCK_CLASS, versioned(name)]);
    }
    const wanted = options.candidates.filter(({ name }) => !leading.has(name)).map(({ name }) => name);
    const { rows } = await client.query<{ name: string }>(
      `select given.name from unnest($1::text[], $2::text[]) as given (name, versioned)
        where pg_try_advisory_lock($3, hashtext(given.versioned)) limit $4`,
      [wanted, wanted.map(versioned), LOCK_CLASS, share - leading.size],
    );
    for (const { name } of rows) {
      leading.add(name);
      options.onGained(name);
    }
  };
  const session = keepLeaderSession({
    url,
    name: 'projection leader',
    pollMs: options.pollMs,
    logger: options.logger,
    greet: async (client) =>
      void (await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [PRESENCE_CLASS, program])),
    settle,
    onLost: loseAll,
  });
  return {
    leading,
    async close() {
      await session.close();
      leading.clear();
    },
  };
}
