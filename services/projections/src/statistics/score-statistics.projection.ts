import { sheetId } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreStatisticsModel, type Finals } from '@jwxt/contracts/statistics/score-statistics.read-model.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { defineProjection } from '../kernel/projection.ts';

const { sheet } = scoreStatisticsModel.tables;
type Figures = Pick<
  RowOf<typeof sheet>,
  'person_num' | 'scored_num' | 'passed_num' | 'sum_final' | 'max_final' | 'min_final' | 'bands' | 'histogram'
>;

/** Lower ends of 优 良 中 及格, in hundredths. */
const BAND_ENDS = [9_000, 8_000, 7_000, 6_000];

/** Figures of every published sheet, as published changes leave them. */
export const scoreStatistics = defineProjection({
  readModel: scoreStatisticsModel,
  version: 2,
  streams: [sheetStreams],
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
      if (data.from === sheetStatus.published) rows.remove(sheet, [sheetId(data.teachingClassId, data.scoreType)]);
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
