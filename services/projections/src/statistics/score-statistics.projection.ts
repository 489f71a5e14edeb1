import { sheetId } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { readModelTitles } from '@jwxt/contracts/system/read-model.vocabulary.ts';
import { defineProjection } from '../kernel/projection.ts';
import { defineTable } from '../kernel/table.ts';

/** Published values by student: final in hundredths or null, and whether it passes. */
type Finals = Readonly<Record<string, readonly [final: number | null, passed: boolean]>>;
interface Figures {
  person_num: number;
  scored_num: number;
  passed_num: number;
  sum_final: number;
  max_final: number | null;
  min_final: number | null;
  /** 优 良 中 及格 不及格 by final value. */
  bands: readonly number[];
  /** 0–9 … 90–100. */
  histogram: readonly number[];
}
interface SheetRow extends Figures {
  sheet_id: string;
  semester_id: string;
  semester_name: string;
  course_id: string;
  course_name: string;
  teaching_class_id: string;
  teaching_class_name: string;
  open_department_id: string;
  open_department_name: string;
  finals: Finals;
}
const sheet = defineTable<SheetRow>('sheet', {
  columns: {
    sheet_id: 'text',
    semester_id: 'text',
    semester_name: 'text',
    course_id: 'text',
    course_name: 'text',
    teaching_class_id: 'text',
    teaching_class_name: 'text',
    open_department_id: 'text',
    open_department_name: 'text',
    person_num: 'int',
    scored_num: 'int',
    passed_num: 'int',
    sum_final: 'int',
    max_final: 'int',
    min_final: 'int',
    bands: 'int[]',
    histogram: 'int[]',
    finals: 'jsonb',
  },
  key: ['sheet_id'],
  indexes: ['(semester_id, open_department_id)'],
});

/** Lower ends of 优 良 中 及格, in hundredths. */
const BAND_ENDS = [9_000, 8_000, 7_000, 6_000];

/** Figures of every published sheet, as published changes leave them. */
export const scoreStatistics = defineProjection({
  name: 'score-statistics',
  title: readModelTitles['score-statistics'],
  version: 2,
  streams: [sheetStreams],
  tables: [sheet],
  load: (rows, events) =>
    rows.load(
      sheet,
      events.map(({ data }) => [sheetId(data.teachingClassId, data.scoreType)]),
    ),
  handlers: {
    ScoresApproved(rows, { data }) {
      const finals: Finals = Object.fromEntries(
        data.rows.map((row) => [row.studentCode, [row.final, row.passed] as const]),
      );
      rows.set(sheet, {
        sheet_id: sheetId(data.teachingClassId, data.scoreType),
        semester_id: data.semesterId,
        semester_name: data.semesterName,
        course_id: data.courseId,
        course_name: data.courseName,
        teaching_class_id: data.teachingClassId,
        teaching_class_name: data.teachingClassName,
        open_department_id: data.openDepartmentId,
        open_department_name: data.openDepartmentName,
        finals,
        ...figuresOf(finals),
      });
    },
    /** What was taken back is published no longer. */
    ScoresRolledBack(rows, { data }) {
      if (data.from === '4') rows.remove(sheet, [sheetId(data.teachingClassId, data.scoreType)]);
    },
    ScoreChangeApplied(rows, { data }) {
      const id = sheetId(data.teachingClassId, data.scoreType);
      const changed = Object.fromEntries(
        data.rows.map((row) => [row.studentCode, [row.final.after, row.passedAfter] as const]),
      );
      const finals: Finals = { ...rows.need(sheet, [id]).finals, ...changed };
      rows.change(sheet, [id], { finals, ...figuresOf(finals) });
    },
  },
});

function figuresOf(finals: Finals): Figures {
  const all = Object.values(finals);
  const scored = all.flatMap(([final]) => (final === null ? [] : [final]));
  const bands = [0, 0, 0, 0, 0];
  const histogram = Array.from({ length: 10 }, () => 0);
  for (const final of scored) {
    const band = BAND_ENDS.findIndex((end) => final >= end);
    bands[band < 0 ? 4 : band]! += 1;
    histogram[Math.min(9, Math.floor(final / 1_000))]! += 1;
  }
  return {
    person_num: all.length,
    scored_num: scored.length,
    passed_num: all.filter(([final, passed]) => final !== null && passed).length,
    sum_final: scored.reduce((sum, final) => sum + final, 0),
    max_final: scored.length > 0 ? Math.max(...scored) : null,
    min_final: scored.length > 0 ? Math.min(...scored) : null,
    bands,
    histogram,
  };
}
