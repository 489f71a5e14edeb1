import { defineTable } from '../kernel/table.ts';

interface PublishedRow {
  sheet_id: string; teaching_class_id: string; teaching_class_code: string; teaching_class_name: string; score_type: string; semester_id: string;
  course_num: string; course_name: string; open_department_id: string;
  /** Scores of the sheet, and those that are passed. */
  row_num: number; passed_num: number;
}

/**
 * One narrow row for each published sheet: what published scores are searched by, and how many a sheet has, so that whoever pages through
 * all of them counts sheets, not scores.
 */
export const published = defineTable<PublishedRow>('published', {
  columns: {
    sheet_id: 'text', teaching_class_id: 'text', teaching_class_code: 'text', teaching_class_name: 'text', score_type: 'text', semester_id: 'text',
    course_num: 'text', course_name: 'text', open_department_id: 'text', row_num: 'int', passed_num: 'int',
  },
  key: ['sheet_id'],
  // The order of the list; it carries what is counted.
  indexes: [
    `(semester_id desc, course_num, teaching_class_code, sheet_id) include (open_department_id, score_type, row_num, passed_num)`,
    '(teaching_class_id)',
  ],
});

/** What a published sheet is found by. */
export function publishedOf(sheet: PublishedRow): PublishedRow {
  return {
    sheet_id: sheet.sheet_id, teaching_class_id: sheet.teaching_class_id, teaching_class_code: sheet.teaching_class_code,
    teaching_class_name: sheet.teaching_class_name, score_type: sheet.score_type, semester_id: sheet.semester_id, course_num: sheet.course_num,
    course_name: sheet.course_name, open_department_id: sheet.open_department_id, row_num: sheet.row_num, passed_num: sheet.passed_num,
  };
}
