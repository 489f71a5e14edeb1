import pg from 'pg';
import type { ColumnType, ReadModelTable } from '@jwxt/contracts/kernel/read-model.ts';

/** A key as handlers give it: the values of the key columns, in their order. */
export type Key = readonly (string | number)[];

const SEPARATOR = '\u0001';

/** A key as one text, for use in a map. */
export function keyText(key: Key): string {
  return key.join(SEPARATOR);
}

/** The same text for the key of a row. */
export function rowKeyText({ key }: ReadModelTable, row: object): string {
  const values = row as Readonly<Record<string, unknown>>;
  let text = String(values[key[0]!]);
  for (let index = 1; index < key.length; index += 1) text += SEPARATOR + String(values[key[index]!]);
  return text;
}

const quoted = (name: string): string => pg.escapeIdentifier(name);
const place = (schema: string, table: ReadModelTable): string => `${quoted(schema)}.${quoted(table.name)}`;

/**
 * Statements that make the table in a schema. Only key columns are `not null`: what is absent in an event is null in
 * the row.
 */
export function createTableSql(schema: string, table: ReadModelTable): string {
  const columns = Object.entries(table.columns).map(([name, type]) => `${quoted(name)} ${type}`);
  const indexes = table.indexes.map((index) => `create index on ${place(schema, table)} ${index};`);
  const key = table.key.map(quoted).join(', ');
  const created = `create table ${place(schema, table)} (${columns.join(', ')}, primary key (${key}));`;
  return `${created}\n${indexes.join('\n')}`;
}

/**
 * Selects the rows of some keys, or of some values of other columns; parameters are one array for each of these
 * columns.
 */
export function selectByKeysSql(schema: string, table: ReadModelTable, by: readonly string[] = table.key): string {
  const arrays = by.map((column, index) => `$${index + 1}::${table.columns[column]}[]`);
  const columns = Object.keys(table.columns).map((column) => `target.${quoted(column)}`);
  return `select ${columns.join(', ')} from ${place(schema, table)} target
    join unnest(${arrays.join(', ')}) as given (${by.map(quoted).join(', ')}) using (${by.map(quoted).join(', ')})`;
}

/** Inserts or replaces rows; parameters are those of {@link columnArrays}. */
export function upsertSql(schema: string, table: ReadModelTable): string {
  const columns = Object.entries(table.columns);
  const names = columns.map(([name]) => quoted(name));
  // An array of arrays would be unnested to its innermost values: such columns travel as text.
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type.endsWith('[]') ? 'text' : type}[]`);
  const values = columns.map(([name, type]) =>
    type.endsWith('[]') ? `given.${quoted(name)}::${type}` : `given.${quoted(name)}`,
  );
  const rest = Object.keys(table.columns)
    .filter((column) => !table.key.includes(column))
    .map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
  const onConflict = rest.length === 0 ? 'do nothing' : `do update set ${rest.join(', ')}`;
  // The alias keeps a table that is called excluded apart from the row of that name.
  return `insert into ${place(schema, table)} as target (${names.join(', ')}) select ${values.join(', ')}
    from unnest(${arrays.join(', ')}) as given (${names.join(', ')})
    on conflict (${table.key.map(quoted).join(', ')}) ${onConflict}`;
}

/** The rows' values as one array literal for each column. */
export function columnArrays(table: ReadModelTable, rows: readonly object[]): string[] {
  return Object.entries(table.columns).map(([name, type]) =>
    arrayLiteral(rows.map((row) => valueText(type, (row as Record<string, unknown>)[name]))),
  );
}

/** Takes rows in PostgreSQL's text format, from {@link copyLines}. No row of that key may be there. */
export function copySql(schema: string, table: ReadModelTable): string {
  return `copy ${place(schema, table)} (${Object.keys(table.columns).map(quoted).join(', ')}) from stdin`;
}

/** Bytes of a COPY that are sent together. */
const COPY_CHUNK = 65_536;

/** Rows in PostgreSQL's text format, in pieces worth sending. */
export function* copyLines(table: ReadModelTable, rows: readonly object[]): Generator<Buffer> {
  const columns = Object.entries(table.columns);
  let text = '';
  for (const row of rows) {
    let separator = '';
    for (const [name, type] of columns) {
      const value = valueText(type, (row as Record<string, unknown>)[name]);
      text += separator + (value === null ? '\\N' : escapedForCopy(value));
      separator = '\t';
    }
    text += '\n';
    if (text.length >= COPY_CHUNK) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}

const copyEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapedForCopy(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => copyEscapes[character]!) : text;
}

/** A value as PostgreSQL reads it; null and undefined are null. */
function valueText(type: ColumnType, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (type === 'jsonb') return JSON.stringify(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return arrayLiteral(value.map((element) => valueText('text', element)));
  return JSON.stringify(value);
}

function arrayLiteral(values: readonly (string | null)[]): string {
  const texts = values.map((value) => {
    if (value === null) return 'NULL';
    return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, String.raw`\$&`) : value}"`;
  });
  return `{${texts.join()}}`;
}

/** Deletes the rows of some keys; parameters are one array for each key column. */
export function deleteByKeysSql(schema: string, table: ReadModelTable): string {
  const arrays = table.key.map((column, index) => `$${index + 1}::${table.columns[column]}[]`);
  const match = table.key.map((column) => `target.${quoted(column)} = given.${quoted(column)}`);
  return `delete from ${place(schema, table)} target
    using unnest(${arrays.join(', ')}) as given (${table.key.map(quoted).join(', ')}) where ${match.join(' and ')}`;
}

/** A database row as handlers see it: instants as ISO text. */
export function fromDatabase<Row extends object>(table: ReadModelTable<Row>, row: Record<string, unknown>): Row {
  for (const column of Object.keys(table.columns)) {
    const value = row[column];
    if (value instanceof Date) row[column] = value.toISOString();
  }
  return row as Row;
}
