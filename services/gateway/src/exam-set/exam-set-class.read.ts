import type { classStudentSorts } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { retakingOf, scoreRemark, NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { cellText, computeRow, countedValue, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { sheetId, type CellValue, type ScoreItem, type SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { ROSTER_ORDER } from '@jwxt/infra/runtime/class-order.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import type { ClassKey } from './exam-set.read.ts';

const sheetRowTable = readModelTable(scoreSheetModel, 'row');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

type SheetKey = Pick<ClassKey, 'teachingClassId' | 'scoreType'>;

interface StudentRow {
  student_code: string;
  student_number: string;
  student_name: string;
  list_source: string;
  class_name: string;
  grade_major_name: string;
  cells: Readonly<Record<string, CellValue>> | null;
  remark_code: string | null;
  n: number;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof classStudentSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  studentName: byPinyin('student.student_name'),
  administrativeClassName: byPinyin('class_info.bjmc'),
};

/**
 * Students of a class by number with what is entered for them (EXAM-SET-18). Without rules (not set up) there are no
 * scores yet.
 */
export async function listStudents(
  db: Queryable,
  { teachingClassId, scoreType }: SheetKey,
  sheet: { rules: SheetRules; open: boolean } | null,
  { pageNo, pageSize, sort }: ListPage<(typeof classStudentSorts)[number]>,
) {
  const { rows } = await db.query<StudentRow>(
    `select student.student_code, student.student_number, student.student_name, roster.list_source,
      class_info.bjmc as class_name,
        grade_major.njzymc as grade_major_name, sheet_row.cells, sheet_row.remark_code, count(*) over ()::int as n
       from base.teaching_class_student roster join base.student on student.student_code = roster.student_code
       join base.class_info on class_info.bjdm = student.bjdm
         join base.grade_major on grade_major.njzydm = student.njzydm
       left join ${sheetRowTable} sheet_row on sheet_row.sheet_id = $4
         and sheet_row.student_code = roster.student_code
      where roster.teaching_class_id = $1
      order by ${sortedOrder(sort, sortExpressions, ROSTER_ORDER)} limit $2 offset $3`,
    [teachingClassId, pageSize, (pageNo - 1) * pageSize, sheetId(teachingClassId, scoreType)],
  );
  return { list: rows.map((row) => studentOf(row, sheet)), total: rows[0]?.n ?? 0 };
}

function studentOf(row: StudentRow, sheet: { rules: SheetRules; open: boolean } | null) {
  const remark = row.remark_code ?? scoreRemark.normal;
  const cells = row.cells ?? {};
  const { final, passed, complete } = sheet
    ? computeRow(cells, remark, sheet.rules, { studentCode: row.student_code, ...retakingOf(row.list_source) })
    : { final: null, passed: false, complete: false };
  return {
    studentCode: row.student_code,
    studentNumber: row.student_number,
    studentName: row.student_name,
    isReExamStudentName: row.list_source,
    administrativeClassName: row.class_name,
    gradeMajorName: row.grade_major_name,
    items: Object.fromEntries(
      (sheet?.rules.items ?? []).map((item) => [
        item.dataKey,
        cellText(countedValue(cells[item.dataKey] ?? null, remark, item)),
      ]),
    ),
    scoreRemarkCode: remark,
    scoreRemarkName: remarkName(remark),
    studentScoreFinalValue: sheet ? finalText(final, sheet.rules) : NO_SCORE,
    final,
    passed: final !== null && passed,
    complete,
    digit: sheet?.rules.digit ?? 0,
    canSubmmit: sheet?.open && complete ? yesNo.yes : yesNo.no,
  };
}

/** Rules of a sheet, and whether it is not handed in; null when it is not set up. */
export async function findRules(
  db: Queryable,
  { teachingClassId, scoreType }: SheetKey,
): Promise<{ rules: SheetRules; open: boolean } | null> {
  const { rows } = await db.query<{ rules: SheetRules; open: boolean }>(
    `select rules, sheet_status in ('1', '2') as open from ${sheetTable} where sheet_id = $1`,
    [sheetId(teachingClassId, scoreType)],
  );
  return rows[0] ?? null;
}

/** Teachers of a class, in order. */
export async function listTeachers(db: Queryable, teachingClassId: string): Promise<{ gh: string; name: string }[]> {
  const { rows } = await db.query<{ gh: string; name: string }>(
    `select teacher.gh, teacher.xm as name from base.teaching_class_teacher taught
      join base.teacher on teacher.gh = taught.gh
      where taught.teaching_class_id = $1 order by taught.sort_num, teacher.gh`,
    [teachingClassId],
  );
  return rows;
}

interface TemplateRow {
  scoreTemplateId: string;
  scoreTemplateName: string;
  scoreHierarchyCode: string;
  digit: number;
  teacherAdjust: YesNo;
  items: readonly (ScoreItem & { min?: number; max?: number })[];
}

/** Templates in use, by name. */
export async function listTemplates(db: Queryable): Promise<TemplateRow[]> {
  const { rows } = await db.query<TemplateRow>(
    `select score_template_id as "scoreTemplateId", score_template_name as "scoreTemplateName",
        score_hierarchy_code as "scoreHierarchyCode", digit, teacher_adjust as "teacherAdjust", items
       from base.score_template where sfqy = '1' order by is_default desc, score_template_name`,
  );
  return rows;
}
