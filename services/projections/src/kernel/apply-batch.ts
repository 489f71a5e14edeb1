import { UnreadableEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/event-log-reading.ts';
import { inTransaction, type Pool, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { advance, heldStreams, park, type Advance, type BuildProgress } from './advance.ts';
import { ValueRefused } from './batch-rows.ts';
import { lockGenerations, type LockedGeneration } from './generation.ts';
import { foldApart, foldEvents, type ReadEvent } from './isolate-poison.ts';
import { beyond, concerns, projected, reaches, type LogBatch, type Place } from './log-batch.ts';
import { forget, keep, type ModelWriter } from './model-writer.ts';
import { rowStore, writeChanges } from './write-rows.ts';

/**
 * What became of a batch. `gone`: the generation is not ours to write any more (swapped, cancelled, failed). `gap`: events between its
 * checkpoint and the batch are missing. `failed`: an event cannot be read; what came before it is applied.
 */
export type BatchOutcome = { kind: 'applied'; checkpoint: Place } | { kind: 'gone' } | { kind: 'gap' } | { kind: 'failed'; reason: string };

/** The database failed while a read model was written; nothing of the batch is applied to it. */
export interface Broken { kind: 'broken'; error: unknown }

/**
 * Applies a stretch of the log to one generation: rows, parked events and checkpoint in one transaction. The checkpoint is compared under
 * the row's lock, so that a batch that comes twice, or from two workers, changes nothing the second time. Throws when the database fails.
 */
export async function applyBatch(pool: Pool, writer: ModelWriter, batch: LogBatch, progress?: BuildProgress): Promise<BatchOutcome> {
  try {
    return (await transact(pool, [writer], batch, progress, false)).get(writer)!;
  } catch (error) {
    if (!(error instanceof ValueRefused)) throw error;
    return (await transact(pool, [writer], batch, progress, true)).get(writer)!;
  }
}

/**
 * The same for several read models in one transaction, which costs little more than for one. When that fails each is written alone, so
 * that what is wrong with one does not stop the others.
 */
export async function applyToAll(pool: Pool, writers: readonly ModelWriter[], batch: LogBatch): Promise<ReadonlyMap<ModelWriter, BatchOutcome | Broken>> {
  try {
    return await transact(pool, writers, batch, undefined, false);
  } catch {
    const alone = (writer: ModelWriter): Promise<BatchOutcome | Broken> => applyBatch(pool, writer, batch).catch((error: unknown) => ({ kind: 'broken', error }));
    return new Map(await Promise.all(writers.map(async (writer) => [writer, await alone(writer)] as const)));
  }
}

/** What one transaction does to one generation. */
interface Step extends Advance {
  outcome: BatchOutcome;
}

async function transact(pool: Pool, writers: readonly ModelWriter[], batch: LogBatch, progress: BuildProgress | undefined, apart: boolean): Promise<Map<ModelWriter, BatchOutcome>> {
  const outcomes = new Map<ModelWriter, BatchOutcome>();
  const steps: Step[] = [];
  try {
    const stamp = await inTransaction(pool, async (client) => {
      const locked = await lockGenerations(client, writers.map(({ target }) => target.generation));
      for (const writer of writers) {
        const now = locked.get(writer.target.generation.name);
        const refusal = refusalOf(now, batch);
        if (refusal) outcomes.set(writer, refusal);
        else steps.push(await apply(client, writer, now!, batch, progress !== undefined, apart));
      }
      await park(client, steps);
      return steps.length > 0 ? await advance(client, steps, progress) : '';
    });
    for (const step of steps) {
      keep(step.writer, stamp);
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
function refusalOf(now: LockedGeneration | undefined, batch: LogBatch): BatchOutcome | undefined {
  if (!now || (now.status !== 'serving' && now.status !== 'building')) return { kind: 'gone' };
  if (reaches(now.checkpoint, batch.upTo)) return { kind: 'applied', checkpoint: now.checkpoint };
  return reaches(now.checkpoint, batch.after) ? undefined : { kind: 'gap' };
}

async function apply(client: PoolClient, writer: ModelWriter, now: LockedGeneration, batch: LogBatch, building: boolean, apart: boolean): Promise<Step> {
  const { target: { projection, watch }, rows } = writer;
  if (writer.stamp !== now.stamp) forget(writer);
  if (now.checkpoint === 'start') rows.startEmpty();
  rows.attach(rowStore(client), now.schema);
  const fresh = beyond(batch, now.checkpoint);
  const { readable, unreadable } = read(fresh.filter((event) => concerns(projection, event)), batch);
  const watched = watch?.begin(projection.name, readable.map(({ recorded }) => recorded), building);
  const held = now.parks ? await heldStreams(client, now, readable) : new Set<string>();
  const parked = apart ? await foldApart(client, now.schema, projection, rows, readable, held) : await foldEvents(projection, rows, readable, held);
  await writeChanges(client, now.schema, rows.changes());
  const handled = unreadable ? fresh.slice(0, fresh.indexOf(unreadable.recorded)) : fresh;
  const checkpoint = unreadable ? (handled.at(-1)?.position ?? now.checkpoint) : batch.upTo;
  return {
    writer, now, watched, parked, checkpoint, failure: unreadable?.reason ?? null, lastEventAt: handled.at(-1)?.recordedAt ?? null,
    count: handled.length === batch.events.length ? (batch.count ?? handled.length) : handled.length,
    outcome: unreadable ? { kind: 'failed', reason: unreadable.reason } : { kind: 'applied', checkpoint },
  };
}

/** Events up to the first that cannot be read. */
function read(events: readonly RecordedEvent[], batch: LogBatch): { readable: ReadEvent[]; unreadable: { recorded: RecordedEvent; reason: string } | undefined } {
  const readable: ReadEvent[] = [];
  for (const recorded of events) {
    try {
      readable.push({ recorded, event: projected(recorded, batch) });
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      return { readable, unreadable: { recorded, reason: `遇到无法识别的事件，已停止：${error.message}` } };
    }
  }
  return { readable, unreadable: undefined };
}
