import { typeCells, type RefusedEdit, type Typed } from '../sheet-save/sheet-edit.model.ts';
import { columnsOf } from '../sheet-grid/sheet-navigation.model.ts';
import { isEditable, roundedCells, shownText, type CellRef, type Grid } from '../sheet-grid/sheet-grid.model.ts';

export type PasteReport = {
  /** Cells that took a value. */
  readonly written: number;
  /** Of those, cells that keep fewer decimals than the value had. */
  readonly rounded: number;
  /** Cells that lost theirs to an empty one of the block. */
  readonly emptied: number;
  /** Values that cannot be saved, kept in their cells with the reason. */
  readonly refused: readonly RefusedEdit[];
  /** Values over read-only cells. */
  readonly skipped: number;
  /** Values beyond the last row or column, or of student numbers that are not in this class. */
  readonly outside: number;
  /** Rows were matched by student number, not by order. */
  readonly byNumber: boolean;
};

/** Cells of a block as spreadsheets copy it: tabs, line ends, and quotes around cells that contain either. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  const source = text.replace(/\r\n?/g, '\n');
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (quoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') endRow();
    else cell += char;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/** Whether pasted text is a block for several cells and not the text of one. */
export function isBlock(text: string): boolean {
  return /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''));
}

/**
 * Writes a block from a spreadsheet from a cell on, as one step. A block whose first column holds student numbers of
 * this class is matched by them (a name column after it is passed over), whatever its order; otherwise row by row as
 * shown.
 */
export function pasteBlock(
  grid: Grid,
  order: readonly string[],
  anchor: CellRef,
  text: string,
): { grid: Grid; report: PasteReport } {
  const block = parseBlock(text);
  const columns = columnsOf(grid.sheet);
  const firstRow = order.indexOf(anchor.studentCode);
  const firstColumn = columns.indexOf(anchor.dataKey);
  const matched = matchByNumber(grid, block);
  const lines = matched?.lines ?? block.map((cells, index) => ({ studentCode: order[firstRow + index], cells }));
  const typed: Typed[] = [];
  let outside = matched?.unknown ?? 0;
  for (const { studentCode, cells } of lines) {
    cells.forEach((value, index) => {
      const dataKey = columns[firstColumn + index];
      if (studentCode === undefined || dataKey === undefined) outside += value === '' ? 0 : 1;
      else typed.push({ studentCode, dataKey, text: value === '' ? null : value });
    });
  }
  const { grid: next, refused, skipped } = typeCells(grid, typed);
  const blanks = typed.filter((each) => each.text === null && isEditable(grid, each));
  const emptied = blanks.filter((each) => textIn(grid, each) !== textIn(next, each)).length;
  const rounded = roundedCells(next).filter((each) => !grid.rounded.includes(each)).length;
  return {
    grid: next,
    report: {
      rounded,
      written: typed.length - skipped - refused.length - blanks.length,
      emptied,
      refused,
      skipped,
      outside,
      byNumber: matched !== null,
    },
  };
}

function textIn(grid: Grid, { studentCode, dataKey }: CellRef): string | null {
  const row = grid.rows[studentCode];
  return row ? shownText(row, dataKey) : null;
}

function matchByNumber(
  grid: Grid,
  block: readonly (readonly string[])[],
): { lines: { studentCode: string; cells: string[] }[]; unknown: number } | null {
  const byNumber = new Map(grid.order.map((code) => [grid.rows[code]?.server.studentNumber ?? code, grid.rows[code]]));
  const known = block.filter((cells) => cells.length > 1 && byNumber.has(cells[0] ?? ''));
  if (known.length === 0) return null;
  const withNames = known.every((cells) => byNumber.get(cells[0] ?? '')?.server.studentName === cells[1]);
  const lines = known.map((cells) => ({
    studentCode: byNumber.get(cells[0] ?? '')?.server.studentCode ?? '',
    cells: cells.slice(withNames ? 2 : 1),
  }));
  const headings = block[0] !== undefined && !/\d/.test(block[0][0] ?? '') ? 1 : 0;
  return { lines, unknown: block.length - known.length - headings };
}

/** The report as one sentence for the person. */
export function pasteSentence(report: PasteReport): string {
  const parts = [`已粘贴 ${report.written} 个成绩${report.byNumber ? '（按学号对应）' : ''}`];
  if (report.emptied > 0) parts.push(`清空 ${report.emptied} 个（粘贴内容为空，可撤销）`);
  if (report.rounded > 0) parts.push(`${report.rounded} 个按一位小数四舍五入`);
  if (report.refused.length > 0) parts.push(`${report.refused.length} 个不能保存，已标红并保留原文`);
  if (report.skipped > 0) parts.push(`跳过 ${report.skipped} 个只读单元格`);
  if (report.outside > 0) parts.push(`${report.outside} 个超出表格范围或学号不在本班，未写入`);
  return parts.join('；');
}
