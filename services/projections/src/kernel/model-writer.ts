import type { BatchWatch } from './batch-watch.ts';
import type { Generation } from './generation.ts';
import { createHeldRows, type HeldRows } from './held-rows.ts';
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
}

/** Rows that a writer holds at most between batches: memory stays flat however long the log is. */
const ROWS_HELD = 20_000;

export function createModelWriter(target: Target): ModelWriter {
  return { target, rows: createHeldRows(), stamp: undefined };
}

/** The writer's transaction is committed. */
export function keep(writer: ModelWriter, stamp: string): void {
  writer.rows.written();
  writer.stamp = stamp;
  if (writer.rows.size > ROWS_HELD) writer.rows.release();
}

/** What the writer holds may not be what is stored. */
export function forget(writer: ModelWriter): void {
  writer.rows.forget();
  writer.stamp = undefined;
}
