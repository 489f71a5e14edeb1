import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { BatchWatch } from './batch-watch.ts';
import type { Generation } from './generation.ts';
import { createHeldRows, type HeldRows } from './held-rows.ts';
import { beyond, concerns, reaches, samePlace, type LogBatch, type Place } from './log-batch.ts';
import type { Projection } from './projection.ts';

/** A generation to write to. */
export interface Target {
  readonly projection: Projection;
  readonly generation: Generation;
  /** Shown to administrators. */
  readonly worker: string;
  readonly watch?: BatchWatch;
}

/** Writes one generation, batch by batch. Keeps the rows of earlier batches for as long as it finds its own stamp. */
export interface ModelWriter {
  readonly target: Target;
  readonly rows: HeldRows;
  /** Of the last transaction that this writer knows to have written the generation. */
  stamp: string | undefined;
  /** Whether events are parked, as of that transaction; undefined: to be looked up. */
  parks: boolean | undefined;
  /** The checkpoint, as of that transaction. */
  stored: Place;
  /**
   * What follows the stored checkpoint and does not concern the read model: the checkpoint moves over it with what
   * comes next, or after a while.
   */
  passed: Passed | undefined;
}

/** A stretch of the log that left a read model as it was. */
export interface Passed {
  readonly upTo: Position;
  /** Events that it has. */
  readonly count: number;
  readonly lastEventAt: Date | null;
}

/** Rows that a writer holds at most between batches: memory stays flat however long the log is. */
const ROWS_HELD = 20_000;

export function createModelWriter(target: Target): ModelWriter {
  return {
    target,
    rows: createHeldRows(),
    stamp: undefined,
    parks: undefined,
    stored: target.generation.checkpoint,
    passed: undefined,
  };
}

/** Whether something in a batch is new to the read model and concerns it. */
export function isConcerned({ target: { projection }, stored }: ModelWriter, batch: LogBatch): boolean {
  return beyond(batch, stored).some((event) => concerns(projection, event));
}

/** Where a batch begins for a read model: at its stored checkpoint, when nothing between the two concerns it. */
export function startFor({ stored, passed }: ModelWriter, batch: LogBatch): Place {
  return passed && reaches(passed.upTo, batch.after) ? stored : batch.after;
}

/**
 * Notes that a batch does not concern the read model. False when events between its checkpoint and the batch are
 * missing.
 */
export function pass(writer: ModelWriter, batch: LogBatch): boolean {
  const { stored, passed } = writer;
  const at = passed?.upTo ?? stored;
  if (!reaches(at, batch.after)) return false;
  if (reaches(at, batch.upTo)) return true;
  const fresh = beyond(batch, at);
  writer.passed = {
    upTo: batch.upTo,
    count: (passed?.count ?? 0) + fresh.length,
    lastEventAt: fresh.at(-1)?.recordedAt ?? passed?.lastEventAt ?? null,
  };
  return true;
}

/** What the checkpoint passes over on its way from where it is; nothing when another worker has moved it. */
export function passedFrom({ stored, passed }: ModelWriter, checkpoint: Place): Passed | undefined {
  return samePlace(stored, checkpoint) ? passed : undefined;
}

/** The writer's transaction is committed. */
export function keep(writer: ModelWriter, stamp: string, checkpoint: Place): void {
  writer.rows.written();
  writer.stamp = stamp;
  settle(writer, checkpoint);
  if (writer.rows.size > ROWS_HELD) writer.rows.release();
}

/** The checkpoint is stored there. */
export function settle(writer: ModelWriter, checkpoint: Place): void {
  writer.stored = checkpoint;
  if (writer.passed && reaches(checkpoint, writer.passed.upTo)) writer.passed = undefined;
}

/** What the writer holds may not be what is stored. */
export function forget(writer: ModelWriter): void {
  writer.rows.forget();
  writer.stamp = undefined;
  writer.parks = undefined;
}
