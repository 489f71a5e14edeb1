import { colToLetter, readXlsx, type CellValue, type Sheet } from 'hucre/xlsx';
import { Refused } from './refused.ts';
import type { Upload } from './upload.ts';
import { checkWorkbookArchive } from './workbook-archive.ts';

/** A cell as text. What a formula came to is not told: nobody typed it. */
export interface ReadCell { readonly text: string; readonly isFormula: boolean }
/** A row with its number as Excel shows it. Cells that are not there are empty. */
export interface ReadRow { readonly number: number; readonly cells: readonly ReadCell[] }

/** What a workbook may have at most. */
export interface WorkbookLimits { readonly rows: number; readonly columns: number }

const maxBytes = 4 * 1024 * 1024;
const maxUnpacked = 16 * 1024 * 1024;
const emptyCell: ReadCell = { text: '', isFormula: false };

/** Takes in the workbook of an upload, of at most 4 MB. Throws WORKBOOK_TOO_LARGE. */
export async function receiveWorkbook({ file, end }: Upload): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw new Refused('WORKBOOK_TOO_LARGE');
    chunks.push(chunk as Buffer);
  }
  await end();
  return Buffer.concat(chunks);
}

/** Rows of a workbook's first sheet, without those that are empty. Throws WORKBOOK_… with a reason for whoever made the file. */
export async function readWorkbook(content: Buffer, { rows, columns }: WorkbookLimits): Promise<ReadRow[]> {
  if (content.length > maxBytes) throw new Refused('WORKBOOK_TOO_LARGE');
  checkWorkbookArchive(content, maxUnpacked);
  const sheet = await firstSheet(content, `A1:${colToLetter(columns - 1)}${rows + 1}`);
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
