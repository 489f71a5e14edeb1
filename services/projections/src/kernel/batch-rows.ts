import type { ReadModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Notice } from './notice.ts';
import type { Key } from './table.ts';

/** The database failed while a batch was applied: nobody's data is to blame, the batch is tried again. */
export class DatabaseFault extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'DatabaseFault';
  }
}

/**
 * The database refused a value that an event brought, and with it the transaction. The event is to blame, whoever
 * writes it.
 */
export class ValueRefused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'ValueRefused';
  }
}

/** Where rows are read: one client inside a transaction. */
export interface RowStore {
  query(sql: string, values: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * The rows that events touch, in memory: read together beforehand, changed by handlers one event after the other,
 * written together at the end. Rows are never changed in place.
 */
export interface BatchRows {
  /** Reads the rows of these keys, unless they are known. A handler may only `get` what was loaded or set. */
  load<Row extends object>(table: ReadModelTable<Row>, keys: Iterable<Key>): Promise<void>;
  get<Row extends object>(table: ReadModelTable<Row>, key: Key): Row | undefined;
  /** Reads all rows that have these values in some other columns; `group` then gives them, with the ones set since. */
  loadGroups<Row extends object>(
    table: ReadModelTable<Row>,
    columns: readonly (keyof Row & string)[],
    keys: Iterable<Key>,
  ): Promise<void>;
  group<Row extends object>(table: ReadModelTable<Row>, columns: readonly (keyof Row & string)[], key: Key): Row[];
  /** Like `get`; throws when there is none, so that the event is parked rather than half applied. */
  need<Row extends object>(table: ReadModelTable<Row>, key: Key): Row;
  set<Row extends object>(table: ReadModelTable<Row>, row: NoInfer<Row>): void;
  /** Changes some columns of a row that must be there. */
  change<Row extends object>(table: ReadModelTable<Row>, key: Key, columns: Partial<NoInfer<Row>>): Row;
  remove<Row extends object>(table: ReadModelTable<Row>, key: Key): void;
  /** What the people at the screens are told after the commit. */
  readonly notice: Notice;
}
