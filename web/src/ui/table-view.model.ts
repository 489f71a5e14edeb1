import { cellText, cellWidthOf, isFigures } from './cell-text.ts';
import type { Column } from './table-column.ts';

/** Where a column stands: at the left edge, at the right edge, or between, where it scrolls. */
export type ColumnPin = 'left' | 'none' | 'right';
/**
 * One column as the person wants it. `chosen`: shown or hidden by hand, so that it gives way to no other. `width` in
 * pixels, where it was dragged.
 */
export type ColumnChoice = {
  key: string;
  shown: boolean;
  pin: ColumnPin;
  chosen?: boolean | undefined;
  width?: number | undefined;
};
/** How a person wants a table: all its columns in their order, and low rows. */
export type TableChoices = { columns: readonly ColumnChoice[]; dense: boolean };

type AnyColumn = Pick<Column<never>, 'key' | 'pinLeft' | 'pinRight'>;

const pinOf = ({ pinLeft, pinRight }: AnyColumn): ColumnPin => (pinLeft ? 'left' : pinRight ? 'right' : 'none');
const pinOrder: readonly ColumnPin[] = ['left', 'none', 'right'];

/** How the page declared its columns: all shown, in their order. */
export function defaultChoices(columns: readonly AnyColumn[]): TableChoices {
  return {
    columns: inPinOrder(columns.map((column) => ({ key: column.key, shown: true, pin: pinOf(column) }))),
    dense: false,
  };
}

/**
 * What was kept for a table whose columns may have changed since: unknown columns are dropped, new ones stand where the
 * page has them.
 */
export function reconciled(kept: TableChoices | null, columns: readonly AnyColumn[]): TableChoices {
  const declared = defaultChoices(columns);
  if (kept === null) return declared;
  const known = kept.columns.filter(({ key }) => columns.some((column) => column.key === key));
  const all = declared.columns.reduce<ColumnChoice[]>((list, choice, index) => {
    if (list.some(({ key }) => key === choice.key)) return list;
    const before = declared.columns[index - 1];
    return list.toSpliced(before === undefined ? 0 : list.findIndex(({ key }) => key === before.key) + 1, 0, choice);
  }, known);
  return { columns: inPinOrder(all), dense: kept.dense };
}

/** The choices with one column changed. */
export function withColumn(
  choices: TableChoices,
  key: string,
  change: Partial<Omit<ColumnChoice, 'key'>>,
): TableChoices {
  return {
    ...choices,
    columns: inPinOrder(choices.columns.map((column) => (column.key === key ? { ...column, ...change } : column))),
  };
}

/** The choices with a column moved to where another stands, which must be pinned alike. */
export function moved(choices: TableChoices, key: string, to: string): TableChoices {
  const from = choices.columns.findIndex((column) => column.key === key);
  const target = choices.columns.findIndex((column) => column.key === to);
  const column = choices.columns[from];
  if (column === undefined || column.pin !== choices.columns[target]?.pin) return choices;
  return { ...choices, columns: choices.columns.toSpliced(from, 1).toSpliced(target, 0, column) };
}

/** Width of a column without one, for each character of its title (PICKERS-155). */
export const CHARACTER_WIDTH = 25;
/** What a column that shares what is left needs at least to be read. */
const SHARING_WIDTH = 150;
/** Limits of what a column is dragged to. */
export const WIDTH_LIMITS = { least: 48, most: 900 } as const;

/** Pixels without which a column cannot be read. */
export function needOf({ width, title, least }: Pick<Column<never>, 'width' | 'title' | 'least'>): number {
  if (least !== undefined) return least;
  if (typeof width === 'number') return width;
  if (width === undefined && typeof title === 'string') return title.length * CHARACTER_WIDTH;
  return SHARING_WIDTH;
}

/**
 * The columns that give way where there is not room for all, the least important first and the last of equal ones
 * first; those that are chosen by hand, pinned, or declared without `importance` never do.
 */
