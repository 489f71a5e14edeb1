/** PostgreSQL types that columns of read models may have. */
export type ColumnType = 'text' | 'int' | 'bigint' | 'boolean' | 'timestamptz' | 'jsonb' | 'text[]' | 'int[]';

/** A column: its type in the database, and the type of its values as they are written and as a query answers them. */
export interface Column<Written = unknown, Read = unknown> {
  readonly type: ColumnType;
  /** For the compiler alone: no column has it. */
  readonly values?: { readonly written: Written; readonly read: Read };
}

/** A text; of a few known ones where they are named. */
export const text = <V extends string = string>(): Column<V, V> => ({ type: 'text' });
export const int = (): Column<number, number> => ({ type: 'int' });
export const bigint = (): Column<number, number> => ({ type: 'bigint' });
export const boolean = (): Column<boolean, boolean> => ({ type: 'boolean' });
/** An instant: written as ISO text, read as a date. */
export const timestamp = (): Column<string, Date> => ({ type: 'timestamptz' });
/** Whatever JSON can hold; a projection never changes it in place. */
export const json = <V>(): Column<V, V> => ({ type: 'jsonb' });
export const textArray = <V extends string | null = string>(): Column<readonly V[], V[]> => ({ type: 'text[]' });
export const intArray = (): Column<readonly number[], number[]> => ({ type: 'int[]' });
/** The same column, which may be empty. In the database every column may, except those of the key. */
export const orNull = <W, R>({ type }: Column<W, R>): Column<W | null, R | null> => ({ type });

type Columns = Readonly<Record<string, Column>>;

/** One table of a read model, without the schema it stands in; columns in the order in which they are made. */
export interface ReadModelTable<Row extends object = object, Read extends object = object> {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  /** Further indexes, each as `create index` wants it after the table's name: `(status)`, `using gin (queue_keys)`. */
  readonly indexes: readonly string[];
  /** For the compiler alone: no table has it. */
  readonly rows?: { readonly written: Row; readonly read: Read };
}

/** A row as its projection writes it: instants are ISO texts. */
export type RowOf<Table extends ReadModelTable> = NonNullable<Table['rows']>['written'];
/** A row as a query of all its columns answers it: instants are dates. */
export type ReadRowOf<Table extends ReadModelTable> = NonNullable<Table['rows']>['read'];

interface TableDeclaration<C extends Columns = Columns> {
  readonly columns: C;
  readonly key: readonly string[];
  readonly indexes?: readonly string[];
}

type TableOf<C extends Columns> = ReadModelTable<
  { [Name in keyof C]: NonNullable<C[Name]['values']>['written'] },
  { [Name in keyof C]: NonNullable<C[Name]['values']>['read'] }
>;

/** A read model: tables that one projection makes from events, to answer one kind of question. */
export interface ReadModel<Name extends string = string, Tables = Readonly<Record<string, ReadModelTable>>> {
  /** Name in addresses, in `projection.read_model` and in lists of where a command shows. */
  readonly name: Name;
  readonly tables: Tables;
}

/** Declares the columns of a table, its key and its indexes. */
export function table<C extends Columns>(
  columns: C,
  others: { readonly key: readonly (keyof NoInfer<C> & string)[]; readonly indexes?: readonly string[] },
): TableDeclaration<C> {
  return { columns, ...others };
}

/**
 * Declares a read model; its name and what people call it stand in `read-model.vocabulary.ts`. The projection of the
 * same name fills its tables, and raises its `version` when a column here changes.
 */
export function defineReadModel<const Name extends string, T extends Readonly<Record<string, TableDeclaration>>>({
  name,
  tables,
}: {
  name: Name;
  tables: T;
}): ReadModel<Name, { readonly [K in keyof T]: TableOf<T[K]['columns']> }> {
  const named = Object.entries(tables).map(([tableName, { columns, key, indexes = [] }]) => [
    tableName,
    {
      name: tableName,
      columns: Object.fromEntries(Object.entries(columns).map(([column, { type }]) => [column, type])),
      key,
      indexes,
    },
  ]);
  return { name, tables: Object.fromEntries(named) as { readonly [K in keyof T]: TableOf<T[K]['columns']> } };
}

/** Schema of the tables that answer queries. */
export function readModelSchema(name: string): string {
  return `rm_${name.replaceAll('-', '_')}`;
}

/** The table that answers queries, with its schema: `rm_approval_list.application`. For SQL, as it is. */
export function readModelTable<Tables extends object>(
  { name }: ReadModel<string, Tables>,
  tableName: keyof Tables & string,
): string {
  return `${readModelSchema(name)}.${tableName}`;
}
