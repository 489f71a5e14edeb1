import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { ReadModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { from as copyFrom } from 'pg-copy-streams';
import { DatabaseFault, ValueRefused, type RowStore } from './batch-rows.ts';
import type { TableChanges } from './held-rows.ts';
import { columnArrays, copyLines, copySql, deleteByKeysSql, upsertSql } from './table.ts';

/** So many new rows are worth the extra messages of a COPY, which costs a third of an insert. */
const COPY_FROM_ROWS = 100;
/** Rows at most in one statement, so that one parameter stays far below the limit of a value. */
const ROWS_PER_STATEMENT = 5_000;

/**
 * Reads and writes rows over one client inside a transaction. Throws {@link DatabaseFault} and {@link ValueRefused}.
 */
export function rowStore(client: PoolClient): RowStore {
  return {
    query: (sql, values) =>
      blamed(async () => ({
        rows: (await client.query(prepared(sql), [...values])).rows as Record<string, unknown>[],
      })),
  };
}

/** Writes the changed rows of a read model. Throws as {@link rowStore}. */
export async function writeChanges(
  client: PoolClient,
  schema: string,
  changes: readonly TableChanges[],
): Promise<void> {
  const store = rowStore(client);
  for (const { table, added, replaced, removed } of changes) {
    if (removed.length > 0)
      await store.query(
        deleteByKeysSql(schema, table),
        table.key.map((_column, index) => removed.map((key) => key[index])),
      );
    const copied = added.length >= COPY_FROM_ROWS;
    if (copied) await blamed(() => copyRows(client, schema, table, added));
    const upserted = copied ? replaced : [...added, ...replaced];
    for (let at = 0; at < upserted.length; at += ROWS_PER_STATEMENT) {
      await store.query(upsertSql(schema, table), columnArrays(table, upserted.slice(at, at + ROWS_PER_STATEMENT)));
    }
  }
}

async function copyRows(
  client: PoolClient,
  schema: string,
  table: ReadModelTable,
  rows: readonly object[],
): Promise<void> {
  await pipeline(Readable.from(copyLines(table, rows)), client.query(copyFrom(copySql(schema, table))));
}

/** Names by statement. Those of the tables in use are planned once; the others are gone after a rebuild. */
const names = new Map<string, string>();
const BUILDING_SCHEMA = /"rm_\w+__/;

function prepared(text: string): { text: string; name?: string } {
  if (BUILDING_SCHEMA.test(text)) return { text };
  let name = names.get(text);
  if (!name) names.set(text, (name = `rows_${names.size}`));
  return { text, name };
}

async function blamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isRefusedValue(error) ? new ValueRefused(error) : new DatabaseFault(error);
  }
}

/** Data exceptions (22) and violated constraints (23). */
function isRefusedValue(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23][0-9A-Z]{3}$/.test(error.code)
  );
}
