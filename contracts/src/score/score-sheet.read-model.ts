import { boolean, defineReadModel, int, json, orNull, table, text, timestamp } from '../kernel/read-model.ts';
import type { CellValue, SheetFacts, SheetFigures, SheetRules } from './score-sheet.events.ts';
import type { OriginNote } from './score-sheet.state.ts';
import type { EntryState, SheetStatus } from './score.vocabulary.ts';

/** Who set a cell or the remark last. */
export interface CellInfo {
  revision: number;
  byUserName: string;
  byName: string;
  at: string;
}

/** Score sheets as teachers and approvers see them: header, settings, state, and the rows with any value. */
export const scoreSheetModel = defineReadModel({
  name: 'score-sheet',
  tables: {
    sheet: table(
      {
        sheet_id: text(),
        teaching_class_id: text(),
        teaching_class_code: text(),
        teaching_class_name: text(),
        score_type: text(),
        semester_id: text(),
        semester_name: text(),
        course_id: text(),
        course_num: text(),
        course_name: text(),
        course_credit: int(),
        open_department_id: text(),
        open_department_name: text(),
        teachers: json<SheetFacts['teachers']>(),
        import_teacher: text(),
        import_teacher_gh: orNull(text()),
        rules: json<SheetRules>(),
        window_begin: timestamp(),
        window_end: timestamp(),
        sheet_status: text<SheetStatus>(),
        entry_state: text<EntryState>(),
        /** Rows with any value, and rows that could be submitted. */
        entered_num: int(),
        complete_num: int(),
        revision: int(),
        apply_id: orNull(text()),
        submitted_by: orNull(text()),
        submitted_at: orNull(timestamp()),
        return_opinion: orNull(text()),
        returned_by: orNull(text()),
        /** Change applications that are open, with the students they ask about; null: all (the oldest do not tell). */
        open_changes: json<readonly { applyId: string; studentCodes: readonly string[] | null }[]>(),
        figures: orNull(json<SheetFigures>()),
        /** Rows there are, and those that are passed. */
        row_num: int(),
        passed_num: int(),
      },
      {
        key: ['sheet_id'],
        indexes: [
          '(semester_id, open_department_id)',
          '(import_teacher_gh) where import_teacher_gh is not null',
          '(course_id, score_type)',
        ],
      },
    ),
    teacher: table({ gh: text(), sheet_id: text() }, { key: ['gh', 'sheet_id'] }),
    row: table(
      {
        sheet_id: text(),
        student_code: text(),
        student_number: text(),
        student_name: text(),
        cells: json<Readonly<Record<string, CellValue>>>(),
        cell_info: json<Readonly<Record<string, CellInfo>>>(),
        remark_code: text(),
        final: orNull(int()),
        passed: boolean(),
        complete: boolean(),
        /** Was ever published: it stays on the sheet, whoever leaves the class. */
        published: boolean(),
        /** Takes the course again in an ordinary class. */
        retaking: boolean(),
        /** What became of the score that the student makes up for; null: it is as it was listed. */
        origin: orNull(json<OriginNote>()),
      },
      {
        key: ['sheet_id', 'student_code'],
        indexes: [
          // What a student has of all semesters; no entry of scores touches it.
          '(student_code)',
          // The first and the last of all published scores, by score and by student.
          '(passed, final, sheet_id, student_code)',
          '(student_number, sheet_id, student_code) include (passed)',
        ],
      },
    ),
    /**
     * One narrow row for each published sheet: what published scores are searched by, and how many a sheet has, so that
     * whoever pages through all of them counts sheets, not scores.
     */
    published: table(
      {
        sheet_id: text(),
        teaching_class_id: text(),
        teaching_class_code: text(),
        score_type: text(),
        semester_id: text(),
        course_num: text(),
        open_department_id: text(),
        /** Scores of the sheet, and those that are passed. */
        row_num: int(),
        passed_num: int(),
        /** Number and name, in lower case: comparing without regard to case folds each row anew. */
        course_text: text(),
        class_text: text(),
      },
      {
        key: ['sheet_id'],
        // The order of the list; it carries what is counted.
        indexes: [
          '(semester_id desc, course_num, teaching_class_code, sheet_id) ' +
            'include (open_department_id, score_type, row_num, passed_num)',
          '(teaching_class_id)',
        ],
      },
    ),
  },
});
