import { colToLetter, readXlsx, type CellValue, type Sheet } from 'hucre/xlsx';
import {
  MAX_WORKBOOK_BYTES,
  type ReadCell,
  type ReadRow,
  type ReadWorkbookInput,
  type WorkbookLimits,
} from './read-workbook.ts';
import { Refused } from './refused.ts';
import { checkedWorkbook } from './workbook-archive.ts';

const maxUnpacked = 16 * 1024 * 1024;
const emptyCell: ReadCell = { text: '', isFormula: false };

/** Runs in a thread: see `documents.ts`. Throws WORKBOOK_… with a reason for whoever made the file. */
export async function readWorkbookTask({ content, limits }: ReadWorkbookInput): Promise<ReadRow[]> {
  return await readWorkbook(Buffer.from(content.buffer, content.byteOffset, content.byteLength), limits);
}

/** Rows of a workbook's first sheet, without those that are empty. Throws WORKBOOK_…. */
export async function readWorkbook(content: Buffer, { rows, columns }: WorkbookLimits): Promise<ReadRow[]> {
  if (content.length > MAX_WORKBOOK_BYTES) throw new Refused('WORKBOOK_TOO_LARGE');
  const sheet = await firstSheet(checkedWorkbook(content, maxUnpacked), `A1:${colToLetter(columns - 1)}${rows + 1}`);
  if (!sheet) throw new Refused('WORKBOOK_DAMAGED');
  const read = sheet.rows.flatMap((values, row): ReadRow[] => {
    const cells = values.map((value, column): ReadCell => {
      const isFormula = sheet.cells?.get(`${row},${column}`)?.type === 'formula';
      const text = textOf(value);
      return text === '' && !isFormula ? emptyCell : { text, isFormula };
    });
    return cells.some((cell) => cell !== emptyCell) ? [{ number: row + 1, cells }] : [];
  });
  if ((read.at(-1)?.number ?? 0) > rows) throw new Refused('WORKBOOK_TOO_MANY_ROWS', { rows });
  return read;
}

async function firstSheet(content: Buffer, range: string): Promise<Sheet | undefined> {
  try {
    return (await readXlsx(content, { sheets: [0], range })).sheets[0];
  } catch {
    throw new Refused('WORKBOOK_DAMAGED');
  }
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  return String(value).trim();
}
