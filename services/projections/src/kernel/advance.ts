import { READ_MODEL_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { WatchedBatch } from './batch-watch.ts';
import { placeColumns, type Generation, type LockedGeneration } from './generation.ts';
import type { ParkedEvent, ReadEvent } from './isolate-poison.ts';
import type { Place } from './log-batch.ts';
import type { ModelWriter } from './model-writer.ts';

/** Figures of a running build; absent while serving. */
export interface BuildProgress {
  /** Events a second. */
  speed: number | null;
  /** Estimate of how many there are in all. */
  total: number | null;
}

/** How far a batch brings one generation. */
export interface Advance {
  readonly writer: ModelWriter;
  readonly now: LockedGeneration;
  readonly checkpoint: Place;
  /** Events of the log that are handled with it. */
  readonly count: number;
  readonly lastEventAt: Date | null;
  readonly parked: readonly ParkedEvent[];
  /** Why it stops there, if it does. */
  readonly failure: string | null;
  readonly watched: WatchedBatch | undefined;
}

/** Streams of these events of which an earlier event is parked. */
export async function heldStreams(client: PoolClient, { name, generation }: Generation, events: readonly ReadEvent[]): Promise<Set<string>> {
  const { rows } = await client.query<{ stream: string }>(
    'select distinct stream from projection.parked where name = $1 and generation = $2 and stream = any ($3)',
    [name, generation, [...new Set(events.map(({ recorded }) => recorded.stream))]],
  );
  return new Set(rows.map(({ stream }) => stream));
}

/** Sets the parked events of a batch aside, with their reasons. */
export async function park(client: PoolClient, steps: readonly Pick<Advance, 'now' | 'parked'>[]): Promise<void> {
  const all = steps.flatMap(({ now, parked }) => parked.map(({ recorded, reason }) => {
    const [commit, prepare] = placeColumns(recorded.position);
    return { name: now.name, generation: now.generation, stream: recorded.stream, revision: String(recorded.revision), event_type: recorded.type, commit_position: commit, prepare_position: prepare, reason };
  }));
  if (all.length === 0) return;
  await client.query(
    `insert into projection.parked (name, generation, stream, revision, event_type, commit_position, prepare_position, reason, at)
     select name, generation, stream, revision, event_type, commit_position, prepare_position, reason, now() from json_populate_recordset(null::projection.parked, $1) on conflict do nothing`,
    [JSON.stringify(all)],
  );
}

/** PostgreSQL counts rows late, some seconds after a connection last wrote; who rebuilds wants to see whether all are there. */
const countedAtOnce = ', pg_stat_force_next_flush()';

/**
 * Moves the checkpoints, and tells those who listen where the serving ones are: NOTIFY is delivered when the transaction commits. A build
 * is nobody's business before it serves. Answers the stamp that this transaction leaves on each; call it outside of savepoints.
 */
export async function advance(client: PoolClient, steps: readonly Advance[], progress: BuildProgress | undefined): Promise<string> {
  const places = steps.map(({ checkpoint }) => placeColumns(checkpoint));
  const { rows } = await client.query<{ stamp: string }>({
    name: progress ? 'advance_build' : 'advance',
    text: `with step as (
        select * from unnest($1::text[], $2::int[], $3::numeric[], $4::numeric[], $5::int[], $6::timestamptz[], $7::text[], $8::text[])
          as s (name, generation, commit, prepare, events, last_event_at, failure, notice)
      ), moved as (
        update projection.read_model m set commit_position = s.commit, prepare_position = s.prepare, events_handled = m.events_handled + s.events,
          last_event_at = coalesce(s.last_event_at, m.last_event_at), updated_at = now(), worker = $9, speed = $10, events_total = coalesce($11, m.events_total),
          status = case when s.failure is null then m.status else 'failed' end, failure = coalesce(s.failure, m.failure)
        from step s where m.name = s.name and m.generation = s.generation returning s.notice
      )
      select pg_current_xact_id()::xid::text as stamp, case when notice is not null then pg_notify('${READ_MODEL_CHANNEL}', notice) end${progress ? countedAtOnce : ''} from moved`,
    values: [
      steps.map(({ now }) => now.name), steps.map(({ now }) => now.generation), places.map(([commit]) => commit), places.map(([, prepare]) => prepare),
      steps.map(({ count }) => count), steps.map(({ lastEventAt }) => lastEventAt), steps.map(({ failure }) => failure), steps.map(noticeOf),
      steps[0]?.writer.target.worker, progress?.speed ?? null, progress?.total ?? null,
    ],
  });
  return rows[0]?.stamp ?? '';
}

function noticeOf({ writer, now, checkpoint, watched }: Advance): string | null {
  return now.status === 'serving' && checkpoint !== 'start' ? writer.rows.notice.payload(now.name, formatPosition(checkpoint), watched ?? {}) : null;
}
