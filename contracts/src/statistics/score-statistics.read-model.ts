import { defineReadModel, int, intArray, json, orNull, table, text } from '../kernel/read-model.ts';

/** Published values by student: final in hundredths or null, and whether it passes. */
export type Finals = Readonly<Record<string, readonly [final: number | null, passed: boolean]>>;

/** Figures of every published sheet, as published changes leave them. */
export const scoreStatisticsModel = defineReadModel({
  name: 'score-statistics',
  tables: {
    sheet: table(
      {
        sheet_id: text(),
        semester_id: text(),
        semester_name: text(),
        course_id: text(),
        course_name: text(),
        teaching_class_id: text(),
        teaching_class_name: text(),
        open_department_id: text(),
        open_department_name: text(),
        person_num: int(),
        scored_num: int(),
        passed_num: int(),
        sum_final: int(),
        max_final: orNull(int()),
        min_final: orNull(int()),
        /** 优 良 中 及格 不及格 by final value. */
        bands: intArray(),
        /** 0–9 … 90–100. */
        histogram: intArray(),
        finals: json<Finals>(),
      },
      { key: ['sheet_id'], indexes: ['(semester_id, open_department_id)'] },
    ),
  },
});
