import { shownText, displayText, type CellRef, type Grid } from './sheet-grid.model.ts';
import type { Typed } from '../sheet-save/sheet-edit.model.ts';

/** A rectangle of cells: rows and columns in the order of the sheet as shown. */
export type Block = { readonly codes: readonly string[]; readonly keys: readonly string[] };

/** Rows and columns of the grid as shown, in order. */
export type Layout = { readonly order: readonly string[]; readonly columns: readonly string[] };

/** The rectangle between two cells, whichever way it was drawn; null when one of them is not shown. */
export function blockBetween({ order, columns }: Layout, from: CellRef, to: CellRef): Block | null {
  const rows = [order.indexOf(from.studentCode), order.indexOf(to.studentCode)];
  const keys = [columns.indexOf(from.dataKey), columns.indexOf(to.dataKey)];
  const [top, bottom, left, right] = [Math.min(...rows), Math.max(...rows), Math.min(...keys), Math.max(...keys)];
  return top < 0 || left < 0 ? null : { codes: order.slice(top, bottom + 1), keys: columns.slice(left, right + 1) };
}

/** Whether a rectangle is more than one cell. */
export function isWide(block: Block | null): block is Block {
  return block !== null && block.codes.length * block.keys.length > 1;
}

/** The cell so many rows and columns away, inside the grid. */
export function cellBeside({ order, columns }: Layout, from: CellRef, down: number, right: number): CellRef | null {
  const at = (list: readonly string[], key: string, by: number) =>
    list[Math.max(0, Math.min(list.length - 1, list.indexOf(key) + by))];
  const studentCode = at(order, from.studentCode, down);
  const dataKey = at(columns, from.dataKey, right);
  return studentCode === undefined || dataKey === undefined ? null : { studentCode, dataKey };
}

/** Cells of a rectangle, row by row. */
export function cellsOf({ codes, keys }: Block): CellRef[] {
  return codes.flatMap((studentCode) => keys.map((dataKey) => ({ studentCode, dataKey })));
}

/** A rectangle as spreadsheets take it: tabs and line ends, grades and remarks by name, empty cells empty. */
export function blockText(grid: Grid, { codes, keys }: Block): string {
  return codes
    .map((code) =>
      keys
        .map((dataKey) => {
          const row = grid.rows[code];
          return row ? displayText(grid.sheet, dataKey, shownText(row, dataKey)) : '';
        })
        .join('\t'),
    )
    .join('\r\n');
}

/** What empties a rectangle: scores go, remarks become normal. */
export function emptied(block: Block): Typed[] {
  return cellsOf(block).map((ref) => ({ ...ref, text: null }));
}

/** One text into every cell of a rectangle. */
export function repeated(block: Block, text: string): Typed[] {
  return cellsOf(block).map((ref) => ({ ...ref, text: text === '' ? null : text }));
}

/** Fill down (Ctrl+D): the first row of the rectangle into the rows below it; of one cell, what stands above it. */
export function filledDown(grid: Grid, order: readonly string[], block: Block): Typed[] {
  const [first = ''] = block.codes;
  const source = block.codes.length > 1 ? first : order[order.indexOf(first) - 1];
  return source === undefined
    ? []
    : copied(
        grid,
        [source],
        block.codes.filter((code) => code !== source),
        block.keys,
      );
}

/**
 * Drawn on by the handle: the rows of the rectangle again and again up to a row below or above it. `onlyEmpty` leaves
 * alone what has a value.
 */
export function filledTo(grid: Grid, order: readonly string[], block: Block, to: string, onlyEmpty = false): Typed[] {
  const targets = fillTargets(order, block, to);
  const below = targets.length === 0 || order.indexOf(targets[0] ?? '') > order.indexOf(block.codes[0] ?? '');
  const typed = copied(
    grid,
    below ? block.codes : block.codes.toReversed(),
    below ? targets : targets.toReversed(),
    block.keys,
  );
  return onlyEmpty
    ? typed.filter((each) => {
        const row = grid.rows[each.studentCode];
        return row !== undefined && shownText(row, each.dataKey) === null;
      })
    : typed;
}

/** Rows that {@link filledTo} writes into, from top to bottom. */
export function fillTargets(order: readonly string[], block: Block, to: string): string[] {
  const at = order.indexOf(to);
  const first = order.indexOf(block.codes[0] ?? '');
  const last = order.indexOf(block.codes.at(-1) ?? '');
  if (at < 0 || first < 0) return [];
  return at > last ? order.slice(last + 1, at + 1) : at < first ? order.slice(at, first) : [];
}

function copied(grid: Grid, sources: readonly string[], targets: readonly string[], keys: readonly string[]): Typed[] {
  return targets.flatMap((studentCode, index) => {
    const source = grid.rows[sources[index % sources.length] ?? ''];
    return source ? keys.map((dataKey) => ({ studentCode, dataKey, text: shownText(source, dataKey) })) : [];
  });
}
