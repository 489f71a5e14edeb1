import type { Pool, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { sqlState } from '@jwxt/infra/runtime/sql-state.ts';

/**
 * A pool for reading. While a rebuilt read model is swapped in, a statement may meet a table that has just been renamed
 * or dropped; such a statement is asked again, so that readers never notice a swap. A prepared statement whose columns
 * have another type since, or that a balancer of connections has lost, is asked again as plain text.
 */
export function createReadDatabase(pool: Pool): Queryable {
  const run = pool.query.bind(pool) as (...given: readonly unknown[]) => Promise<unknown>;
  const query = async (...given: readonly unknown[]): Promise<unknown> => {
    let args = given;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(...args);
      } catch (error) {
        if (attempt >= 3) throw error;
        if (lostPreparation(error)) args = given.map(withoutName);
        else if (!metSwap(error)) throw error;
      }
    }
  };
  return { query: query as Queryable['query'] };
}

/** "cached plan must not change result type", or a prepared statement that the connection does not know (any more). */
function lostPreparation(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return (
    error.code === sqlState.unknownStatement ||
    (error.code === sqlState.unsupported && error.message.startsWith('cached plan'))
  );
}

function withoutName(argument: unknown): unknown {
  return typeof argument === 'object' && argument !== null && 'name' in argument
    ? { ...argument, name: undefined }
    : argument;
}

/**
 * Whether a statement met a read model that was just being swapped: undefined table or schema, or a relation that went
 * away between planning and reading.
 */
export function metSwap(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return (
    error.code === sqlState.unknownTable ||
    error.code === sqlState.unknownSchema ||
    (error.code === sqlState.internal && /could not open relation|cache lookup failed/.test(error.message))
  );
}
