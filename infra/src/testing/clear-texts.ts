import type { Queryable } from '../runtime/postgres.ts';

/** Finds a text; one of digits and letters stands alone: it is no part of a longer number or code. */
export function inClear(text: string): RegExp {
  const quoted = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(/^[\x21-\x7e]+$/.test(text) ? `(^|[^0-9A-Za-z])${quoted}($|[^0-9A-Za-z])` : quoted);
}

/**
 * Every column of a database, of any table and schema, in which one of some texts stands in the clear, as
 * `schema.table.column`.
 */
export async function placesInClear(db: Queryable, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.query<{ place: string; column: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as place, quote_ident(column_name) as column
       from information_schema.columns join information_schema.tables using (table_catalog, table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
        and data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED')
      order by 1, 2`,
  );
  const pattern = texts.map((text) => inClear(text).source).join('|');
  const found: string[] = [];
  for (const [place, own] of Map.groupBy(columns, (column) => column.place)) {
    const { rows } = await db.query<Record<string, boolean | null>>(
      `select ${own.map(({ column }, at) => `bool_or(${column}::text ~ $1) as c${at}`).join(', ')} from ${place}`,
      [pattern],
    );
    for (const [at, { column }] of own.entries()) if (rows[0]?.[`c${at}`] === true) found.push(`${place}.${column}`);
  }
  return found;
}
