/**
 * A row of a table with its number as Excel shows it. `numeric`: places of cells that are numbers, so that zeros before
 * them are lost.
 */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly numeric: readonly number[];
  /** Places of what it does not say, in rows of a program; in a file an empty cell says empty. */
  readonly absent?: ReadonlySet<number>;
  /** Why cells say nothing, by their places: a formula came to nothing, the program that kept them lost digits. */
  readonly broken?: ReadonlyMap<number, string>;
}
/** One sheet of a file, and the names of all that people see. Empty rows are not in it. */
export interface ReadTable {
  readonly sheet: string;
  readonly sheets: readonly string[];
  readonly rows: readonly TableRow[];
  /** What people may not have seen, or have seen otherwise, with the number of its row. */
  readonly remarks: readonly { readonly row: number; readonly text: string }[];
}
/** What a thread needs to read a table; without a sheet's name, the first that people see. */
export interface ReadTableInput {
  readonly content: Uint8Array;
  readonly sheet?: string;
}

/** What a table may have at most. */
export const MAX_TABLE_BYTES = 32 * 1024 * 1024;
export const MAX_TABLE_ROWS = 100_000;
export const MAX_TABLE_COLUMNS = 200;
