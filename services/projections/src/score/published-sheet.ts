import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';

type PublishedRow = RowOf<typeof scoreSheetModel.tables.published>;

/** What a published sheet is found by. */
export function publishedOf(sheet: RowOf<typeof scoreSheetModel.tables.sheet>): PublishedRow {
  return {
    sheet_id: sheet.sheet_id,
    teaching_class_id: sheet.teaching_class_id,
    teaching_class_code: sheet.teaching_class_code,
    score_type: sheet.score_type,
    semester_id: sheet.semester_id,
    course_num: sheet.course_num,
    open_department_id: sheet.open_department_id,
    row_num: sheet.row_num,
    passed_num: sheet.passed_num,
    course_text: `${sheet.course_num}\n${sheet.course_name}`.toLowerCase(),
    class_text: `${sheet.teaching_class_code}\n${sheet.teaching_class_name}`.toLowerCase(),
  };
}
