import type { Pool, PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { metSwap } from './read-database.ts';
import type { Selection } from './selection.ts';

/** How a selection is read. */
export interface Reading {
  /** Told once, before the first rows, how many the statement selected. What it throws ends the reading. */
  readonly counted?: (total: number) => void;
  /** Told after each batch how many of them have been taken; the next one waits for it. */
  readonly taken?: (done: number) => void | Promise<void>;
  /** Ends the reading at once: a statement under way is cancelled. */
  readonly signal: AbortSignal;
}

const batchRows = 1_000;

/**
 * The rows of a selection, some at a time, as they stood when the first were asked for. The statement is carried out at
 * once and its rows kept by the database, so that nobody waits for whoever takes them slowly. Nothing is held before
 * the first rows are asked for; then a connection, until the last ones are taken or the generator is left.
 */
export async function* readSelection<Row>(
  pool: Pool,
  { text, values, each }: Selection<Row>,
  { counted, taken, signal }: Reading,
): AsyncGenerator<Row[], undefined> {
  signal.throwIfAborted();
  const client = await pool.connect();
  // A connection that breaks between two batches would end the process: nobody else listens.
  let broken: Error | undefined;
  const onLost = (error: Error): void => {
    broken = error;
  };
  client.on('error', onLost);
  const cancel = (): void => {
    void pool.query('select pg_cancel_backend($1)', [backendOf(client)]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel);
  try {
    const total = await declare(client, text, values);
    counted?.(total);
    for (let done = 0; ;) {
      signal.throwIfAborted();
      const { rows } = await client.query<object>(`fetch ${batchRows} from answered`);
      done += rows.length;
      if (rows.length > 0) yield rows.flatMap(each);
      await taken?.(done);
      if (rows.length < batchRows) return;
    }
  } catch (error) {
    // A statement that was cancelled says so in its own words.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A late cancellation must not meet the next one's statement.
    if (signal.aborted) broken ??= new Error('the reading was cancelled');
    if (!broken)
      await client.query('close all').catch((error: Error) => {
        broken = error;
      });
    client.off('error', onLost);
    client.release(broken);
  }
}

/**
 * Carries out the statement and counts its rows: a cursor that is held beyond its transaction has them all by itself,
 * and no table stays locked.
 */
async function declare(client: PoolClient, text: string, values: readonly unknown[]): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(`declare answered scroll cursor with hold for ${text}`, [...values]);
      await client.query('commit');
      const { rowCount } = await client.query('move forward all in answered');
      await client.query('move absolute 0 in answered');
      return rowCount ?? 0;
    } catch (error) {
      await client.query('rollback');
      if (attempt >= 3 || !metSwap(error)) throw error;
    }
  }
}

/** The driver knows the server process behind a connection, its types do not. */
const backendOf = (client: PoolClient): number | undefined => (client as PoolClient & { processID?: number }).processID;
