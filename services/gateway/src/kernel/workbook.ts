import { colToLetter, writeXlsx, type Cell, type CellStyle, type CellValue, type DataValidation, type WriteSheet } from 'hucre/xlsx';
import type { FileAnswer } from './handler.ts';

/** What a person may type into a column of a protected sheet; `message` is shown to whoever types something else. */
export type TypedValues =
  | { readonly decimalFrom: number; readonly to: number; readonly message: string }
  | { readonly oneOf: readonly string[]; readonly message: string };

/** One column. Its cells are text, so that no name becomes a formula, unless `number` says otherwise. */
export interface WorkbookColumn<Row> {
  readonly header: string;
  /** In characters of the default font; a Chinese character takes two. */
  readonly width: number;
  readonly value: (row: Row) => string | number | null;
  /** Values that are numbers, or decimal text, become number cells. */
  readonly number?: boolean;
  readonly hidden?: boolean;
  /** In a protected sheet: people may type here, and what. */
  readonly typed?: TypedValues | 'anything';
}

/** One sheet: a bold, frozen head, and a row for every item. */
export interface WorkbookContent<Row> {
  /** Name of the sheet; what Excel does not take in a name is replaced. */
  readonly sheet: string;
  /** Lines above the head, each across all columns; the first is the title. */
  readonly above?: readonly string[];
  readonly columns: readonly WorkbookColumn<Row>[];
  readonly rows: readonly Row[];
  /** Only the columns with `typed` may be changed by whoever opens it. Without a password: it guards against slips, not against intent. */
  readonly isProtected?: boolean;
}

const longestCell = 32_767;
const longestList = 255;
/** Points that a line takes, and characters that fit across an upright page. */
const lineHeight = 15;
const portraitWidth = 95;
const tallestRow = 400;

const headStyle: CellStyle = {
  font: { bold: true }, alignment: { horizontal: 'center', vertical: 'center', wrapText: true }, fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFEAF1F9' } },
};
const titleStyle: CellStyle = { font: { bold: true, size: 14 }, alignment: { horizontal: 'center', vertical: 'center' } };
const lineStyle: CellStyle = { alignment: { vertical: 'center', wrapText: true } };

/** The rows as an xlsx workbook with one sheet. */
export async function writeWorkbook<Row>(content: WorkbookContent<Row>): Promise<Buffer> {
  const { above = [], columns, rows, isProtected = false } = content;
  const headAt = above.length;
  const firstShown = Math.max(0, columns.findIndex(({ hidden }) => !hidden));
  const shownWidth = columns.reduce((sum, { width, hidden }) => sum + (hidden ? 0 : width), 0);
  const sheet: WriteSheet = {
    name: sheetName(content.sheet),
    columns: columns.map((column) => ({ width: column.width, hidden: column.hidden ?? false, style: bodyStyle(column) })),
    rows: [
      ...above.map((line) => [...Array.from({ length: firstShown }, () => null), cleanText(line)]),
      columns.map(({ header }) => cleanText(header)),
      ...rows.map((row) => columns.map((column) => cellValue(column.value(row), column.number ?? false))),
    ],
    cells: headCells(above, columns, firstShown),
    merges: above.map((_line, row) => ({ startRow: row, startCol: firstShown, endRow: row, endCol: columns.length - 1 })),
    freezePane: { rows: headAt + 1 },
    rowDefs: rowHeights(content, shownWidth),
    pageSetup: { paperSize: 'a4', orientation: shownWidth > portraitWidth ? 'landscape' : 'portrait', fitToPage: true, fitToWidth: 1, fitToHeight: 0, printTitlesRow: `${headAt + 1}:${headAt + 1}` },
    dataValidations: columns.flatMap((column, index) => validation(column, index, headAt + 1, rows.length)),
    ...(isProtected && { protection: { sheet: true, formatColumns: true } }),
  };
  return Buffer.from(await writeXlsx({ sheets: [sheet], properties: { creator: '教务系统' } }));
}

