import { colToLetter, readXlsx, type Cell, type CellValue, type Sheet } from 'hucre/xlsx';
import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS, type ReadTable, type ReadTableInput, type TableRow } from './read-table.ts';
import { Refused } from './refused.ts';
import { checkedWorkbook } from './workbook-archive.ts';

const maxUnpacked = 256 * 1024 * 1024;
/** Rows of a school, where a workbook of scores has those of a class. */
const timesTheElements = 8;
/** The containers of workbooks: archives, and those of old programs and of encrypted files. */
const containers = [Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from('d0cf11e0a1b11ae1', 'hex')];
const TEXT_SHEET = '数据';
/** From here on Excel keeps the first 15 digits of a number and puts zeros in place of the others. */
const MOST_EXACT = 1e15;
/** What other programs call a workbook, and Excel opens all the same. */
const markup = /^\s*<(?:!doctype|html|head|table|\?xml)/i;

/** Runs in a thread: see `documents.ts`. Throws WORKBOOK_… and IMPORT_… with a reason for whoever made the file. */
export async function readTableTask({ content, sheet }: ReadTableInput): Promise<ReadTable> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return containers.some((start) => bytes.subarray(0, start.length).equals(start))
    ? await readSheet(bytes, sheet)
    : readText(bytes);
}

async function readSheet(content: Buffer, wanted: string | undefined): Promise<ReadTable> {
  const checked = checkedWorkbook(content, maxUnpacked, { times: timesTheElements, rows: MAX_TABLE_ROWS });
  const sheets: string[] = [];
  let found: Sheet | undefined;
  try {
    const range = `A1:${colToLetter(MAX_TABLE_COLUMNS)}${MAX_TABLE_ROWS + 1}`;
    const workbook = await readXlsx(checked, {
      range,
      sheets({ name, hidden, veryHidden }) {
        if (hidden || veryHidden) return false;
        sheets.push(name);
        return wanted === undefined ? sheets.length === 1 : name === wanted;
      },
    });
    found = workbook.sheets[0];
  } catch {
    throw new Refused('WORKBOOK_DAMAGED');
  }
  if (sheets.length === 0) throw new Refused('IMPORT_NO_SHEET');
  if (!found) throw new Refused('IMPORT_SHEET_UNKNOWN', { sheet: wanted ?? '' });
  const { name: sheet, cells } = found;
  const rows = rowsOf(merged(found), (row, column, value) => brokenWords(cells?.get(`${row},${column}`), value));
  return { sheet, sheets, rows, remarks: remarksOn(found, rows) };
}

/** Why a cell does not say what was meant; undefined where it does. */
function brokenWords(cell: Cell | undefined, value: CellValue | undefined): string | undefined {
  if (cell?.type === 'error') return `公式或数据出错（${textOf(value)}），请改正`;
  if (cell?.type === 'formula' && (value === null || value === undefined))
    return '公式没有计算结果，请用 Excel 打开并保存，或粘贴为数值';
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) >= MOST_EXACT
    ? '数字超过 15 位，末尾的数字在 Excel 中已经丢失，请把单元格设为文本后重填'
    : undefined;
}

/** Cells that are hidden or lie under another one, in rows with something in them. */
function remarksOn({ rowDefs, merges = [] }: Sheet, rows: readonly TableRow[]): ReadTable['remarks'] {
  const hidden = rows.filter(({ number }) => rowDefs?.get(number - 1)?.hidden);
  return [
    ...hidden.map(({ number }) => ({ row: number, text: `第 ${number} 行在文件中是隐藏的，也读取了` })),
    ...merges
      .filter(({ startCol, endCol }) => endCol > startCol)
      .map(({ startRow, startCol, endCol }) => ({
        row: startRow + 1,
        text:
          `第 ${startRow + 1} 行 ${colToLetter(startCol)} 至 ${colToLetter(endCol)} 列合并在一起，` +
          `内容只算 ${colToLetter(startCol)} 列的，其余按空白读取`,
      })),
  ];
}

