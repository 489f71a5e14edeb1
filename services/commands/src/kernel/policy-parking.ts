import type { Pool } from 'pg';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';

/** An event that a policy could not carry out, waiting for an administrator. */
export interface ParkedEvent {
  readonly policy: string;
  readonly stream: string;
  readonly revision: number;
}

/** Which event it was. */
export interface EventToPark {
  readonly stream: string;
  readonly revision: number | bigint;
  readonly type: string;
  readonly position: Position;
}

/** Where policies stand, and what they had to leave aside: both in schema `commands`. */
export interface PolicyStore {
  /** The last position that each policy has dealt with. */
  checkpoints(): Promise<ReadonlyMap<string, Position>>;
  saveCheckpoint(policies: readonly string[], position: Position): Promise<void>;
  /** Oldest first within a stream. */
  parked(): Promise<ParkedEvent[]>;
  park(policy: string, event: EventToPark, reason: string): Promise<void>;
  unpark(parked: ParkedEvent): Promise<void>;
}

/** How many events wait for an administrator. */
export async function countParked(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from commands.policy_parked');
  return Number(rows[0]?.n ?? 0);
}

/** Keeps them in PostgreSQL. */
export function createPolicyStore(pool: Pool): PolicyStore {
  return {
    async checkpoints() {
      const { rows } = await pool.query<{ policy: string; commit: string; prepare: string }>(
        'select policy, commit_position::text as commit, prepare_position::text as prepare from commands.policy_checkpoint',
      );
      return new Map(rows.map((row) => [row.policy, { commit: BigInt(row.commit), prepare: BigInt(row.prepare) }]));
    },
    async saveCheckpoint(policies, position) {
      await pool.query(
        `insert into commands.policy_checkpoint (policy, commit_position, prepare_position, updated_at)
         select policy, $2::numeric, $3::numeric, now() from unnest($1::text[]) as policy
         on conflict (policy) do update set commit_position = excluded.commit_position, prepare_position = excluded.prepare_position, updated_at = now()
          where (policy_checkpoint.commit_position, policy_checkpoint.prepare_position) < (excluded.commit_position, excluded.prepare_position)`,
        [policies, String(position.commit), String(position.prepare)],
      );
    },
    async parked() {
      const { rows } = await pool.query<ParkedEvent>('select policy, stream, revision from commands.policy_parked order by commit_position, prepare_position');
      return rows;
    },
    async park(policy, { stream, revision, type, position }, reason) {
      await pool.query(
        `insert into commands.policy_parked (policy, stream, revision, event_type, commit_position, prepare_position, reason, at)
         values ($1, $2, $3, $4, $5::numeric, $6::numeric, $7, now())
         on conflict (policy, stream, revision) do update set reason = excluded.reason, at = excluded.at`,
        [policy, stream, String(revision), type, String(position.commit), String(position.prepare), reason],
      );
    },
    async unpark({ policy, stream, revision }) {
      await pool.query('delete from commands.policy_parked where policy = $1 and stream = $2 and revision = $3', [policy, stream, revision]);
    },
  };
}
