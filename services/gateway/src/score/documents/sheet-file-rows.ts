import { sheetId } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ReadCell, ReadRow } from '../../kernel/read-workbook.ts';
import { Refused } from '../../kernel/refused.ts';
import { fixedHeaders, itemHeader, readTemplateKey, REMARK_HEADER, REMARK_KEY } from './sheet-template.ts';
import type { SheetView } from '../entry/sheet.read.ts';

/** One student's row of a file, as it was written. */
export interface FileRow {
  readonly row: number;
  /** From the hidden column; empty where somebody added the row. */
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  /** By item and remark. */
  readonly cells: Readonly<Record<string, ReadCell>>;
}

/** What a filled-in template says. `revision` is that of the sheet when it was downloaded. */
export interface SheetFile {
  readonly revision: number;
  readonly rows: readonly FileRow[];
}

const empty: ReadCell = { text: '', isFormula: false };

/**
 * Understands the rows of a workbook as a template of this sheet. Throws SHEET_FILE_… when it is none, another class's
 * or an outdated one.
 */
export function readSheetFile(rows: readonly ReadRow[], sheet: SheetView): SheetFile {
  const headAt = rows.findIndex(({ cells }) => readTemplateKey(cells[0]?.text ?? '') !== null);
  const head = rows[headAt];
  const key = readTemplateKey(head?.cells[0]?.text ?? '');
  if (!head || !key) throw new Refused('SHEET_FILE_NOT_TEMPLATE');
  if (key.sheetId !== sheetId(sheet.entryClass.teachingClassId, sheet.entryClass.scoreType))
    throw new Refused('SHEET_FILE_OTHER_CLASS', { name: key.className.slice(0, 60) });
  const keys = [...sheet.rules.items.map(({ dataKey }) => dataKey), REMARK_KEY];
  checkHeaders(head, sheet);
  const found = rows.slice(headAt + 1).flatMap(({ number, cells }): FileRow[] => {
    const [studentCode = empty, , studentNumber = empty, studentName = empty] = cells;
    const typed = Object.fromEntries(
      keys.map((dataKey, index) => [dataKey, cells[fixedHeaders.length + 1 + index] ?? empty]),
    );
    const blank =
      studentNumber.text === '' &&
      studentName.text === '' &&
      Object.values(typed).every(({ text, isFormula }) => text === '' && !isFormula);
    return blank
      ? []
      : [
          {
            row: number,
            studentCode: studentCode.text,
            studentNumber: studentNumber.text,
            studentName: studentName.text,
            cells: typed,
          },
        ];
  });
  if (found.length === 0) throw new Refused('SHEET_FILE_NO_ROWS');
  return { revision: key.revision, rows: found };
}

function checkHeaders({ number, cells }: ReadRow, { rules }: SheetView): void {
  const expected = [...fixedHeaders, ...rules.items.map(itemHeader), REMARK_HEADER];
  for (const [index, header] of expected.entries()) {
    const found = cells[index + 1]?.text ?? '';
    if (found !== header) throw new Refused('SHEET_FILE_COLUMNS', { row: number, found, expected: header });
  }
}