/** A workbook as a download. */
export function workbookAnswer(fileName: string, content: Buffer): FileAnswer {
  return { content, fileName, contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
}

/** Rows whose text takes several lines: programs do not make room for it by themselves. */
function rowHeights<Row>({ above = [], columns, rows }: WorkbookContent<Row>, shownWidth: number): Map<number, { height: number }> {
  const heights = new Map(above.map((line, row): [number, { height: number }] => [row, { height: row === 0 ? 26 : lineHeight * linesOf(line, shownWidth) + 4 }]));
  heights.set(above.length, { height: lineHeight * Math.max(...columns.map(({ header, width, hidden }) => (hidden ? 1 : linesOf(header, width)))) + 6 });
  for (const [index, row] of rows.entries()) {
    const lines = Math.max(...columns.map((column) => (column.hidden ? 1 : linesOf(String(column.value(row) ?? ''), column.width))));
    if (lines > 1) heights.set(above.length + 1 + index, { height: Math.min(lineHeight * lines, tallestRow) });
  }
  return heights;
}

function bodyStyle<Row>({ number, typed }: WorkbookColumn<Row>): CellStyle {
  return {
    numFmt: number ? 'General' : '@', alignment: { vertical: 'center', wrapText: true },
    ...(typed && { protection: { locked: false } }),
  };
}

function headCells<Row>(above: readonly string[], columns: readonly WorkbookColumn<Row>[], firstShown: number): Map<string, Partial<Cell>> {
  const locked = { protection: { locked: true } };
  return new Map<string, Partial<Cell>>([
    ...above.map((line, row): [string, Partial<Cell>] => [`${row},${firstShown}`, { value: cleanText(line), type: 'string', style: { ...(row === 0 ? titleStyle : lineStyle), ...locked } }]),
    ...columns.map(({ header }, column): [string, Partial<Cell>] => [`${above.length},${column}`, { value: cleanText(header), type: 'string', style: { ...headStyle, ...locked } }]),
  ]);
}

function cellValue(value: string | number | null, isNumber: boolean): CellValue {
  if (value === null || value === '') return null;
  if (!isNumber) return cleanText(String(value));
  const number = Number(value);
  return Number.isFinite(number) ? number : cleanText(String(value));
}

/** Without characters that XML cannot hold, and no longer than a cell may be. */
function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '').slice(0, longestCell);
}

/** Lines that a text takes in a column; a Chinese character is as wide as two others. */
function linesOf(text: string, width: number): number {
  if (text.length * 2 <= width && !text.includes('\n')) return 1;
  const taken = (line: string): number => line.length + line.replaceAll(/\p{ASCII}/gu, '').length;
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(taken(line) / width)), 0);
}

function sheetName(name: string): string {
  return cleanText(name).replaceAll(/[[\]:*?/\\]/g, '-').replaceAll(/^'|'$/g, '').slice(0, 31) || '数据';
}

function validation<Row>({ typed }: WorkbookColumn<Row>, column: number, firstRow: number, rowCount: number): DataValidation[] {
  if (!typed || typed === 'anything' || rowCount === 0) return [];
  const letter = colToLetter(column);
  const rule = { range: `${letter}${firstRow + 1}:${letter}${firstRow + rowCount}`, allowBlank: true, showErrorMessage: true, errorTitle: '数据校验', errorMessage: typed.message, errorStyle: 'stop' as const };
  if ('decimalFrom' in typed) return [{ ...rule, type: 'decimal', operator: 'between', formula1: String(typed.decimalFrom), formula2: String(typed.to) }];
  // Excel takes no longer list than this inside a rule, and a comma divides it; then the import alone tells what is wrong.
  if (typed.oneOf.join(',').length > longestList || typed.oneOf.some((name) => name.includes(','))) return [];
  return [{ ...rule, type: 'list', values: [...typed.oneOf] }];
}
