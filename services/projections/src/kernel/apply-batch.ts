import { UnreadableEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { inTransaction, type Pool, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { advance, hasParked, heldStreams, park, type Advance, type BuildProgress, type Telling } from './advance.ts';
import { ValueRefused } from './batch-rows.ts';
import { lockGenerations, type LockedGeneration } from './generation.ts';
import { foldApart, foldEvents, malformedReason, type ReadEvent } from './isolate-poison.ts';
import { beyond, concerns, projected, reaches, type LogBatch, type Place } from './log-batch.ts';
import { forget, isConcerned, keep, pass, passedFrom, settle, startFor, type ModelWriter } from './model-writer.ts';
import { noticePayload, tell } from './notice.ts';
import type { Projection } from './projection.ts';
import { rowStore, writeChanges } from './write-rows.ts';

/**
 * What became of a batch. `gone`: the generation is not ours to write any more (swapped, cancelled, failed). `gap`:
 * events between its checkpoint and the batch are missing. `failed`: an event cannot be read; what came before it is
 * applied.
 */
export type BatchOutcome =
  | { kind: 'applied'; checkpoint: Place }
  | { kind: 'gone' }
  | { kind: 'gap' }
  | { kind: 'failed'; reason: string };

/** The database failed while a read model was written; nothing of the batch is applied to it. */
export interface Broken {
  kind: 'broken';
  error: unknown;
}

/**
 * Applies a stretch of the log to one generation: rows, parked events and checkpoint in one transaction. The checkpoint
 * is compared under the row's lock, so that a batch that comes twice, or from two workers, changes nothing the second
 * time. Throws when the database fails.
 */
export async function applyBatch(
  pool: Pool,
  writer: ModelWriter,
  batch: LogBatch,
  progress?: BuildProgress,
): Promise<BatchOutcome> {
  try {
    return (await transact(pool, [writer], batch, { progress })).get(writer)!;
  } catch (error) {
    if (!(error instanceof ValueRefused)) throw error;
    return (await transact(pool, [writer], batch, { progress, apart: true })).get(writer)!;
  }
}

/**
 * The same for several read models in one transaction, which costs little more than for one, and one notice. Those that
 * the batch does not concern are only told to have passed it: {@link storePassed} stores that. When it fails each is
 * written alone, so that what is wrong with one does not stop the others.
 */
export async function applyToAll(
  pool: Pool,
  writers: readonly ModelWriter[],
  batch: LogBatch,
): Promise<ReadonlyMap<ModelWriter, BatchOutcome | Broken>> {
  const concerned = writers.filter((writer) => isConcerned(writer, batch));
  const others = writers.filter((writer) => !concerned.includes(writer));
  const passing = { upTo: batch.upTo, models: others.map(({ target }) => target.projection.name) };
  try {
    const outcomes = await transact(pool, concerned, batch, { passing });
    // The store's own events and empty stretches are news to nobody.
    if (concerned.length === 0 && batch.events.length > 0)
      await tell(pool, noticePayload(batch.upTo, [], passing.models));
    for (const writer of others)
      outcomes.set(writer, pass(writer, batch) ? { kind: 'applied', checkpoint: batch.upTo } : { kind: 'gap' });
    return outcomes;
  } catch {
    const alone = (writer: ModelWriter): Promise<BatchOutcome | Broken> =>
      applyBatch(pool, writer, batch).catch((error: unknown) => ({ kind: 'broken', error }));
    return new Map(await Promise.all(writers.map(async (writer) => [writer, await alone(writer)] as const)));
  }
}

/**
 * Stores that read models have come to a place without being concerned by anything since their checkpoints were stored.
 * Nobody is told again.
 */
export async function storePassed(
  pool: Pool,
  writers: readonly ModelWriter[],
  upTo: Position,
): Promise<ReadonlyMap<ModelWriter, BatchOutcome>> {
  return await transact(
    pool,
    writers.filter(({ passed }) => passed),
    { after: upTo, upTo, events: [] },
    { quiet: true },
  );
}

/** How a transaction goes about it. */
interface Manner extends Telling {
  /** Events that the database refuses are searched for. */
  readonly apart?: boolean;
}

/** What one transaction does to one generation. */
interface Step extends Advance {
  outcome: BatchOutcome;
}

async function transact(
  pool: Pool,
  writers: readonly ModelWriter[],
  batch: LogBatch,
  manner: Manner,
): Promise<Map<ModelWriter, BatchOutcome>> {
  const outcomes = new Map<ModelWriter, BatchOutcome>();
  if (writers.length === 0) return outcomes;
  const steps: Step[] = [];
  try {
    const stamp = await inTransaction(pool, async (client) => {
      const locked = await lockGenerations(
        client,
        writers.map(({ target }) => target.generation),
      );
      for (const writer of writers) {
        const now = locked.get(writer.target.generation.name);
        const refusal = refusalOf(now, batch, startFor(writer, batch));
        if (refusal) outcomes.set(writer, refusal);
        else steps.push(await apply(client, writer, now!, batch, manner));
      }
      await park(client, steps);
      return steps.length > 0 ? await advance(client, steps, manner) : '';
    });
    for (const [writer, refusal] of outcomes) if (refusal.kind === 'applied') settle(writer, refusal.checkpoint);
    for (const step of steps) {
      keep(step.writer, stamp, step.checkpoint);
      step.watched?.end();
      outcomes.set(step.writer, step.outcome);
    }
    return outcomes;
  } catch (error) {
    for (const writer of writers) forget(writer);
    throw error;
  }
}

/** Why the batch is not applied to a generation as it is now, if so. */
function refusalOf(now: LockedGeneration | undefined, batch: LogBatch, from: Place): BatchOutcome | undefined {
  if (!now || (now.status !== 'serving' && now.status !== 'building')) return { kind: 'gone' };
  if (reaches(now.checkpoint, batch.upTo)) return { kind: 'applied', checkpoint: now.checkpoint };
  return reaches(now.checkpoint, from) ? undefined : { kind: 'gap' };
}

async function apply(
  client: PoolClient,
  writer: ModelWriter,
  now: LockedGeneration,
  batch: LogBatch,
  { progress, apart }: Manner,
): Promise<Step> {
  const {
    target: { projection, watch },
    rows,
  } = writer;
  if (writer.stamp !== now.stamp) forget(writer);
  if (now.checkpoint === 'start') rows.startEmpty();
  rows.attach(rowStore(client), now.schema);
  const fresh = beyond(batch, now.checkpoint);
  const { readable, unreadable } = read(
    fresh.filter((event) => concerns(projection, event)),
    batch,
    projection,
  );
  const watched = watch?.begin(
    projection.name,
    readable.map(({ recorded }) => recorded),
    progress !== undefined,
  );
  writer.parks ??= await hasParked(client, now);
  const held = writer.parks ? await heldStreams(client, now, readable) : new Set<string>();
  const parked = apart
    ? await foldApart(client, now.schema, projection, rows, readable, held)
    : await foldEvents(projection, rows, readable, held);
  if (parked.length > 0) writer.parks = true;
  await writeChanges(client, now.schema, rows.changes());
  const handled = unreadable ? fresh.slice(0, fresh.indexOf(unreadable.recorded)) : fresh;
  const passed = passedFrom(writer, now.checkpoint);
  const checkpoint = unreadable ? (handled.at(-1)?.position ?? passed?.upTo ?? now.checkpoint) : batch.upTo;
  const count = handled.length === batch.events.length ? (batch.count ?? handled.length) : handled.length;
  return {
    writer,
    now,
    watched,
    parked,
    checkpoint,
    failure: unreadable?.reason ?? null,
    lastEventAt: handled.at(-1)?.recordedAt ?? passed?.lastEventAt ?? null,
    count: (passed?.count ?? 0) + count,
    outcome: unreadable ? { kind: 'failed', reason: unreadable.reason } : { kind: 'applied', checkpoint },
  };
}

/**
 * Events up to the first that only a newer program can read; one that is malformed is set aside like any that cannot be
 * taken.
 */
function read(
  events: readonly RecordedEvent[],
  batch: LogBatch,
  projection: Projection,
): { readable: ReadEvent[]; unreadable: { recorded: RecordedEvent; reason: string } | undefined } {
  const readable: ReadEvent[] = [];
  for (const recorded of events) {
    try {
      readable.push({ recorded, events: projected(recorded, batch, projection) });
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      if (error.kind === 'malformed') {
        readable.push({ recorded, events: [], malformed: malformedReason(error) });
        continue;
      }
      return { readable, unreadable: { recorded, reason: `遇到无法识别的事件，已停止：${error.message}` } };
    }
  }
  return { readable, unreadable: undefined };
}
