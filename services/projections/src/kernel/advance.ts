import { READ_MODEL_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { WatchedBatch } from './batch-watch.ts';
import { placeColumns, type Generation, type LockedGeneration } from './generation.ts';
import type { ParkedEvent, ReadEvent } from './isolate-poison.ts';
import { samePlace, type Place } from './log-batch.ts';
import type { ModelWriter } from './model-writer.ts';
import { noticePayload } from './notice.ts';

/** Figures of a running build; absent while serving. */
export interface BuildProgress {
  /** Events a second. */
  speed: number | null;
  /** Estimate of how many there are in all. */
  total: number | null;
}

/** Read models that a batch passed without concerning them. */
export interface Passing {
  readonly upTo: Position;
  readonly models: readonly string[];
}

/** Who is told of a step, and what of it is shown. */
export interface Telling {
  /** Of a build. */
  readonly progress?: BuildProgress | undefined;
  /** Who else is told to have passed the batch. */
  readonly passing?: Passing;
  /** Nobody is told. */
  readonly quiet?: boolean;
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

/**
 * Whether events of a generation are parked. Only once it is locked: another worker may have parked some while this one
 * waited for its turn.
 */
export async function hasParked(client: PoolClient, { name, generation }: Generation): Promise<boolean> {
  const { rows } = await client.query<{ parks: boolean }>(
    'select exists (select from projection.parked where name = $1 and generation = $2) as parks',
    [name, generation],
  );
  return rows[0]?.parks === true;
}

/** Streams of these events of which an earlier event is parked. */
export async function heldStreams(
  client: PoolClient,
  { name, generation }: Generation,
  events: readonly ReadEvent[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ stream: string }>(
    'select distinct stream from projection.parked where name = $1 and generation = $2 and stream = any ($3)',
    [name, generation, [...new Set(events.map(({ recorded }) => recorded.stream))]],
  );
  return new Set(rows.map(({ stream }) => stream));
}

/** Sets the parked events of a batch aside, with their reasons. */
export async function park(client: PoolClient, steps: readonly Pick<Advance, 'now' | 'parked'>[]): Promise<void> {
  const all = steps.flatMap(({ now, parked }) =>
    parked.map(({ recorded, reason }) => {
      const [commit, prepare] = placeColumns(recorded.position);
      return {
        name: now.name,
        generation: now.generation,
        stream: recorded.stream,
        revision: String(recorded.revision),
        event_type: recorded.type,
        commit_position: commit,
        prepare_position: prepare,
        reason,
      };
    }),
  );
  if (all.length === 0) return;
  await client.query(
    `insert into projection.parked (name, generation, stream, revision, event_type, commit_position, prepare_position,
        reason, at)
     select name, generation, stream, revision, event_type, commit_position, prepare_position, reason, now()
     from json_populate_recordset(null::projection.parked, $1) on conflict do nothing`,
    [JSON.stringify(all)],
  );
}

/**
 * PostgreSQL counts rows late, some seconds after a connection last wrote; who rebuilds wants to see whether all are
 * there.
 */
const countedAtOnce = ', pg_stat_force_next_flush()';

/**
 * Moves the checkpoints, and tells those who listen, in one notice, where the serving ones are and those that the batch
 * passed: NOTIFY is delivered when the transaction commits. A build is nobody's business before it serves. Answers the
 * stamp that this transaction leaves on each; call it outside of savepoints.
 */
export async function advance(
  client: PoolClient,
  steps: readonly Advance[],
  { progress, passing, quiet }: Telling,
): Promise<string> {
  const places = steps.map(({ checkpoint }) => placeColumns(checkpoint));
  const { rows } = await client.query<{ stamp: string }>({
    name: progress ? 'advance_build' : 'advance',
    text: `with step as (
        select *
        from unnest($1::text[], $2::int[], $3::numeric[], $4::numeric[], $5::int[], $6::timestamptz[], $7::text[])
          as step (name, generation, commit, prepare, events, last_event_at, failure)
      ), moved as (
        update projection.read_model model
        set commit_position = step.commit, prepare_position = step.prepare,
          events_handled = model.events_handled + step.events,
          last_event_at = coalesce(step.last_event_at, model.last_event_at), updated_at = now(), worker = $8,
            speed = $9,
            events_total = coalesce($10, model.events_total),
          status = case when step.failure is null then model.status
            else 'failed' end, failure = coalesce(step.failure, model.failure)
        from step where model.name = step.name and model.generation = step.generation
      )
      select pg_current_xact_id()::xid::text as stamp, (select count(pg_notify('${READ_MODEL_CHANNEL}', notice))
        from unnest($11::text[]) as notice) as told${progress ? countedAtOnce : ''}`,
    values: [
      steps.map(({ now }) => now.name),
      steps.map(({ now }) => now.generation),
      places.map(([commit]) => commit),
      places.map(([, prepare]) => prepare),
      steps.map(({ count }) => count),
      steps.map(({ lastEventAt }) => lastEventAt),
      steps.map(({ failure }) => failure),
      steps[0]?.writer.target.worker,
      progress?.speed ?? null,
      progress?.total ?? null,
      quiet ? [] : noticesOf(steps, passing),
    ],
  });
  return rows[0]?.stamp ?? '';
}

/** One notice for all that reach a place: one for the batch, unless something stopped one on its way. */
function noticesOf(steps: readonly Advance[], passing: Passing | undefined): string[] {
  const places = new Map<Position, Advance[]>();
  for (const step of steps) {
    const { now, checkpoint } = step;
    if (now.status !== 'serving' || checkpoint === 'start') continue;
    const place = [...places.keys()].find((known) => samePlace(known, checkpoint)) ?? checkpoint;
    places.set(place, [...(places.get(place) ?? []), step]);
  }
  return [...places].map(([place, reached]) =>
    noticePayload(
      place,
      reached.map(({ now, writer, watched }) => ({ model: now.name, notice: writer.rows.notice, cause: watched })),
      passing && samePlace(place, passing.upTo) ? passing.models : [],
    ),
  );
}