/** What stands in merged cells stands in each of them, where they are one column's. */
function merged({ rows, merges = [] }: Sheet): readonly (readonly CellValue[])[] {
  for (const { startRow, endRow, startCol, endCol } of merges) {
    if (startCol !== endCol) continue;
    const value = rows[startRow]?.[startCol];
    for (let row = startRow + 1; row <= endRow && row < rows.length; row += 1) {
      const cells = rows[row];
      if (cells && value !== undefined) cells[startCol] = value;
    }
  }
  return rows;
}

type BrokenWords = (row: number, column: number, value: CellValue | undefined) => string | undefined;
function rowsOf(rows: readonly (readonly (CellValue | undefined)[])[], brokenAt: BrokenWords): TableRow[] {
  const read: TableRow[] = [];
  rows.forEach((values, index) => {
    const cells = values.map(textOf);
    const broken = new Map<number, string>();
    values.forEach((value, column) => {
      const words = brokenAt(index, column, value);
      if (words !== undefined) broken.set(column, words);
    });
    if (broken.size === 0 && cells.every((text) => text === '')) return;
    if (index >= MAX_TABLE_ROWS) throw new Refused('WORKBOOK_TOO_MANY_ROWS', { rows: MAX_TABLE_ROWS });
    if (cells.findLastIndex((text) => text !== '') >= MAX_TABLE_COLUMNS)
      throw new Refused('IMPORT_TOO_MANY_COLUMNS', { columns: MAX_TABLE_COLUMNS });
    const numeric = values.flatMap((value, column) => (typeof value === 'number' ? [column] : []));
    read.push({ number: index + 1, cells, numeric, ...(broken.size > 0 ? { broken } : {}) });
  });
  return read;
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const [day = '', time = ''] = value.toISOString().split('T');
    return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`;
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // 0.1 + 0.2 is typed as 0.3.
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Number(value.toPrecision(15)));
  return String(value).trim();
}

/** A text whose lines are rows: from Excel as UTF-8 or UTF-16, from Chinese programs often in GB18030. */
function readText(content: Buffer): ReadTable {
  const text = decoded(content);
  if (text?.trim() === '') throw new Refused('IMPORT_EMPTY_FILE');
  if (text === null || text.startsWith('%PDF-')) throw new Refused('WORKBOOK_NOT_XLSX');
  if (markup.test(text)) throw new Refused('WORKBOOK_IS_MARKUP');
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const separator = ['\t', ',', ';', '，'].toSorted(
    (one, other) => first.split(other).length - first.split(one).length,
  )[0];
  const rows = rowsOf(linesOf(text, separator ?? ','), () => undefined).map((row) => ({
    ...row,
    // A text does not say what is a number; whatever looks like one has been one in Excel.
    numeric: row.cells.flatMap((cell, column) => (/^[1-9]\d*$/.test(cell) ? [column] : [])),
  }));
  return { sheet: TEXT_SHEET, sheets: [TEXT_SHEET], rows, remarks: [] };
}

function decoded(content: Buffer): string | null {
  const marks = [
    ['utf-16le', 'fffe'],
    ['utf-16be', 'feff'],
  ] as const;
  const marked = marks.find(([, mark]) => content.toString('hex', 0, 2) === mark)?.[0];
  for (const encoding of marked ? [marked] : ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content);
      // Pictures and programs are no tables, whatever their bytes can be read as.
      if (!/(?![\t\n\v\f\r])\p{Cc}/u.test(text)) return text;
    } catch {
      // The next one.
    }
  }
  // Without control characters it is a text all the same.
  if (content.every((byte) => byte > 0x1f || [0x09, 0x0a, 0x0d].includes(byte))) throw new Refused('IMPORT_ENCODING');
  return null;
}

/** Fields may stand in quotation marks, with separators and ends of lines in them. */
function linesOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false];
  let opened = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') cell += text.charAt((at += 1));
      else quoted = false;
    } else if (char === '"' && cell === '') [quoted, opened] = [true, rows.length + 1];
    else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text.charAt(at + 1) === '\n') at += 1;
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
    } else cell += char;
    if (rows.length > MAX_TABLE_ROWS * 2) throw new Refused('WORKBOOK_TOO_MANY_ROWS', { rows: MAX_TABLE_ROWS });
  }
  if (quoted) throw new Refused('IMPORT_OPEN_QUOTE', { row: opened, column: colToLetter(row.length) });
  return cell === '' && row.length === 0 ? rows : [...rows, [...row, cell]];
}
