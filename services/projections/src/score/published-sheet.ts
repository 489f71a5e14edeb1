import { defineTable } from '../kernel/table.ts';

/** What a published sheet is listed and counted by. */
interface PublishedFacts {
  sheet_id: string;
  teaching_class_id: string;
  teaching_class_code: string;
  score_type: string;
  semester_id: string;
  course_num: string;
  open_department_id: string;
  /** Scores of the sheet, and those that are passed. */
  row_num: number;
  passed_num: number;
}
interface PublishedRow extends PublishedFacts {
  /** Number and name, in lower case: comparing without regard to case folds each row anew. */
  course_text: string;
  class_text: string;
}

/**
 * One narrow row for each published sheet: what published scores are searched by, and how many a sheet has, so that
 * whoever pages through all of them counts sheets, not scores.
 */
export const published = defineTable<PublishedRow>('published', {
  columns: {
    sheet_id: 'text',
    teaching_class_id: 'text',
    teaching_class_code: 'text',
    score_type: 'text',
    semester_id: 'text',
    course_num: 'text',
    open_department_id: 'text',
    row_num: 'int',
    passed_num: 'int',
    course_text: 'text',
    class_text: 'text',
  },
  key: ['sheet_id'],
  // The order of the list; it carries what is counted.
  indexes: [
    '(semester_id desc, course_num, teaching_class_code, sheet_id) ' +
      'include (open_department_id, score_type, row_num, passed_num)',
    '(teaching_class_id)',
  ],
});

/** What a published sheet is found by. */
export function publishedOf(
  sheet: PublishedFacts & { course_name: string; teaching_class_name: string },
): PublishedRow {
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
