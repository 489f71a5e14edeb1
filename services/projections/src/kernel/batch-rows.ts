import { createNotice, type Notice } from './notice.ts';
import { deleteByKeysSql, fromDatabase, keyText, selectByKeysSql, upsertSql, type Key, type Table } from './table.ts';

/** The database failed while a batch was applied: nobody's data is to blame, the batch is tried again. */
export class DatabaseFault extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'DatabaseFault';
  }
}

/** Where rows are read and written: one client inside a transaction. */
export interface RowStore {
  query(sql: string, values: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * The rows that one batch touches, in memory: read together beforehand, changed by handlers one event after the other, written
 * together at the end. Rows are never changed in place.
 */
export interface BatchRows {
  /** Reads the rows of these keys, unless they were read before. A handler may only `get` what was loaded or set. */
  load<Row extends object>(table: Table<Row>, keys: Iterable<Key>): Promise<void>;
  get<Row extends object>(table: Table<Row>, key: Key): Row | undefined;
  /** Reads all rows that have these values in some other columns; `group` then gives them, with the ones set since. */
  loadGroups<Row extends object>(table: Table<Row>, columns: readonly (keyof Row & string)[], keys: Iterable<Key>): Promise<void>;
  group<Row extends object>(table: Table<Row>, columns: readonly (keyof Row & string)[], key: Key): Row[];
  /** Like `get`; throws when there is none, so that the event is parked rather than half applied. */
  need<Row extends object>(table: Table<Row>, key: Key): Row;
  set<Row extends object>(table: Table<Row>, row: Row): void;
  /** Changes some columns of a row that must be there. */
  change<Row extends object>(table: Table<Row>, key: Key, columns: Partial<Row>): Row;
  remove<Row extends object>(table: Table<Row>, key: Key): void;
  /** What the people at the screens are told after the commit. */
  readonly notice: Notice;
  /** Writes all changes. */
  flush(): Promise<void>;
}

interface Held {
  table: Table;
  /** Undefined: known to be absent. */
  rows: Map<string, object | undefined>;
  changed: Map<string, Key>;
  /** By the names of the grouping columns: keys of the rows of each loaded group. */
  groups: Map<string, { columns: readonly string[]; members: Map<string, Set<string>> }>;
}

/** Rows at most in one statement, so that one JSON parameter stays far below the limit of a value. */
const ROWS_PER_STATEMENT = 5_000;

export function createBatchRows(store: RowStore, schema: string): BatchRows {
  const held = new Map<string, Held>();
  const notice = createNotice();

  const of = (table: Table<never>): Held => {
    let entry = held.get(table.name);
    if (!entry) held.set(table.name, (entry = { table: table as unknown as Table, rows: new Map(), changed: new Map(), groups: new Map() }));
    return entry;
  };
  const run = async (sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> => {
    try {
      return (await store.query(sql, values)).rows;
    } catch (error) {
      throw isBadValue(error) ? error : new DatabaseFault(error);
    }
  };
  const get = <Row extends object>(table: Table<Row>, key: Key): Row | undefined => {
    const { rows } = of(table);
    const text = keyText(key);
    if (!rows.has(text)) throw new Error(`row ${table.name} ${key.join(', ')} was not loaded`);
    return rows.get(text) as Row | undefined;
  };
  const need = <Row extends object>(table: Table<Row>, key: Key): Row => {
    const row = get(table, key);
    if (!row) throw new Error(`row ${table.name} ${key.join(', ')} does not exist`);
    return row;
  };
  const set = <Row extends object>(table: Table<Row>, row: Row): void => {
    const entry = of(table);
    const text = table.keyOf(row);
    entry.rows.set(text, row);
    entry.changed.set(text, table.key.map((column) => (row as Record<string, string | number>)[column]!));
    for (const { columns, members } of entry.groups.values()) members.get(groupText(row, columns))?.add(text);
  };

  return {
    notice, get, need, set,
    async load(table, keys) {
      const { rows } = of(table);
      const missing = new Map<string, Key>();
      for (const key of keys) if (!rows.has(keyText(key))) missing.set(keyText(key), key);
      if (missing.size === 0) return;
      const wanted = [...missing.values()];
      const found = await run(selectByKeysSql(schema, table), table.key.map((_column, index) => wanted.map((key) => key[index])));
      for (const text of missing.keys()) rows.set(text, undefined);
      for (const row of found) {
        const read = fromDatabase(table, row);
        rows.set(table.keyOf(read), read);
      }
    },
    async loadGroups(table, columns, keys) {
      const entry = of(table);
      const groups = entry.groups.get(columns.join()) ?? { columns, members: new Map<string, Set<string>>() };
      entry.groups.set(columns.join(), groups);
      const missing = new Map<string, Key>();
      for (const key of keys) if (!groups.members.has(keyText(key))) missing.set(keyText(key), key);
      if (missing.size === 0) return;
      for (const text of missing.keys()) groups.members.set(text, new Set());
      const wanted = [...missing.values()];
      const found = await run(selectByKeysSql(schema, table, columns), columns.map((_column, index) => wanted.map((key) => key[index])));
      for (const row of found) {
        const read = fromDatabase(table, row);
        const text = table.keyOf(read);
        if (!entry.rows.has(text)) entry.rows.set(text, read);
        groups.members.get(groupText(read, columns))?.add(text);
      }
    },
    group<Row extends object>(table: Table<Row>, columns: readonly string[], key: Key) {
      const { groups, rows } = of(table);
      const members = groups.get(columns.join())?.members.get(keyText(key));
      if (!members) throw new Error(`rows ${table.name} of ${key.join(', ')} were not loaded`);
      return [...members].map((text) => rows.get(text)).filter((row) => row !== undefined) as Row[];
    },
    change(table, key, columns) {
      const row = { ...need(table, key), ...columns };
      set(table, row);
      return row;
    },
    remove(table, key) {
      const entry = of(table);
      entry.rows.set(keyText(key), undefined);
      entry.changed.set(keyText(key), key);
    },
    async flush() {
      for (const { table, rows, changed } of held.values()) {
        const written: object[] = [];
        const removed: Key[] = [];
        for (const [text, key] of changed) {
          const row = rows.get(text);
          if (row) written.push(row);
          else removed.push(key);
        }
        if (removed.length > 0) await run(deleteByKeysSql(schema, table), table.key.map((_column, index) => removed.map((key) => key[index])));
        for (let at = 0; at < written.length; at += ROWS_PER_STATEMENT) {
          await run(upsertSql(schema, table), [JSON.stringify(written.slice(at, at + ROWS_PER_STATEMENT))]);
        }
      }
    },
  };
}

function groupText(row: object, columns: readonly string[]): string {
  return keyText(columns.map((column) => (row as Record<string, string | number>)[column]!));
}

/** Data exceptions (22) and violated constraints (23): the event's values do not fit, whoever writes them. */
function isBadValue(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code);
}
