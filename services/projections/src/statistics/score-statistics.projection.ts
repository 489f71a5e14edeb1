import { sheetOfAttempt, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { sheetId, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreStatisticsModel, type Finals } from '@jwxt/contracts/statistics/score-statistics.read-model.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { sheet, major } = scoreStatisticsModel.tables;
type Figures = Omit<RowOf<typeof major>, 'sheet_id' | 'njzydm' | 'grade_major_name'>;

/** Lower ends of 优 良 中 及格, in hundredths. */
const BAND_ENDS = [9_000, 8_000, 7_000, 6_000];
const [FIRST_AROUND, LAST_AROUND] = [55, 65];
const ONE_SHEET = ['sheet_id'] as const;

const idOf = ({ data }: ProjectedEvent<ScoreSheetEvent>): string => sheetId(data.teachingClassId, data.scoreType);
type Told = Extract<AttemptsEvent, { type: 'AttemptCancelled' | 'AttemptRestored' }>;
/** The sheet that an attempt is of; null: of none. */
function sheetOf({ attemptId, studentCode }: Told['data']): string | null {
  const of = sheetOfAttempt(attemptId, studentCode);
  return of && sheetId(of.teachingClassId, of.scoreType);
}

/** Figures of every published sheet, as published changes leave them (SCORE-MORE-49). */
export const scoreStatistics = defineProjection({
  readModel: scoreStatisticsModel,
  version: 4,
  streams: [sheetStreams, attemptsStreams],
  async load(rows, events) {
    const ids = events.flatMap((event) => {
      const id = 'attemptId' in event.data ? sheetOf(event.data) : idOf(event as ProjectedEvent<ScoreSheetEvent>);
      return id === null ? [] : [[id]];
    });
    await rows.load(sheet, ids);
    await rows.loadGroups(major, ONE_SHEET, ids);
  },
  handlers: {
    ScoresApproved(rows, event) {
      const { data } = event;
      const finals: Finals = Object.fromEntries(
        data.rows.map((row) => [row.studentCode, [row.final, row.passed, row.njzydm] as const]),
      );
      rows.set(sheet, {
        sheet_id: idOf(event),
        score_type: data.scoreType,
        semester_id: data.semesterId,
        semester_name: data.semesterName,
        course_id: data.courseId,
        course_num: data.courseNum,
        course_name: data.courseName,
        teaching_class_id: data.teachingClassId,
        teaching_class_name: data.teachingClassName,
        open_department_id: data.openDepartmentId,
        open_department_name: data.openDepartmentName,
        finals,
        cancelled: {},
        ...figuresOf(Object.values(finals)),
      });
      setMajors(
        rows,
        idOf(event),
        { finals, cancelled: {} },
        new Map(data.rows.map((row) => [row.njzydm, row.gradeMajorName])),
      );
    },
    /** What was taken back is published no longer. */
    ScoresRolledBack(rows, event) {
      if (event.data.from !== sheetStatus.published) return;
      rows.remove(sheet, [idOf(event)]);
      setMajors(rows, idOf(event), { finals: {}, cancelled: {} }, new Map());
    },
    ScoreChangeApplied(rows, event) {
      const id = idOf(event);
      const { finals, cancelled } = rows.need(sheet, [id]);
      const change = (known: Finals): Finals =>
        Object.fromEntries(
          Object.entries(known).map(([studentCode, value]) => {
            const row = event.data.rows.find((one) => one.studentCode === studentCode);
            return [studentCode, row ? ([row.final.after, row.passedAfter, value[2]] as const) : value];
          }),
        );
      setFinals(rows, id, change(finals), change(cancelled));
    },
    AttemptCancelled(rows, { data }) {
      moveFinal(rows, data, 'finals', 'cancelled');
    },
    AttemptRestored(rows, { data }) {
      moveFinal(rows, data, 'cancelled', 'finals');
    },
  },
});

/** A student's value comes into the figures of its sheet, or leaves them. */
function moveFinal(
  rows: BatchRows,
  data: Told['data'],
  from: 'finals' | 'cancelled',
  to: 'finals' | 'cancelled',
): void {
  const id = sheetOf(data);
  const known = id === null ? undefined : rows.get(sheet, [id]);
  const { [data.studentCode]: value, ...rest } = known?.[from] ?? {};
  // Not published now: a sheet that is published again is told of its cancelled scores then.
  if (id === null || !known || !value) return;
  const moved = {
    finals: known.finals,
    cancelled: known.cancelled,
    [from]: rest,
    [to]: { ...known[to], [data.studentCode]: value },
  };
  setFinals(rows, id, moved.finals, moved.cancelled);
}

/** Replaces the values of a sheet and its figures. */
function setFinals(rows: BatchRows, id: string, finals: Finals, cancelled: Finals): void {
  rows.change(sheet, [id], { finals, cancelled, ...figuresOf(Object.values(finals)) });
  const names = new Map(rows.group(major, ONE_SHEET, [id]).map((row) => [row.njzydm, row.grade_major_name]));
  setMajors(rows, id, { finals, cancelled }, names);
}

/** Replaces the figures by grade and major; one of which every score was cancelled stays, with its name. */
function setMajors(
  rows: BatchRows,
  id: string,
  { finals, cancelled }: { finals: Finals; cancelled: Finals },
  names: ReadonlyMap<string, string>,
): void {
  for (const { njzydm } of rows.group(major, ONE_SHEET, [id])) rows.remove(major, [id, njzydm]);
  const all = Object.values(finals);
  for (const njzydm of new Set([...all, ...Object.values(cancelled)].map(([, , code]) => code)))
    rows.set(major, {
      sheet_id: id,
      njzydm,
      grade_major_name: names.get(njzydm) ?? njzydm,
      ...figuresOf(all.filter(([, , code]) => code === njzydm)),
    });
}

function figuresOf(all: readonly Finals[string][]): Figures {
  const scored = all.flatMap(([final]) => (final === null ? [] : [final]));
  const bands = [0, 0, 0, 0, 0];
  const histogram = Array.from({ length: 10 }, () => 0);
  const around = Array.from({ length: LAST_AROUND - FIRST_AROUND + 1 }, () => 0);
  for (const final of scored) {
    const band = BAND_ENDS.findIndex((end) => final >= end);
    bands[band < 0 ? 4 : band]! += 1;
    histogram[Math.min(9, Math.floor(final / 1_000))]! += 1;
    const place = Math.floor(final / 100) - FIRST_AROUND;
    if (place >= 0 && place < around.length) around[place]! += 1;
  }
  return {
    person_num: all.length,
    scored_num: scored.length,
    passed_num: all.filter(([final, passed]) => final !== null && passed).length,
    sum_final: scored.reduce((sum, final) => sum + final, 0),
    sum_squares: scored.reduce((sum, final) => sum + final * final, 0),
    max_final: scored.length > 0 ? Math.max(...scored) : null,
    min_final: scored.length > 0 ? Math.min(...scored) : null,
    bands,
    histogram,
    around_pass: around,
  };
}
