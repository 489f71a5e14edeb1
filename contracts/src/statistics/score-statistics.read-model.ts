import { bigint, defineReadModel, int, intArray, json, orNull, table, text } from '../kernel/read-model.ts';

/** Published values by student: final in hundredths or null, whether it passes, and the grade and major. */
export type Finals = Readonly<Record<string, readonly [final: number | null, passed: boolean, njzydm: string]>>;

/** Figures of some published scores; values are hundredths. */
const figures = {
  person_num: int(),
  scored_num: int(),
  passed_num: int(),
  sum_final: int(),
  /** Of the values squared: what a standard deviation is reckoned from. */
  sum_squares: bigint(),
  max_final: orNull(int()),
  min_final: orNull(int()),
  /** 优 良 中 及格 不及格 by final value. */
  bands: intArray(),
  /** 0–9 … 90–100. */
  histogram: intArray(),
  /** Whole points 55 … 65: whether values heap at the pass mark. */
  around_pass: intArray(),
};

/** Figures of every published sheet, as published changes leave them; also for each grade and major by itself. */
export const scoreStatisticsModel = defineReadModel({
  name: 'score-statistics',
  tables: {
    sheet: table(
      {
        sheet_id: text(),
        score_type: text(),
        semester_id: text(),
        semester_name: text(),
        course_id: text(),
        course_num: text(),
        course_name: text(),
        teaching_class_id: text(),
        teaching_class_name: text(),
        open_department_id: text(),
        open_department_name: text(),
        ...figures,
        finals: json<Finals>(),
        /** Those that were cancelled and are in no figure. */
        cancelled: json<Finals>(),
      },
      { key: ['sheet_id'], indexes: ['(semester_id, open_department_id)', '(course_id, score_type)'] },
    ),
    major: table(
      { sheet_id: text(), njzydm: text(), grade_major_name: text(), ...figures },
      { key: ['sheet_id', 'njzydm'] },
    ),
  },
});
