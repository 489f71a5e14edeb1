import type { ReadModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { BatchRows, RowStore } from './batch-rows.ts';
import { createKeyFilter, type KeyFilter } from './key-filter.ts';
import { createNotice } from './notice.ts';
import { fromDatabase, keyText, rowKeyText, selectByKeysSql, type Key } from './table.ts';

/** What has to be written to one table. */
export interface TableChanges {
  readonly table: ReadModelTable;
  /** Rows that are known not to be there yet. */
  readonly added: readonly object[];
  /** Rows that may be there. */
  readonly replaced: readonly object[];
  readonly removed: readonly Key[];
}

/**
 * Rows that outlive their batch: as long as nobody else writes, what was read or written once need not be read again.
 */
export interface HeldRows extends BatchRows {
  /** Where rows are read from now on; a new notice begins. */
  attach(store: RowStore, schema: string): void;
  /**
   * Handlers change rows as one event tells; when one throws, all its changes are taken back, and the error is thrown
   * on.
   */
  atomically(change: () => void): void;
  /** What has changed since `written`. */
  changes(): TableChanges[];
  /** The changes stand in the database now. */
  written(): void;
  /** Nothing is known any more, and what was not written is lost. */
  forget(): void;
  /** Nothing is stored yet: from now on a key that was never set is known to be absent without asking. */
  startEmpty(): void;
  /** Makes room once everything is written: rows are read again when they are needed. */
  release(): void;
  /** Rows known, absent ones included. */
  readonly size: number;
}

interface Held {
  table: ReadModelTable;
  /** Undefined: known to be absent. */
  rows: Map<string, object | undefined>;
  /** Known to be absent in the database, whatever `rows` has. */
  absent: Set<string>;
  /** With the key when the row is removed. */
  changed: Map<string, Key | undefined>;
  /** By the names of the grouping columns. */
  groups: Map<string, Groups>;
  /** Every key that was ever set, when the table was empty at first. */
  seen: KeyFilter | undefined;
  /** A row was ever set. */
  used: boolean;
}

interface Groups {
  columns: readonly string[];
  /** Keys of the rows of each loaded group. */
  members: Map<string, Set<string>>;
  /** Every group that was ever set, as for keys. */
  seen: KeyFilter | undefined;
}

/** How to take one change back. */
interface Undo {
  held: Held;
  text: string;
  known: boolean;
  row: object | undefined;
  changed: boolean;
}

export function createHeldRows(): HeldRows {
  const held = new Map<string, Held>();
  let place: { store: RowStore; schema: string } | undefined;
  let notice = createNotice();
  let journal: Undo[] | undefined;
  let startedEmpty = false;

  const of = (table: ReadModelTable): Held => {
    let entry = held.get(table.name);
    if (!entry)
      held.set(
        table.name,
        (entry = {
          table,
          rows: new Map(),
          absent: new Set(),
          changed: new Map(),
          groups: new Map(),
          seen: startedEmpty ? createKeyFilter() : undefined,
          used: false,
        }),
      );
    return entry;
  };
  const select = async (
    table: ReadModelTable,
    keys: readonly Key[],
    columns = table.key,
  ): Promise<Record<string, unknown>[]> => {
    if (!place) throw new Error('the rows have no database to be read from');
    const sql = selectByKeysSql(place.schema, table, columns);
    return (
      await place.store.query(
        sql,
        columns.map((_column, index) => keys.map((key) => key[index])),
      )
    ).rows;
  };
  const put = (entry: Held, text: string, row: object | undefined, removed?: Key): void => {
    journal?.push({
      held: entry,
      text,
      known: entry.rows.has(text),
      row: entry.rows.get(text),
      changed: entry.changed.has(text),
    });
    entry.rows.set(text, row);
    entry.changed.set(text, removed);
  };
  const get = <Row extends object>(table: ReadModelTable<Row>, key: Key): Row | undefined => {
    const { rows } = of(table);
    const text = keyText(key);
    const row = rows.get(text);
    if (row === undefined && !rows.has(text)) throw new Error(`row ${table.name} ${key.join(', ')} was not loaded`);
    return row as Row | undefined;
  };
  const need = <Row extends object>(table: ReadModelTable<Row>, key: Key): Row => {
    const row = get(table, key);
    if (!row) throw new Error(`row ${table.name} ${key.join(', ')} does not exist`);
    return row;
  };
  const set = <Row extends object>(table: ReadModelTable<Row>, given: Row): void => {
    const entry = of(table);
    const row = withNulls(given);
    const text = rowKeyText(table, row);
    put(entry, text, row);
    entry.used = true;
    entry.seen?.add(text);
    for (const { columns, members, seen } of entry.groups.values()) {
      const group = groupText(row, columns);
      seen?.add(group);
      members.get(group)?.add(text);
    }
  };

  return {
    get notice() {
      return notice;
    },
    get size() {
      let size = 0;
      for (const { rows } of held.values()) size += rows.size;
      return size;
    },
    get,
    need,
    set,
    attach(store, schema) {
      place = { store, schema };
      notice = createNotice();
    },
    async load(table, keys) {
      const { rows, absent, seen } = of(table);
      const missing = missingOf(keys, rows);
      const possible = keysSeen(missing, seen);
      const found = possible.length > 0 ? await select(table, possible) : [];
      for (const text of missing.keys()) {
        rows.set(text, undefined);
        absent.add(text);
      }
      for (const row of found) {
        const read = fromDatabase(table, row);
        const text = rowKeyText(table, read);
        rows.set(text, read);
        absent.delete(text);
      }
    },
    async loadGroups(table, columns, keys) {
      const entry = of(table);
      let groups = entry.groups.get(columns.join());
      // Of rows that were set before, nobody has noted the groups.
      if (!groups)
        entry.groups.set(
          columns.join(),
          (groups = { columns, members: new Map(), seen: startedEmpty && !entry.used ? createKeyFilter() : undefined }),
        );
      const missing = missingOf(keys, groups.members);
      if (missing.size === 0) return;
      const possible = keysSeen(missing, groups.seen);
      const found = possible.length > 0 ? await select(table, possible, columns) : [];
      for (const text of missing.keys()) groups.members.set(text, new Set());
      for (const row of found) {
        const read = fromDatabase(table, row);
        const text = rowKeyText(table, read);
        if (!entry.rows.has(text)) entry.rows.set(text, read);
        groups.members.get(groupText(read, columns))?.add(text);
      }
      // Rows that were set before and are not written yet.
      for (const text of entry.changed.keys()) {
        const row = entry.rows.get(text);
        if (row) groups.members.get(groupText(row, columns))?.add(text);
      }
    },
    group<Row extends object>(table: ReadModelTable<Row>, columns: readonly string[], key: Key) {
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
    remove: (table, key) => put(of(table), keyText(key), undefined, key),
    atomically(change) {
      journal = [];
      try {
        change();
      } catch (error) {
        for (const undo of journal.reverse()) takeBack(undo);
        throw error;
      } finally {
        journal = undefined;
      }
    },
    changes: () => [...held.values()].filter(({ changed }) => changed.size > 0).map(changesOf),
    written() {
      for (const { rows, absent, changed } of held.values()) {
        for (const text of changed.keys()) {
          if (rows.get(text)) absent.delete(text);
          else absent.add(text);
        }
        changed.clear();
      }
    },
    forget() {
      held.clear();
      startedEmpty = false;
    },
    startEmpty() {
      held.clear();
      startedEmpty = true;
    },
    release() {
      for (const { rows, absent, groups } of held.values()) {
        rows.clear();
        absent.clear();
        for (const { members } of groups.values()) members.clear();
      }
    },
  };
}

/** The keys that may be stored. */
function keysSeen(keys: ReadonlyMap<string, Key>, seen: KeyFilter | undefined): Key[] {
  return seen ? [...keys].flatMap(([text, key]) => (seen.mayHave(text) ? [key] : [])) : [...keys.values()];
}

/** What an event leaves out is null in the database, and so it is before it has been there. */
function withNulls<Row extends object>(row: Row): Row {
  if (!Object.values(row).includes(undefined)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [column, value ?? null]),
  ) as Row;
}

function missingOf(keys: Iterable<Key>, known: ReadonlyMap<string, unknown>): Map<string, Key> {
  const missing = new Map<string, Key>();
  for (const key of keys) {
    const text = keyText(key);
    if (!known.has(text)) missing.set(text, key);
  }
  return missing;
}

function takeBack({ held, text, known, row, changed }: Undo): void {
  if (known) held.rows.set(text, row);
  else held.rows.delete(text);
  if (!changed) held.changed.delete(text);
}

function changesOf({ table, rows, absent, changed }: Held): TableChanges {
  const changes = { table, added: [] as object[], replaced: [] as object[], removed: [] as Key[] };
  for (const [text, key] of changed) {
    const row = rows.get(text);
    if (row) (absent.has(text) ? changes.added : changes.replaced).push(row);
    else if (!absent.has(text)) changes.removed.push(key!);
  }
  return changes;
}

function groupText(row: object, columns: readonly string[]): string {
  return keyText(columns.map((column) => (row as Record<string, string | number>)[column]!));
}
