import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import { cellOf, cleanText } from './workbook-cell.ts';
import { escaped, packageParts } from './workbook-package.ts';
import { styles, stylesXml } from './workbook-styles.ts';
import type { CellBatch, CellInput, SheetColumn, SheetContent, WriteWorkbookInput } from './workbook.ts';
import { MemoryTarget, ZipArchive, type ZipTarget } from './zip-archive.ts';

const longestList = 255;
/** Rows of a sheet; more go on in the next one. */
const mostRows = 1_048_576;
/** Points that a line takes, and characters that fit across an upright page. */
const lineHeight = 15;
const portraitWidth = 95;
const tallestRow = 400;

/**
 * Runs in a thread: see `documents.ts`. Rows come through a port, a batch for each question, null at their end. Answers
 * the workbook, or its size in bytes when it goes to a file.
 */
export async function writeWorkbookTask({ sheet, rows, path }: WriteWorkbookInput): Promise<Buffer | number> {
  try {
    return path === undefined
      ? await packWorkbook(sheet, asked(rows))
      : await writeToFile(path, (target) => writeWorkbook(target, sheet, asked(rows)));
  } finally {
    rows.close();
  }
}

/**
 * A file that nobody else has, written as the archive grows: no more than a batch of it is in memory. This thread has
 * nothing else to do meanwhile.
 */
async function writeToFile(path: string, write: (target: ZipTarget) => Promise<number>): Promise<number> {
  const file = openSync(path, 'wx', 0o600);
  let end = 0;
  try {
    return await write({
      write(bytes, at = end) {
        for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, at + done);
        end = Math.max(end, at + bytes.length);
      },
    });
  } finally {
    closeSync(file);
  }
}

async function* asked(rows: MessagePort): AsyncGenerator<CellBatch> {
  for (;;) {
    const answered = once(rows, 'message');
    rows.postMessage(null);
    const [batch] = (await answered) as [CellBatch | null | 'failed'];
    if (batch === null) return;
    if (batch === 'failed') throw new Error('the rows of the workbook could not be had');
    yield batch;
  }
}

/** {@link writeWorkbook} into memory. */
export async function packWorkbook(
  content: SheetContent,
  batches: AsyncIterable<CellBatch>,
  most = mostRows,
): Promise<Buffer> {
  const target = new MemoryTarget();
  await writeWorkbook(target, content, batches, most);
  return target.whole();
}

/**
 * Writes the rows as an xlsx workbook with one sheet; with more when there are more rows than one can have. Answers its
 * size in bytes.
 */
async function writeWorkbook(
  target: ZipTarget,
  content: SheetContent,
  batches: AsyncIterable<CellBatch>,
  most = mostRows,
): Promise<number> {
  const archive = new ZipArchive(target);
  const name = sheetName(content.sheet);
  const rows = new RowReader(batches);
  const sheets: { name: string; headRow: number }[] = [];
  const headRow = (content.above ?? []).length + 1;
  do {
    const number = sheets.length + 1;
    sheets.push({ name: number === 1 ? name : `${name.slice(0, 31 - String(number).length - 1)}_${number}`, headRow });
    await archive.deflate(`xl/worksheets/sheet${number}.xml`, sheetXml(content, rows, most));
  } while (!(await rows.isAtEnd()));
  await archive.deflate('xl/styles.xml', [stylesXml()]);
  for (const [part, xml] of packageParts(sheets)) await archive.deflate(part, [xml]);
  return archive.end();
}

/** Rows one by one, whatever batches they come in. */
class RowReader {
  readonly #batches: AsyncIterator<CellBatch>;
  #batch: CellBatch = [];
  #at = 0;

  constructor(batches: AsyncIterable<CellBatch>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#at >= this.#batch.length) {
      const { value, done } = await this.#batches.next();
      if (done === true) return true;
      [this.#batch, this.#at] = [value, 0];
    }
    return false;
  }

  /** Up to so many of the rows that are there; some when not at the end. */
  take(most: number): CellBatch {
    const taken = this.#batch.slice(this.#at, this.#at + most);
    this.#at += taken.length;
    return taken;
  }
}

/** One sheet, in pieces of a batch each: the order of the parts is the schema's. */
async function* sheetXml(
  { above = [], columns, isProtected = false }: SheetContent,
  rows: RowReader,
  most: number,
): AsyncGenerator<string> {
  const shownWidth = columns.reduce((sum, { width, hidden }) => sum + (hidden ? 0 : width), 0);
  const firstShown = Math.max(
    0,
    columns.findIndex(({ hidden }) => !hidden),
  );
  yield (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ' +
      'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr ' +
      'fitToPage="1"/></sheetPr>' +
      `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${above.length + 1}" topLeftCell="A` +
      `${above.length + 2}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr ` +
      `defaultRowHeight="${lineHeight}"/>` +
      `<cols>${columns.map(columnXml).join('')}</cols><sheetData>${headXml(above, columns, { firstShown, shownWidth })}`
  );
  let row = above.length + 1;
  while (row < most && !(await rows.isAtEnd())) {
    const taken = rows.take(most - row);
    const first = row;
    yield taken.map((cells, index) => rowXml(cells, columns, first + index + 1)).join('');
    row += taken.length;
  }
  const validations = columns.flatMap((column, index) => validationXml(column, index, above.length + 2, row));
  yield (
    `</sheetData>${isProtected ? '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0"/>' : ''}` +
      (above.length === 0 || columns.length < firstShown + 2
        ? ''
        : `<mergeCells count="${above.length}">` +
          above
            .map((_line, index) => index + 1)
            .map((n) => `<mergeCell ref="${letter(firstShown)}${n}:${letter(columns.length - 1)}${n}"/>`)
            .join('') +
          '</mergeCells>') +
      (validations.length === 0
        ? ''
        : `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`) +
      '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup ' +
      `paperSize="9" orientation="${shownWidth > portraitWidth ? 'landscape' : 'portrait'}" fitToWidth="1" ` +
      'fitToHeight="0"/></worksheet>'
  );
}

