import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';

/**
 * Milliseconds that PostgreSQL alone takes for rows: `COPY` of those of a table in `base` that a condition names, into
 * an empty table with the same columns, keys and indexes, which is dropped again.
 */
export async function bareCopyMs(pool: Pool, table: string, where: string): Promise<number> {
  return await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
        where table_schema = 'base' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const columns = rows[0]?.names ?? '';
    const lines = await buffer(
      client.query(copyTo(`copy (select ${columns} from base.${table} where ${where}) to stdout`)),
    );
    await client.query(`create table base.bare_copy (like base.${table} including all)`);
    const begin = performance.now();
    await pipeline(Readable.from([lines]), client.query(copyFrom(`copy base.bare_copy (${columns}) from stdin`)));
    const took = performance.now() - begin;
    await client.query('drop table base.bare_copy');
    return took;
  });
}
