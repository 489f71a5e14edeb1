import type { z } from 'zod';
import { cellText, computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { sheetRow } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { CellValue, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { NORMAL_REMARK, scoreRemarks, type ScoreRemarkCode } from '@jwxt/contracts/score/score.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

export type SheetRowView = z.output<typeof sheetRow>;

/** What a sheet says of itself, from `rm_score_sheet.sheet`. */
export interface SheetHead {
  readonly rules: SheetRules;
  readonly revision: number;
  readonly sheet_status: string;
  readonly submitted_by: string | null;
  readonly submitted_at: Date | null;
  readonly open_change_apply_id: string | null;
}

interface StudentRow {
  student_code: string; student_number: string; student_name: string; list_source: string; bjmc: string; njzymc: string;
  cells: Record<string, CellValue> | null; remark_code: string | null; final: number | null;
  cell_info: Record<string, { revision: number; byUserName: string; byName: string; at: string }> | null;
}

/** Key of the remark among a row's cells, as conflicts name it. */
const REMARK_KEY = 'scoreRemarkCode';

/** The sheet, or undefined when it is not set up. */
export async function readSheetHead(db: Queryable, sheetId: string): Promise<SheetHead | undefined> {
  const { rows } = await db.query<SheetHead>(
    'select rules, revision, sheet_status, submitted_by, submitted_at, open_change_apply_id from rm_score_sheet.sheet where sheet_id = $1', [sheetId]);
  return rows[0];
}

/** A row for every student of the class, entered or not, by student number (SCORE-ENTRY-05, 12). */
export async function readSheetRows(db: Queryable, teachingClassId: string, sheetId: string, { rules, sheet_status: status }: SheetHead): Promise<SheetRowView[]> {
  const { rows } = await db.query<StudentRow>(
    `select s.student_code, s.student_number, s.student_name, r.list_source, b.bjmc, m.njzymc, e.cells, e.cell_info, e.remark_code, e.final
       from base.teaching_class_student r
       join base.student s on s.student_code = r.student_code
       join base.class_info b on b.bjdm = s.bjdm
       join base.grade_major m on m.njzydm = s.njzydm
       left join rm_score_sheet.row e on e.sheet_id = $2 and e.student_code = s.student_code
      where r.teaching_class_id = $1 order by s.student_number`,
    [teachingClassId, sheetId],
  );
  const mayBeSubmitted = status === '1' || status === '2';
  return rows.map((row) => rowView(row, rules, mayBeSubmitted));
}

function rowView(row: StudentRow, rules: SheetRules, mayBeSubmitted: boolean): SheetRowView {
  const cells = row.cells ?? {};
  const remarkCode = row.remark_code ?? NORMAL_REMARK;
  const { complete, final, passed } = computeRow(cells, remarkCode, rules);
  return {
    studentCode: row.student_code, studentNumber: row.student_number, studentName: row.student_name,
    items: Object.fromEntries(rules.items.map(({ dataKey }) => [dataKey, cellText(cells[dataKey] ?? null)])),
    cellInfo: Object.fromEntries(Object.entries(row.cell_info ?? {}).map(([key, { revision, byUserName, byName, at }]) =>
      [key === 'remark' ? REMARK_KEY : key, { revision, byUserName, byName, at: toDateTimeText(at) }])),
    scoreRemarkCode: remarkCode, scoreRemarkName: remarkName(remarkCode),
    studentScoreFinalValue: finalText(final, rules), final, passed, complete, digit: rules.digit,
    isReExamStudentName: row.list_source, administrativeClassName: row.bjmc, gradeMajorName: row.njzymc, canSubmmit: complete && mayBeSubmitted ? '1' : '0',
  };
}

function remarkName(code: string): string {
  return scoreRemarks[code as ScoreRemarkCode]?.name ?? code;
}