function columnXml({ width, hidden, kind = 'text', typed }: SheetColumn, index: number): string {
  return (
    `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1" style="` +
    `${styles.body(kind === 'text' ? '@' : 'General', typed !== undefined)}"${hidden ? ' hidden="1"' : ''}/>`
  );
}

function headXml(
  above: readonly string[],
  columns: readonly SheetColumn[],
  { firstShown, shownWidth }: { firstShown: number; shownWidth: number },
): string {
  const lines = above.map((line, row) => {
    const height = row === 0 ? 26 : lineHeight * linesOf(line, shownWidth) + 4;
    return (
      `<row r="${row + 1}" ht="${height}" customHeight="1">` +
      `${textCell(line, firstShown, row + 1, row === 0 ? styles.title : styles.line)}</row>`
    );
  });
  const height =
    lineHeight * Math.max(...columns.map(({ header, width, hidden }) => (hidden ? 1 : linesOf(header, width)))) + 6;
  const row = above.length + 1;
  return (
    `${lines.join('')}<row r="${row}" ht="${height}" customHeight="1">` +
    `${columns.map(({ header }, column) => textCell(header, column, row, styles.head)).join('')}</row>`
  );
}

/** A row; higher where its text takes several lines: programs do not make room for it by themselves. */
function rowXml(cells: readonly CellInput[], columns: readonly SheetColumn[], row: number): string {
  let lines = 1;
  const written = columns.map((column, index) => {
    const input = cells[index] ?? null;
    if (!column.hidden && typeof input === 'string') lines = Math.max(lines, linesOf(input, column.width));
    return cellXml(input, column, index, row);
  });
  return (
    `<row r="${row}"${lines > 1 ? ` ht="${Math.min(lineHeight * lines, tallestRow)}" customHeight="1"` : ''}>` +
    `${written.join('')}</row>`
  );
}

function cellXml(input: CellInput, { kind = 'text', typed }: SheetColumn, column: number, row: number): string {
  const isOpen = typed !== undefined;
  const cell = cellOf(input, kind);
  // An empty cell looks like its column; into one for figures people may type as many decimals as they like.
  if (cell === null)
    return isOpen ? `<c r="${letter(column)}${row}" s="${styles.body(kind === 'text' ? '@' : 'General', true)}"/>` : '';
  const style = styles.body(
    isOpen && kind === 'number' && typeof cell.value === 'number' ? 'General' : cell.format,
    isOpen,
  );
  return typeof cell.value === 'number'
    ? `<c r="${letter(column)}${row}" s="${style}"><v>${cell.value}</v></c>`
    : textCell(cell.value, column, row, style);
}

function textCell(text: string, column: number, row: number, style: number): string {
  return (
    `<c r="${letter(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">` +
    `${escaped(cleanText(text))}</t></is></c>`
  );
}

/** A, B, … Z, AA: the name of a column, counted from 0. */
function letter(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letter(Math.floor(column / 26) - 1) + last;
}

/** Lines that a text takes in a column; a Chinese character is as wide as two others. */
function linesOf(text: string, width: number): number {
  if (text.length * 2 <= width && !text.includes('\n')) return 1;
  const taken = (line: string): number => line.length + line.replaceAll(/\p{ASCII}/gu, '').length;
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(taken(line) / width)), 0);
}

function sheetName(name: string): string {
  return (
    cleanText(name)
      .replaceAll(/[[\]:*?/\\]/g, '-')
      .replaceAll(/^'|'$/g, '')
      .slice(0, 31) || '数据'
  );
}

/** What may be typed into the rows from `first` to `last`. */
function validationXml({ typed }: SheetColumn, column: number, first: number, last: number): string[] {
  if (typed === undefined || typed === 'anything' || last < first) return [];
  const rule =
    `allowBlank="1" showErrorMessage="1" errorStyle="stop" errorTitle="数据校验" error="${escaped(typed.message)}" ` +
    `sqref="${letter(column)}${first}:${letter(column)}${last}"`;
  if ('decimalFrom' in typed)
    return [
      `<dataValidation type="decimal" operator="between" ${rule}><formula1>${typed.decimalFrom}` +
        `</formula1><formula2>${typed.to}</formula2></dataValidation>`,
    ];
  // Excel takes no longer list than this inside a rule, and a comma divides it; then the import alone tells what is
  // wrong.
  const list = typed.oneOf.join(',');
  if (list.length > longestList || typed.oneOf.some((name) => name.includes(','))) return [];
  return [
    `<dataValidation type="list" ${rule}><formula1>${escaped(`"${list.replaceAll('"', '""')}"`)}` +
      '</formula1></dataValidation>',
  ];
}
