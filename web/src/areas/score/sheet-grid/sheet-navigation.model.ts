import { isEditable, REMARK_KEY, shownText, type CellRef, type Grid, type SheetHead } from './sheet-grid.model.ts';

export type Direction =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'next'
  | 'previous'
  | 'rowStart'
  | 'rowEnd'
  | 'top'
  | 'bottom'
  | 'pageUp'
  | 'pageDown';

/** Rows that a page key goes. */
const PAGE_ROWS = 10;

/** Columns that can be typed in, from left to right. */
export function columnsOf(sheet: SheetHead): string[] {
  return [...sheet.items.map((item) => item.dataKey), REMARK_KEY];
}

/**
 * The next cell that may be typed in, from a cell in a direction (SCORE-ENTRY-09): up and down stay in the column, left
 * and right in the row, next and previous (Tab) go on in the neighbouring row. Null at the end. `order` is the rows as
 * shown, all pages.
 */
export function move(grid: Grid, order: readonly string[], from: CellRef, direction: Direction): CellRef | null {
  const columns = columnsOf(grid.sheet);
  let row = order.indexOf(from.studentCode);
  let column = columns.indexOf(from.dataKey);
  if (row < 0 || column < 0) return firstEditable(grid, order);
  const jump = jumpOf(direction, row, column, order.length, columns.length);
  if (jump) return nearest(grid, order, columns, jump);
  const step = direction === 'up' || direction === 'left' || direction === 'previous' ? -1 : 1;
  for (;;) {
    if (direction === 'up' || direction === 'down') row += step;
    else column += step;
    if ((direction === 'next' || direction === 'previous') && (column < 0 || column >= columns.length)) {
      row += step;
      column = step > 0 ? 0 : columns.length - 1;
    }
    const studentCode = order[row];
    const dataKey = columns[column];
    if (studentCode === undefined || dataKey === undefined) return null;
    if (isEditable(grid, { studentCode, dataKey })) return { studentCode, dataKey };
  }
}

type Jump = { row: number; column: number; rowStep: number; columnStep: number };

/** Where Home, End and the page keys land, and which way they look on when that cell may not be typed in. */
function jumpOf(direction: Direction, row: number, column: number, rows: number, columns: number): Jump | null {
  switch (direction) {
    case 'rowStart':
      return { row, column: 0, rowStep: 0, columnStep: 1 };
    case 'rowEnd':
      return { row, column: columns - 1, rowStep: 0, columnStep: -1 };
    case 'top':
      return { row: 0, column, rowStep: 1, columnStep: 0 };
    case 'bottom':
      return { row: rows - 1, column, rowStep: -1, columnStep: 0 };
    case 'pageUp':
      return { row: Math.max(0, row - PAGE_ROWS), column, rowStep: 1, columnStep: 0 };
    case 'pageDown':
      return { row: Math.min(rows - 1, row + PAGE_ROWS), column, rowStep: -1, columnStep: 0 };
    default:
      return null;
  }
}

function nearest(
  grid: Grid,
  order: readonly string[],
  columns: readonly string[],
  { row, column, rowStep, columnStep }: Jump,
): CellRef | null {
  for (;;) {
    const studentCode = order[row];
    const dataKey = columns[column];
    if (studentCode === undefined || dataKey === undefined) return null;
    if (isEditable(grid, { studentCode, dataKey })) return { studentCode, dataKey };
    row += rowStep;
    column += columnStep;
  }
}

/**
 * Where to go on: down the first column in which something is missing, which is where somebody left off who types by
 * columns, and who types by rows. Null when nothing is missing.
 */
export function firstMissing(grid: Grid, order: readonly string[]): CellRef | null {
  for (const { dataKey } of grid.sheet.items) {
    for (const studentCode of order) {
      const row = grid.rows[studentCode];
      const ref = { studentCode, dataKey };
      if (row && (shownText(row, dataKey) ?? '') === '' && isEditable(grid, ref)) return ref;
    }
  }
  return null;
}

/** Where the keyboard enters the grid. */
export function firstEditable(grid: Grid, order: readonly string[]): CellRef | null {
  for (const studentCode of order) {
    for (const dataKey of columnsOf(grid.sheet))
      if (isEditable(grid, { studentCode, dataKey })) return { studentCode, dataKey };
  }
  return null;
}

/**
 * Which way a key goes, or null when the key stays with the text being typed. The caret decides for plain left and
 * right.
 */
export function directionOf(
  event: { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean },
  caret: { atStart: boolean; atEnd: boolean },
): Direction | null {
  if (event.altKey) return null;
  const withControl = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'Enter':
      return event.shiftKey ? 'up' : 'down';
    case 'Tab':
      return event.shiftKey ? 'previous' : 'next';
    case 'ArrowUp':
      return 'up';
    case 'ArrowDown':
      return 'down';
    case 'ArrowLeft':
      return withControl || (caret.atStart && !event.shiftKey) ? 'left' : null;
    case 'Home':
      return withControl ? 'top' : caret.atStart ? 'rowStart' : null;
    case 'End':
      return withControl ? 'bottom' : caret.atEnd ? 'rowEnd' : null;
    case 'PageUp':
      return 'pageUp';
    case 'PageDown':
      return 'pageDown';
    case 'ArrowRight':
      return withControl || (caret.atEnd && !event.shiftKey) ? 'right' : null;
    default:
      return null;
  }
}
