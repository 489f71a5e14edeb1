import { READ_MODEL_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { UnreadableEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/event-log-reading.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { inTransaction, type Pool, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { BatchWatch, NoticeCause } from './batch-watch.ts';
import { lockGeneration, placeColumns, type Generation } from './generation.ts';
import { applyEvents, type ParkedEvent, type ReadEvent } from './isolate-poison.ts';
import { beyond, concerns, projected, reaches, type LogBatch, type Place } from './log-batch.ts';
import { createNotice, type Notice } from './notice.ts';
import type { Projection } from './projection.ts';

/** A generation to write to. */
export interface Target {
  readonly projection: Projection;
  readonly generation: Generation;
  /** Shown to administrators. */
  readonly worker: string;
  readonly watch?: BatchWatch;
}

/**
 * What became of a batch. `gone`: the generation is not ours to write any more (swapped, cancelled, failed). `gap`: events between its
 * checkpoint and the batch are missing. `failed`: an event cannot be read; what came before it is applied.
 */
export type BatchOutcome = { kind: 'applied'; checkpoint: Place } | { kind: 'gone' } | { kind: 'gap' } | { kind: 'failed'; reason: string };

/** Figures of a running build; absent while serving. */
export interface BuildProgress {
  /** Events a second. */
  speed: number | null;
  /** Estimate of how many there are in all. */
  total: number | null;
}

/**
 * Applies a stretch of the log to one generation: rows, parked events and checkpoint in one transaction. The checkpoint is compared under
 * the row's lock, so that a batch that comes twice, or from two workers, changes nothing the second time.
 */
export async function applyBatch(pool: Pool, target: Target, batch: LogBatch, progress?: BuildProgress): Promise<BatchOutcome> {
  const { projection, generation } = target;
  const relevant = batch.events.filter((event) => concerns(projection, event));
  if (relevant.length === 0 && !progress && (await moveCheckpoint(pool, target, batch))) return { kind: 'applied', checkpoint: batch.upTo };
  const watched = target.watch?.begin(projection.name, relevant, progress !== undefined);
  const outcome = await inTransaction<BatchOutcome>(pool, async (client) => {
    const now = await lockGeneration(client, generation.name, generation.generation);
    if (!now || (now.status !== 'serving' && now.status !== 'building')) return { kind: 'gone' };
    if (reaches(now.checkpoint, batch.upTo)) return { kind: 'applied', checkpoint: now.checkpoint };
    if (!reaches(now.checkpoint, batch.after)) return { kind: 'gap' };
    const fresh = beyond(batch, now.checkpoint);
    const { readable, unreadable } = read(fresh.filter((event) => concerns(projection, event)));
    const notice = createNotice();
    const parked = await applyEvents(client, projection, now.schema, readable, await parkedStreams(client, now, readable), notice);
    await park(client, now, parked);
    const handled = unreadable ? fresh.slice(0, fresh.indexOf(unreadable.recorded)) : fresh;
    const checkpoint = unreadable ? (handled.at(-1)?.position ?? now.checkpoint) : batch.upTo;
    await advance(client, target, now.status, { checkpoint, handled, notice, cause: watched ?? {}, progress });
    if (!unreadable) return { kind: 'applied', checkpoint };
    await client.query("update projection.read_model set status = 'failed', failure = $3 where name = $1 and generation = $2", [now.name, now.generation, unreadable.reason]);
    return { kind: 'failed', reason: unreadable.reason };
  });
  watched?.end();
  return outcome;
}

/** Events up to the first that cannot be read. */
function read(events: readonly RecordedEvent[]): { readable: ReadEvent[]; unreadable: { recorded: RecordedEvent; reason: string } | undefined } {
  const readable: ReadEvent[] = [];
  for (const recorded of events) {
    try {
      readable.push({ recorded, event: projected(recorded) });
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      return { readable, unreadable: { recorded, reason: `遇到无法识别的事件，已停止：${error.message}` } };
    }
  }
  return { readable, unreadable: undefined };
}

async function parkedStreams(client: PoolClient, { name, generation }: Generation, events: readonly ReadEvent[]): Promise<Set<string>> {
  const streams = [...new Set(events.map(({ recorded }) => recorded.stream))];
  const { rows } = await client.query<{ stream: string }>(
    'select distinct stream from projection.parked where name = $1 and generation = $2 and stream = any ($3)', [name, generation, streams]);
  return new Set(rows.map(({ stream }) => stream));
}

async function park(client: PoolClient, { name, generation }: Generation, parked: readonly ParkedEvent[]): Promise<void> {
  for (const { recorded, reason } of parked) {
    await client.query(
      `insert into projection.parked (name, generation, stream, revision, event_type, commit_position, prepare_position, reason, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now()) on conflict do nothing`,
      [name, generation, recorded.stream, String(recorded.revision), recorded.type, ...placeColumns(recorded.position), reason],
    );
  }
}

interface Advance {
  checkpoint: Place;
  handled: readonly RecordedEvent[];
  notice: Notice;
  cause: NoticeCause;
  progress: BuildProgress | undefined;
}

/** PostgreSQL counts rows late, some seconds after a connection last wrote; who rebuilds wants to see whether all are there. */
const countedAtOnce = ' returning pg_stat_force_next_flush()';

async function advance(client: PoolClient, { projection, generation, worker }: Target, status: Generation['status'], step: Advance): Promise<void> {
  await client.query(
    `update projection.read_model set commit_position = $3, prepare_position = $4, events_handled = events_handled + $5, last_event_at = coalesce($6, last_event_at),
       updated_at = now(), worker = $7, speed = $8, events_total = coalesce($9, events_total) where name = $1 and generation = $2${step.progress ? countedAtOnce : ''}`,
    [projection.name, generation.generation, ...placeColumns(step.checkpoint), step.handled.length, step.handled.at(-1)?.recordedAt ?? null, worker,
      step.progress?.speed ?? null, step.progress?.total ?? null],
  );
  // NOTIFY is delivered when the transaction commits. A build is nobody's business before it serves.
  if (status === 'serving' && step.checkpoint !== 'start') {
    await client.query('select pg_notify($1, $2)', [READ_MODEL_CHANNEL, step.notice.payload(projection.name, formatPosition(step.checkpoint), step.cause)]);
  }
}

/** The short way for a stretch in which nothing concerns the read model. False when the checkpoint is not where the stretch begins. */
async function moveCheckpoint(pool: Pool, { projection, generation, worker }: Target, batch: LogBatch): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with moved as (
       update projection.read_model set commit_position = $3, prepare_position = $4, events_handled = events_handled + $7, last_event_at = coalesce($8, last_event_at), updated_at = now(), worker = $9
       where name = $1 and generation = $2 and status = 'serving' and commit_position = $5 and prepare_position = $6 returning 1)
     select pg_notify($10, $11) from moved`,
    [projection.name, generation.generation, ...placeColumns(batch.upTo), ...placeColumns(batch.after), batch.events.length,
      batch.events.at(-1)?.recordedAt ?? null, worker, READ_MODEL_CHANNEL, createNotice().payload(projection.name, formatPosition(batch.upTo))],
  );
  return rowCount === 1;
}