export function givingWay<Row>(
  columns: readonly Column<Row>[],
  { columns: choices }: TableChoices,
  room: number,
): ReadonlySet<string> {
  const chosen = new Set(choices.filter((choice) => choice.chosen === true).map(({ key }) => key));
  let need = columns.reduce((sum, column) => sum + needOf(column), 0);
  const gone = new Set<string>();
  const candidates = columns
    .filter((column) => column.importance !== undefined && !column.pinLeft && !column.pinRight)
    .filter(({ key }) => !chosen.has(key))
    .toReversed()
    .toSorted((one, other) => (other.importance ?? 1) - (one.importance ?? 1));
  for (const column of candidates) {
    if (need <= room) break;
    gone.add(column.key);
    need -= needOf(column);
  }
  return gone;
}

/** Rows that are looked at to see what a column says. */
const LOOKED_AT = 20;

/** Columns that say nothing of where their cells stand: by the right edge where all that shows is figures. */
export function alignedByFigures<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
): readonly Column<Row>[] {
  if (rows === undefined) return columns;
  const some = rows.slice(0, LOOKED_AT);
  return columns.map((column) =>
    column.align === undefined &&
    !column.pinRight &&
    isFigures(some.map((row, index) => cellText(column.render(row, index))))
      ? { ...column, align: 'right' }
      : column,
  );
}

/** So much wider than declared a column becomes at most. */
const WIDEST_FACTOR = 1.6;
/** Less than this is not worth sharing out. */
const SPARE = 80;
/** Beside the text of a cell, and what a text is given at most. */
const PADDING = 26;
const WIDEST_TEXT = 760;

/**
 * On a wide screen what is left does not all go to the columns that share it: beyond what they say, every column that
 * is neither pinned nor dragged gets its part, so that a row holds together.
 */
export function widened<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
  { columns: choices }: TableChoices,
  room: number,
): readonly Column<Row>[] {
  const isSharing = ({ width }: Column<Row>): boolean => typeof width === 'string';
  if (!Number.isFinite(room) || rows === undefined || !columns.some(isSharing)) return columns;
  const dragged = new Set(choices.filter(({ width }) => width !== undefined).map(({ key }) => key));
  const some = rows.slice(0, LOOKED_AT);
  const says = (column: Column<Row>): number =>
    Math.max(
      needOf(column),
      ...some.map((row, index) => Math.min(WIDEST_TEXT, cellWidthOf(column.render(row, index))) + PADDING),
    );
  const grows = (column: Column<Row>): boolean =>
    !isSharing(column) && !column.pinLeft && !column.pinRight && !dragged.has(column.key);
  const needed = columns.map((column) => (isSharing(column) ? says(column) : needOf(column)));
  const sum = (of: (column: Column<Row>) => boolean): number =>
    columns.reduce((total, column, at) => (of(column) ? total + needed[at]! : total), 0);
  const spare = room - sum(() => true);
  const taking = sum((column) => grows(column) || isSharing(column));
  if (spare < SPARE) return columns;
  const factor = Math.min(WIDEST_FACTOR, 1 + spare / taking);
  return columns.map((column, at) => (grows(column) ? { ...column, width: Math.round(needed[at]! * factor) } : column));
}

/** Left and right of what a cell says. */
export const CELL_PADDING = 24;

/**
 * Pixels that cells have for text, by column: those that share what is left have equal parts of it.
 * `whole`: with what stands before the columns, of which a percentage is taken.
 */
export function textRoomsOf<Row>(
  columns: readonly Column<Row>[],
  room: number,
  whole: number = room,
): readonly (readonly [string, number])[] {
  if (!Number.isFinite(room)) return [];
  const widths = columns.map(({ width, title }) => {
    if (typeof width === 'number') return width;
    if (width === undefined) return typeof title === 'string' ? title.length * CHARACTER_WIDTH : null;
    return /^\d+%$/.test(width) ? (whole * Number.parseInt(width, 10)) / 100 : null;
  });
  const sharing = widths.filter((width) => width === null).length;
  const left = room - widths.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  return columns.map(({ key }, at) => [key, Math.round(widths[at] ?? Math.max(left, 0) / sharing) - CELL_PADDING]);
}

/** Stable: within one pin the order stays. */
function inPinOrder(columns: readonly ColumnChoice[]): ColumnChoice[] {
  return columns.toSorted((a, b) => pinOrder.indexOf(a.pin) - pinOrder.indexOf(b.pin));
}
