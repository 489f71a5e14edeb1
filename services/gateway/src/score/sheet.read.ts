import type { z } from 'zod';
import { cellText, computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { sheetRow } from '@jwxt/contracts/score/score-entry.operations.ts';
import { sheetId, type CellValue, type SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { NORMAL_REMARK, scoreRemarks, type ScoreRemarkCode } from '@jwxt/contracts/score/score.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { classColumns, classTables, entryClassOf, teachingClassScope, type ClassRow, type EntryClass } from './entry-class.read.ts';

export type SheetRowView = z.output<typeof sheetRow>;

/** A class with its sheet, and what decides whether the person may type. */
export interface SheetView {
  readonly entryClass: EntryClass;
  readonly rules: SheetRules;
  readonly rows: readonly SheetRowView[];
  /** Revision of the sheet that the rows show. */
  readonly revision: number;
  readonly status: string;
  readonly submittedBy: string | null;
  readonly submittedAt: Date | null;
  readonly openChangeApplyId: string | null;
  /** Whether the person is among the teachers of the class. */
  readonly teaches: boolean;
}

interface HeadRow extends ClassRow {
  rules: SheetRules; submitted_by: string | null; submitted_at: Date | null; open_change_apply_id: string | null; teaches: boolean;
}

interface StudentRow {
  student_code: string; student_number: string; student_name: string; list_source: string; bjmc: string; njzymc: string;
  cells: Record<string, CellValue> | null; remark_code: string | null; final: number | null;
  cell_info: Record<string, CellInfo> | null;
}
interface CellInfo { revision: number; byUserName: string; byName: string; at: string }

/** Key of the remark among a row's cells, as conflicts name it. */
const REMARK_KEY = 'scoreRemarkCode';

/**
 * The sheet of a class in the person's scope under a permission; undefined otherwise, and when it is not set up. The revision comes from the statement
 * that read the rows: what a page sends back with a save must never be newer than what it shows.
 */
export async function findSheet(
  db: Queryable, user: Principal, permission: string, { teachingClassId, scoreType }: { teachingClassId: string; scoreType: string }, now: Date,
): Promise<SheetView | undefined> {
  const [head, { rows, revision }] = await Promise.all([readHead(db, user, permission, teachingClassId, scoreType), readRows(db, teachingClassId, sheetId(teachingClassId, scoreType))]);
  if (!head || revision === undefined) return undefined;
  const { rules, sheet_status: status } = head;
  const mayBeSubmitted = status === '1' || status === '2';
  const timeText = remembered(toDateTimeText);
  return {
    entryClass: entryClassOf(head, scoreType, now), rules, rows: rows.map((row) => rowView(row, rules, mayBeSubmitted, timeText)), revision, status: status ?? '0',
    submittedBy: head.submitted_by, submittedAt: head.submitted_at, openChangeApplyId: head.open_change_apply_id, teaches: head.teaches,
  };
}

async function readHead(db: Queryable, user: Principal, permission: string, teachingClassId: string, scoreType: string): Promise<HeadRow | undefined> {
  const params = sqlParams();
  const type = params.add(scoreType);
  const { rows } = await db.query<HeadRow>(prepared(
    `select ${classColumns}, s.rules, s.submitted_by, s.submitted_at, s.open_change_apply_id,
            exists (select from base.teaching_class_teacher me where me.teaching_class_id = c.teaching_class_id and me.gh = ${params.add(user.gh)}) as teaches
       from base.teaching_class c ${classTables(type)}
      where c.teaching_class_id = ${params.add(teachingClassId)} and s.sheet_id is not null and ${scopeCondition(user, permission, teachingClassScope, params)}`,
    params.values,
  ));
  return rows[0];
}

/** A row for every student of the class, entered or not, by student number (SCORE-ENTRY-05, 12), and the sheet's revision; undefined without a sheet. */
async function readRows(db: Queryable, teachingClassId: string, id: string): Promise<{ rows: readonly StudentRow[]; revision: number | undefined }> {
  const { rows } = await db.query<StudentRow & { sheet_revision: number }>(prepared(
    `select h.revision as sheet_revision, s.student_code, s.student_number, s.student_name, r.list_source, b.bjmc, m.njzymc, e.cells, e.cell_info, e.remark_code, e.final
       from rm_score_sheet.sheet h
       left join (base.teaching_class_student r
         join base.student s on s.student_code = r.student_code
         join base.class_info b on b.bjdm = s.bjdm
         join base.grade_major m on m.njzydm = s.njzydm) on r.teaching_class_id = $1
       left join rm_score_sheet.row e on e.sheet_id = $2 and e.student_code = r.student_code
      where h.sheet_id = $2 order by s.student_number`,
    [teachingClassId, id],
  ));
  // A class without students has the revision alone.
  return { rows: rows.filter((row) => row.student_code !== null), revision: rows[0]?.sheet_revision };
}

/** A function of texts that works each out once: the cells of a sheet were mostly typed at the same few moments. */
function remembered(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const hit = known.get(text);
    if (hit !== undefined) return hit;
    const fresh = work(text);
    known.set(text, fresh);
    return fresh;
  };
}

function rowView(row: StudentRow, rules: SheetRules, mayBeSubmitted: boolean, timeText: (instant: string) => string): SheetRowView {
  const cells = row.cells ?? {};
  const remarkCode = row.remark_code ?? NORMAL_REMARK;
  const { complete, final, passed } = computeRow(cells, remarkCode, rules);
  return {
    studentCode: row.student_code, studentNumber: row.student_number, studentName: row.student_name,
    items: Object.fromEntries(rules.items.map(({ dataKey }) => [dataKey, cellText(cells[dataKey] ?? null)])),
    cellInfo: Object.fromEntries(Object.entries(row.cell_info ?? {}).map(([key, { revision, byUserName, byName, at }]) =>
      [key === 'remark' ? REMARK_KEY : key, { revision, byUserName, byName, at: timeText(at) }])),
    scoreRemarkCode: remarkCode, scoreRemarkName: remarkName(remarkCode),
    studentScoreFinalValue: finalText(final, rules), final, passed, complete, digit: rules.digit,
    isReExamStudentName: row.list_source, administrativeClassName: row.bjmc, gradeMajorName: row.njzymc, canSubmmit: complete && mayBeSubmitted ? '1' : '0',
  };
}

function remarkName(code: string): string {
  return scoreRemarks[code as ScoreRemarkCode]?.name ?? code;
}
