import type { z } from 'zod';
import { cellText, computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { mayEnterItem, parseCell } from '@jwxt/contracts/score/score-cell.rules.ts';
import type { importChange, importFailure, importProblem } from '@jwxt/contracts/score/score-document.operations.ts';
import { valueAt, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import type { CellValue, ScoreItem } from '@jwxt/contracts/score/score-sheet.events.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreRemarks, scoreRemark, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { errorText, type ErrorCode } from '@jwxt/contracts/all-errors.ts';
import type { FileRow, SheetFile } from './sheet-file-rows.ts';
import { REMARK_HEADER, REMARK_KEY, shownCell } from './sheet-template.ts';
import type { SheetRowView, SheetView } from '../entry/sheet.read.ts';

export type ImportChange = z.output<typeof importChange>;
export type ImportFailure = z.output<typeof importFailure>;
export type ImportProblem = z.output<typeof importProblem>;

/** What a file would change in a sheet. */
export interface ImportPreview {
  readonly readNum: number;
  readonly unchangedNum: number;
  readonly changes: ImportChange[];
  readonly failures: ImportFailure[];
}

/** Values that the teacher saw when downloading the file: a cell that still has this value was not typed. */
export interface SeenValues {
  cell(studentCode: string, dataKey: string): string | null;
  remark(studentCode: string): string;
}

/** The values at a revision of a sheet, from its folded events. */
export function seenAt(state: ScoreSheetState, revision: number): SeenValues {
  const rows = state.status === sheetStatus.unset ? {} : state.rows;
  return {
    cell(studentCode, dataKey) {
      const cell = rows[studentCode]?.cells[dataKey];
      return cell ? cellText(valueAt(cell, revision) ?? null) : null;
    },
    remark(studentCode) {
      const remark = rows[studentCode]?.remark;
      return (remark && valueAt(remark, revision)) ?? scoreRemark.normal;
    },
  };
}

/**
 * Compares a file with the sheet, cell by cell (SCORE-MORE-34): blank cells and those that the teacher did not touch
 * since downloading change nothing; what differs is read exactly as a typed cell is. A row with anything wrong is bad
 * as a whole.
 */
export function previewOf(file: SheetFile, sheet: SheetView, seen: SeenValues, userName: string): ImportPreview {
  const byCode = new Map(sheet.rows.map((row) => [row.studentCode, row]));
  const byNumber = new Map(sheet.rows.map((row) => [row.studentNumber, row]));
  const firstRowOf = new Map<string, number>();
  const preview: ImportPreview = { readNum: file.rows.length, unchangedNum: 0, changes: [], failures: [] };
  let unchangedNum = 0;
  for (const row of file.rows) {
    const student =
      (row.studentCode === '' ? undefined : byCode.get(row.studentCode)) ?? byNumber.get(row.studentNumber);
    const outcome = student
      ? compare(row, student, { file, sheet, seen, userName, firstRowOf })
      : { problems: [problem('学号', row.studentNumber, 'SHEET_ROW_STUDENT_UNKNOWN')] };
    if ('problems' in outcome)
      preview.failures.push({
        row: row.row,
        studentNumber: row.studentNumber,
        studentName: row.studentName,
        values: valuesOf(row),
        problems: outcome.problems,
      });
    else if (outcome.cells.length === 0) unchangedNum += 1;
    else preview.changes.push(outcome);
  }
  return { ...preview, unchangedNum };
}

interface Comparison {
  readonly file: SheetFile;
  readonly sheet: SheetView;
  readonly seen: SeenValues;
  readonly userName: string;
  readonly firstRowOf: Map<string, number>;
}

function compare(row: FileRow, student: SheetRowView, about: Comparison): ImportChange | { problems: ImportProblem[] } {
  const { sheet, firstRowOf } = about;
  const problems: ImportProblem[] = [];
  const before = firstRowOf.get(student.studentCode);
  if (before !== undefined) problems.push(problem('学号', row.studentNumber, 'SHEET_ROW_TWICE', { row: before }));
  else firstRowOf.set(student.studentCode, row.row);
  if (row.studentNumber !== student.studentNumber)
    problems.push(
      problem('学号', row.studentNumber, 'SHEET_ROW_NUMBER_DIFFERS', {
        student: `${student.studentNumber} ${student.studentName}`,
      }),
    );
  if (row.studentName !== student.studentName)
    problems.push(problem('姓名', row.studentName, 'SHEET_ROW_NAME_DIFFERS', { name: student.studentName }));
  const remark = remarkChange(row, student, about, problems);
  const remarkCode = remark ?? student.scoreRemarkCode;
  const changed = sheet.rules.items.flatMap((item) => {
    const value = cellChange(row, item, student, remarkCode, about, problems);
    return value === undefined ? [] : [{ item, value }];
  });
  if (problems.length > 0) return { problems };
  const cells = Object.fromEntries(
    sheet.rules.items.map((item): [string, CellValue] => [
      item.dataKey,
      valueOf(student.items[item.dataKey] ?? null, item, sheet),
    ]),
  );
  const after = { ...cells, ...Object.fromEntries(changed.map(({ item, value }) => [item.dataKey, value])) };
  return {
    row: row.row,
    studentCode: student.studentCode,
    studentNumber: student.studentNumber,
    studentName: student.studentName,
    cells: [
      ...changed.map(({ item, value }) => ({
        dataKey: item.dataKey,
        columnName: item.scoreSubItemName,
        before:
          student.items[item.dataKey] === null ? null : shownCell(student.items[item.dataKey] ?? null, item, sheet),
        after: shownCell(cellText(value), item, sheet),
      })),
      ...(remark === undefined
        ? []
        : [
            {
              dataKey: REMARK_KEY,
              columnName: REMARK_HEADER,
              before: student.scoreRemarkName,
              after: remarkName(remark),
            },
          ]),
    ],
    finalBefore: student.studentScoreFinalValue,
    finalAfter: finalText(computeRow(after, remarkCode, sheet.rules, student).final, sheet.rules),
    save: {
      studentCode: student.studentCode,
      revision: sheet.revision,
      items: Object.fromEntries(changed.map(({ item, value }) => [item.dataKey, cellText(value)])),
      ...(remark === undefined ? {} : { scoreRemarkCode: remark }),
    },
    values: valuesOf(row),
  };
}

/** The value that a file sets an item to, or undefined when it leaves it as it is or something is wrong with it. */
function cellChange(
  row: FileRow,
  item: ScoreItem,
  student: SheetRowView,
  remarkCode: string,
  { file, sheet, seen, userName }: Comparison,
  problems: ImportProblem[],
): CellValue | undefined {
  const cell = row.cells[item.dataKey];
  if (!cell || (cell.text === '' && !cell.isFormula)) return undefined;
  const wrong = (code: ErrorCode, details: Record<string, string | number> = {}): undefined =>
    void problems.push(problem(item.scoreSubItemName, cell.text, code, details));
  if (cell.isFormula) return wrong('SHEET_ROW_FORMULA');
  const parsed = parseCell(cell.text, item, sheet.rules.listCode);
  if (!parsed.ok) return wrong(parsed.code, { value: cell.text, hierarchy: item.scoreSubItemName });
  const [wanted, now] = [cellText(parsed.value), student.items[item.dataKey] ?? null];
  if (wanted === now || wanted === seen.cell(student.studentCode, item.dataKey)) return undefined;
  if (item.enable !== 'true') return wrong('SHEET_ITEM_DISABLED', { item: item.scoreSubItemName });
  if (!mayEnterItem(remarkCode, item))
    return wrong('SHEET_REMARK_BLOCKS_ITEM', { name: remarkName(remarkCode), item: item.scoreSubItemName });
  const by = student.cellInfo[item.dataKey];
  if (by && by.revision > file.revision && by.byUserName !== userName)
    return wrong('SHEET_ROW_CHANGED_BY_OTHER', {
      name: by.byName,
      time: by.at,
      value: shownCell(now, item, sheet) || '空',
    });
  return parsed.value;
}

function remarkChange(
  row: FileRow,
  student: SheetRowView,
  { file, sheet: { remarks }, seen, userName }: Comparison,
  problems: ImportProblem[],
): string | undefined {
  const cell = row.cells[REMARK_KEY];
  if (!cell || (cell.text === '' && !cell.isFormula)) return undefined;
  const wrong = (code: ErrorCode, details: Record<string, string | number> = {}): undefined =>
    void problems.push(problem(REMARK_HEADER, cell.text, code, details));
  if (cell.isFormula) return wrong('SHEET_ROW_FORMULA');
  const wanted = remarkCodeOf(cell.text);
  if (wanted === undefined) return wrong('SHEET_ROW_REMARK_UNKNOWN', { name: cell.text });
  if (wanted === student.scoreRemarkCode || wanted === seen.remark(student.studentCode)) return undefined;
  if (remarks.get(wanted)?.inUse !== true) return wrong('SHEET_REMARK_NOT_IN_USE', { name: remarkName(wanted) });
  const fixed = [wanted, student.scoreRemarkCode].find((code) => remarks.get(code)?.teacherMaySet !== true);
  if (fixed !== undefined) return wrong('SHEET_REMARK_NOT_ALLOWED', { name: remarkName(fixed) });
  const by = student.cellInfo[REMARK_KEY];
  if (by && by.revision > file.revision && by.byUserName !== userName)
    return wrong('SHEET_ROW_CHANGED_BY_OTHER', { name: by.byName, time: by.at, value: student.scoreRemarkName });
  return wanted;
}

function valueOf(text: string | null, item: ScoreItem, { rules }: SheetView): CellValue {
  const parsed = parseCell(text, item, rules.listCode);
  return parsed.ok ? parsed.value : null;
}

function valuesOf(row: FileRow): Record<string, string> {
  return Object.fromEntries(Object.entries(row.cells).map(([key, { text }]) => [key, text.slice(0, 500)]));
}

/** Something wrong with a cell, in the words of the refusal. */
export function problem(
  columnName: string,
  value: string,
  code: ErrorCode,
  details: Record<string, string | number> = {},
): ImportProblem {
  return { columnName, value: value.slice(0, 500), reason: errorText(code, details) };
}

function remarkCodeOf(text: string): string | undefined {
  return Object.entries(scoreRemarks).find(([code, { name }]) => code === text || name === text)?.[0];
}
