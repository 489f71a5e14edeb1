import type { MessagePort } from 'node:worker_threads';
import type { Selection } from './selection.ts';

/** What a person may type into a column of a protected sheet; `message` is shown to whoever types something else. */
export type TypedValues =
  | { readonly decimalFrom: number; readonly to: number; readonly message: string }
  | { readonly oneOf: readonly string[]; readonly message: string };

/**
 * What the cells of a column are. `text`: as it is written, so that no name becomes a formula and no number loses its
 * zeros. `number`: numbers and their texts become number cells that show as many decimals as the text has (70.70,
 * 12.5%), anything else stays text. `time`: dates and times as the product writes them become date cells.
 */
export type ColumnKind = 'text' | 'number' | 'time';

/** How a column looks. */
export interface SheetColumn {
  readonly header: string;
  /** In characters of the default font; a Chinese character takes two. */
  readonly width: number;
  /** By default `text`. */
  readonly kind?: ColumnKind;
  readonly hidden?: boolean;
  /** In a protected sheet: people may type here, and what. */
  readonly typed?: TypedValues | 'anything';
}

/** One column with its values. */
export interface WorkbookColumn<Row> extends SheetColumn {
  readonly value: (row: Row) => CellInput;
}

/** A cell's value before its column's kind is looked at. */
export type CellInput = string | number | null;
/** Some rows' cells. */
export type CellBatch = readonly (readonly CellInput[])[];

/** A sheet without its rows. */
export interface SheetContent {
  /** Name of the sheet; what Excel does not take in a name is replaced. */
  readonly sheet: string;
  /** Lines above the head, each across all columns; the first is the title. */
  readonly above?: readonly string[];
  readonly columns: readonly SheetColumn[];
  /**
   * Only the columns with `typed` may be changed by whoever opens it. Without a password: it guards against slips, not
   * against intent.
   */
  readonly isProtected?: boolean;
}

/** One sheet: a bold, frozen head, and a row for every item. */
export interface WorkbookContent<Row, Rows = readonly Row[]> extends SheetContent {
  readonly columns: readonly WorkbookColumn<Row>[];
  readonly rows: Rows;
}

/**
 * A sheet of a list that may be as long as the school is large: its rows are described, and never in memory together.
 */
export type ListContent<Row> = WorkbookContent<Row, Selection<Row>>;

/**
 * What a thread needs to write a workbook: for each batch it asks through the port, and is answered with rows, null at
 * their end, or `failed`. `path`: a new file to write it to; otherwise it is the answer.
 */
export interface WriteWorkbookInput {
  readonly sheet: SheetContent;
  readonly rows: MessagePort;
  readonly path?: string;
}

/** The sheet as it can be handed to a thread. */
export function sheetOf<Row>({
  sheet,
  above = [],
  columns,
  isProtected = false,
}: Omit<WorkbookContent<Row>, 'rows'>): SheetContent {
  return { sheet, above, isProtected, columns: columns.map(({ value: _value, ...column }) => column) };
}
