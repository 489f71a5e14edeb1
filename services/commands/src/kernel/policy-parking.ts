import type { Pool } from 'pg';
import { isPlace, type Position } from '@jwxt/infra/runtime/log-position.ts';

/** An event that a policy could not carry out. */
export interface ParkedEvent {
  readonly policy: string;
  readonly stream: string;
  readonly revision: number;
  /**
   * The process that leads tries it again by itself, because somebody else was in the way; otherwise it waits for an
   * administrator.
   */
  readonly retrying: boolean;
}

/** Which event it was. */
export interface EventToPark {
  readonly stream: string;
  readonly revision: number | bigint;
  readonly type: string;
  readonly position: Position;
}

/**
 * How a policy stands to a stream: how far in the log it has looked (undefined: nowhere), and whether an event of the
 * stream is parked.
 */
export interface StreamProgress {
  readonly reached: Position | undefined;
  readonly parked: boolean;
}

const waitingReason = '等待同一业务更早的事件处理完成';

/** Where policies stand, and what they had to leave aside: both in schema `commands`. */
export interface PolicyStore {
  /** The last position that each policy has dealt with. */
  checkpoints(): Promise<ReadonlyMap<string, Position>>;
  saveCheckpoint(policies: readonly string[], position: Position): Promise<void>;
  /** Gives a policy what stands under the names that it had formerly, unless something stands under its own. */
  rename(formerly: readonly string[], policy: string): Promise<void>;
  /** How policies stand to one stream, in one look. */
  standing(policies: readonly string[], stream: string): Promise<ReadonlyMap<string, StreamProgress>>;
  /** Oldest first within a stream. */
  parked(): Promise<ParkedEvent[]>;
  park(policy: string, event: EventToPark, why: { readonly reason: string; readonly retrying: boolean }): Promise<void>;
  /**
   * Parks an event behind an earlier one of its stream, which it then waits for in the same way; false when none is
   * parked any more.
   */
  parkBehind(policy: string, event: EventToPark): Promise<boolean>;
  /** Leaves one that was tried again, and what waits behind it, to an administrator. */
  giveUp(parked: ParkedEvent, reason: string): Promise<void>;
  unpark(parked: Pick<ParkedEvent, 'policy' | 'stream' | 'revision'>): Promise<void>;
}

/** How many events wait for an administrator. */
export async function countParked(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*) as n from commands.policy_parked where not retrying',
  );
  return Number(rows[0]?.n ?? 0);
}

/** Keeps them in PostgreSQL. */
export function createPolicyStore(pool: Pool): PolicyStore {
  return {
    async checkpoints() {
      // A store that named a place where nothing can be led these policies past everything since: they look at all
      // events again, which they may.
      await pool.query(
        `delete from commands.policy_checkpoint
          where commit_position >= 2::numeric ^ 63 or prepare_position >= 2::numeric ^ 63`,
      );
      const { rows } = await pool.query<{ policy: string; commit: string; prepare: string }>(
        `select policy, commit_position::text as commit, prepare_position::text as prepare
          from commands.policy_checkpoint`,
      );
      return new Map(rows.map((row) => [row.policy, { commit: BigInt(row.commit), prepare: BigInt(row.prepare) }]));
    },
    async saveCheckpoint(policies, position) {
      await pool.query(
        `insert into commands.policy_checkpoint (policy, commit_position, prepare_position, updated_at)
         select policy, $2::numeric, $3::numeric, now() from unnest($1::text[]) as policy
         on conflict (policy)
         do update set commit_position = excluded.commit_position, prepare_position = excluded.prepare_position,
           updated_at = now()
          where (policy_checkpoint.commit_position, policy_checkpoint.prepare_position) <
            (excluded.commit_position, excluded.prepare_position)`,
        [policies, String(position.commit), String(position.prepare)],
      );
    },
    async rename(formerly, policy) {
      await pool.query(
        `with checkpoint as (update commands.policy_checkpoint set policy = $2
                              where policy = (select policy from commands.policy_checkpoint where policy = any($1)
                                order by commit_position, prepare_position limit 1)
                                and not exists (select from commands.policy_checkpoint where policy = $2))
         update commands.policy_parked set policy = $2 where policy = any($1)`,
        [formerly, policy],
      );
    },
    async standing(policies, stream) {
      const { rows } = await pool.query<{
        policy: string;
        commit: string | null;
        prepare: string | null;
        parked: boolean;
      }>({
        name: 'policy-standing',
        text: `select given.policy, policy_checkpoint.commit_position::text as commit,
          policy_checkpoint.prepare_position::text as prepare,
                      exists (select from commands.policy_parked
                        where policy_parked.policy = given.policy and policy_parked.stream = $2) as
                        parked
                 from unnest($1::text[]) as given (policy)
                   left join commands.policy_checkpoint on policy_checkpoint.policy = given.policy`,
        values: [policies, stream],
      });
      return new Map(
        rows.map(({ policy, commit, prepare, parked }) => {
          const reached =
            commit === null || prepare === null ? undefined : { commit: BigInt(commit), prepare: BigInt(prepare) };
          return [policy, { reached: reached && isPlace(reached) ? reached : undefined, parked }];
        }),
      );
    },
    async parkBehind(policy, { stream, revision, type, position }) {
      // Whoever takes the earlier one out waits for this, or this sees that it is gone.
      const { rowCount } = await pool.query(
        `with earlier as (select retrying from commands.policy_parked
            where policy = $1 and stream = $2 and revision < $3 order by revision limit 1 for key share)
         insert into commands.policy_parked (policy, stream, revision, event_type, commit_position, prepare_position,
           reason, at, retrying)
         select $1, $2, $3, $4, $5::numeric, $6::numeric, $7, now(), retrying from earlier
         on conflict (policy, stream, revision) do update set at = excluded.at`,
        [policy, stream, String(revision), type, String(position.commit), String(position.prepare), waitingReason],
      );
      return rowCount === 1;
    },
    async parked() {
      const { rows } = await pool.query<ParkedEvent>(
        `select policy, stream, revision, retrying from commands.policy_parked
          order by commit_position, prepare_position`,
      );
      return rows;
    },
    async park(policy, { stream, revision, type, position }, { reason, retrying }) {
      await pool.query(
        `insert into commands.policy_parked (policy, stream, revision, event_type, commit_position, prepare_position,
            reason, at, retrying)
         values ($1, $2, $3, $4, $5::numeric, $6::numeric, $7, now(), $8)
         on conflict (policy, stream, revision)
         do update set reason = excluded.reason, at = excluded.at, retrying = excluded.retrying`,
        [policy, stream, String(revision), type, String(position.commit), String(position.prepare), reason, retrying],
      );
    },
    async giveUp({ policy, stream, revision }, reason) {
      await pool.query(
        `update commands.policy_parked
          set retrying = false, at = now(), reason = case when revision = $3 then $4 else reason end
          where policy = $1 and stream = $2`,
        [policy, stream, revision, reason],
      );
    },
    async unpark({ policy, stream, revision }) {
      await pool.query('delete from commands.policy_parked where policy = $1 and stream = $2 and revision = $3', [
        policy,
        stream,
        revision,
      ]);
    },
  };
}
