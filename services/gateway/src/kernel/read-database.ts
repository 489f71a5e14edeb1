import type { Pool, Queryable } from '@jwxt/infra/runtime/postgres.ts';

/**
 * A pool for reading. While a rebuilt read model is swapped in, a statement may meet a table that has just been renamed or dropped;
 * such a statement is asked again, so that readers never notice a swap.
 */
export function createReadDatabase(pool: Pool): Queryable {
  const query = async (...args: readonly unknown[]): Promise<unknown> => {
    const run = pool.query.bind(pool) as (...given: readonly unknown[]) => Promise<unknown>;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(...args);
      } catch (error) {
        if (attempt >= 3 || !metSwap(error)) throw error;
      }
    }
  };
  return { query: query as Queryable['query'] };
}

/** Undefined table or schema, or a relation that went away between planning and reading. */
function metSwap(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === '42P01' || error.code === '3F000' || (error.code === 'XX000' && /could not open relation|cache lookup failed/.test(error.message));
}
