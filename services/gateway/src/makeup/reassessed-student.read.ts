import type { z } from 'zod';
import type { reassessedStudent } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { cappedText, computeRow, countedValue, finalText, itemText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { sheetId, type CellValue, type ScoreItem, type SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { OriginNote } from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import {
  makeupTypeName,
  NO_SCORE,
  studentTypeNames,
  type ReassessedStudentType,
  makeupType,
  scoreRemark,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

const sheetRowTable = readModelTable(scoreSheetModel, 'row');

export type ReassessedStudent = z.output<typeof reassessedStudent>;

/** The columns of {@link studentColumns}. */
export interface StudentRow {
  student_code: string;
  student_number: string;
  student_name: string;
  class_name: string;
  grade_major_name: string;
  list_source: string;
  cells: Record<string, CellValue> | null;
  remark_code: string | null;
  makeup_type: string | null;
  origin_remark_code: string | null;
  origin_final: number | null;
  origin_rules: SheetRules | null;
  origin: OriginNote | null;
}

/** Rules of a list whose sheet is not set up: nothing can have been entered. */
const nothingYet: SheetRules = {
  items: [],
  scoreHierarchyCode: 'bfz',
  scoreHierarchyName: '',
  listCode: [],
  digit: 2,
  passMark: 0,
  ruleVersion: '',
};

/** A student of a class list `r`, with the values of {@link studentTables}. */
export const studentColumns = `student.student_code, student.student_number, student.student_name,
  class_info.bjmc as class_name,
    grade_major.njzymc as grade_major_name, roster.list_source, sheet_row.cells, sheet_row.remark_code,
      sheet_row.origin,
            listed.makeup_type, listed.origin_remark_code, listed.origin_final, source.rules as origin_rules`;

/** Who stands in a class list `r`, with the row of a sheet and where the make-up comes from. */
export function studentTables(ofSheet: string): string {
  return `join base.student on student.student_code = roster.student_code
       join base.class_info on class_info.bjdm = student.bjdm
       join base.grade_major on grade_major.njzydm = student.njzydm
       left join ${sheetRowTable} sheet_row on sheet_row.sheet_id = ${ofSheet}
         and sheet_row.student_code = roster.student_code
       left join base.makeup_student listed on listed.makeup_course_id = roster.teaching_class_id
         and listed.student_code = roster.student_code
       left join base.makeup_source source on source.sheet_id = listed.origin_teaching_class_id || '.1'`;
}

/**
 * The students of a make-up group or retake class by student number, with their scores as shown (MAKEUP-06, 08…13).
 * `rules` null: no sheet yet.
 */
export async function listReassessedStudents(
  db: Queryable,
  teachingClassId: string,
  scoreType: string,
  rules: SheetRules | null,
): Promise<ReassessedStudent[]> {
  const { rows } = await db.query<StudentRow>(
    `select ${studentColumns} from base.teaching_class_student roster ${studentTables('$2')}
      where roster.teaching_class_id = $1
      order by student.student_number`,
    [teachingClassId, sheetId(teachingClassId, scoreType)],
  );
  return rows.map((row) => studentOf(row, rules));
}

/** Why each student of a make-up group is on its list, and the score that is made up for; none for retakes. */
export async function listOrigins(
  db: Queryable,
  teachingClassId: string,
): Promise<ReadonlyMap<string, Pick<ReassessedStudent, 'makeupTypeName' | 'originFinalValue'>>> {
  const { rows } = await db.query<Pick<StudentRow, 'student_code' | 'makeup_type' | 'origin_final' | 'origin_rules'>>(
    `select listed.student_code, listed.makeup_type, listed.origin_final, source.rules as origin_rules
      from base.makeup_student listed
      left join base.makeup_source source on source.sheet_id = listed.origin_teaching_class_id || '.1'
      where listed.makeup_course_id = $1`,
    [teachingClassId],
  );
  return new Map(
    rows.map((row) => [
      row.student_code,
      {
        makeupTypeName: row.makeup_type === null ? null : makeupTypeName(row.makeup_type),
        originFinalValue: originValue(row),
      },
    ]),
  );
}

/** The score that is made up for, as shown; null where nothing is made up. */
function originValue({
  makeup_type: type,
  origin_rules: rules,
  origin_final: final,
}: Pick<StudentRow, 'makeup_type' | 'origin_final' | 'origin_rules'>): string | null {
  if (type === null) return null;
  return rules === null ? NO_SCORE : finalText(final, rules);
}

/** The student as people see it; `ofSheet` null: no sheet yet. */
export function studentOf(row: StudentRow, ofSheet: SheetRules | null): ReassessedStudent {
  const rules = ofSheet ?? nothingYet;
  const cells = row.cells ?? {};
  const remarkCode = row.remark_code ?? scoreRemark.normal;
  const none = { final: null, complete: false, passed: false };
  const outcome = ofSheet !== null ? computeRow(cells, remarkCode, rules, { studentCode: row.student_code }) : none;
  const counted = (item: ScoreItem): CellValue => countedValue(cells[item.dataKey] ?? null, remarkCode, item);
  const type = studentTypeOf(row.makeup_type);
  return {
    studentCode: row.student_code,
    studentNumber: row.student_number,
    studentName: row.student_name,
    administrativeClassName: row.class_name,
    gradeMajorName: row.grade_major_name,
    studentType: type,
    studentTypeName: studentTypeNames[type],
    makeupType: row.makeup_type,
    makeupTypeName: row.makeup_type === null ? null : makeupTypeName(row.makeup_type),
    scoreRemarkCode: remarkCode,
    scoreRemarkName: remarkName(remarkCode),
    items: Object.fromEntries(rules.items.map((item) => [item.dataKey, itemText(counted(item), item, rules)])),
    studentScoreFinalValue: finalText(outcome.final, rules),
    studentScoreFinalValueRemark: cappedText(outcome, rules) || whyZero(remarkCode, outcome.final),
    digit: rules.digit,
    passed: outcome.passed,
    complete: outcome.complete,
    scoreList: rules.items.map((item) => ({
      dataKey: item.dataKey,
      scorePercentileValue: percentileOf(counted(item), item.scoreHierarchyCode, rules),
      scoreHierarchyCode: item.scoreHierarchyCode,
      listCode: rules.listCode.filter((band) => band.scoreHierarchyCode === item.scoreHierarchyCode),
    })),
    isReExamStudentName: row.list_source,
    originFinalValue: originValue(row),
    originRemarkName: row.origin_remark_code === null ? null : remarkName(row.origin_remark_code),
    originNote: row.origin === null || row.origin.cause === 'restored' ? null : row.origin,
  };
}

function studentTypeOf(type: string | null): ReassessedStudentType {
  if (type === null) return 'CXS';
  return type === makeupType.deferred ? 'HKS' : 'BKS';
}

/** Why a final value is 0 whatever the items give. */
function whyZero(remarkCode: string, final: number | null): string {
  return remarkCode !== scoreRemark.normal && final === 0 ? `${remarkName(remarkCode)}，按 0 分计` : '';
}

/** What a value weighs: a number itself, or a grade's percentile. */
function percentileOf(value: CellValue, hierarchy: string, { listCode }: SheetRules): string | null {
  if (value === null) return null;
  if (typeof value === 'number') return formatDecimal(value, 1, 1);
  const band = listCode.find((one) => one.scoreHierarchyCode === hierarchy && one.scoreValueCode === value);
  return band ? formatDecimal(band.scorePercentileValue, 2, 2) : null;
}
