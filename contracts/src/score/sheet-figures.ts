import type { ScoreChangeRow, SheetFigures, SubmittedRow } from './score-sheet.events.ts';

const EXCELLENT = 9000;
/** Lower ends of 优 良 中 及格 in hundredths. */
const bandFloors = [9000, 8000, 7000, 6000] as const;

/**
 * Figures of a class. Rates in tenths of a per cent of the rows with a value, rounded half up; 0 when there are none.
 */
export function figuresOf(rows: readonly Pick<SubmittedRow, 'final' | 'passed'>[]): SheetFigures {
  const scored = rows.flatMap((row) => (row.final === null ? [] : [{ final: row.final, passed: row.passed }]));
  const finals = scored.map((row) => row.final);
  const passedNum = scored.filter((row) => row.passed).length;
  const excellentNum = finals.filter((final) => final >= EXCELLENT).length;
  const bands: SheetFigures['bands'] = [0, 0, 0, 0, 0];
  for (const final of finals) {
    const band = bandFloors.findIndex((floor) => final >= floor);
    bands[band < 0 ? 4 : band] = (bands[band < 0 ? 4 : band] ?? 0) + 1;
  }
  const share = (count: number) => roundedShare(count * 1000, scored.length);
  return {
    personNum: rows.length,
    scoredNum: scored.length,
    passedNum,
    excellentNum,
    passRate: share(passedNum),
    excellentRate: share(excellentNum),
    failRate: share(scored.length - passedNum),
    mean: roundedShare(
      finals.reduce((sum, final) => sum + final, 0),
      finals.length,
    ),
    max: finals.reduce((most, final) => Math.max(most, final), 0),
    min: finals.length === 0 ? 0 : finals.reduce((least, final) => Math.min(least, final)),
    bands,
  };
}

function roundedShare(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((2 * part + whole) / (2 * whole));
}

/** What a change of scores does, for who decides about it: whose values go up or down, who crosses the pass mark. */
export interface ChangeEffect {
  readonly studentNum: number;
  readonly upNum: number;
  readonly downNum: number;
  /** 由不及格变为及格, by name, and the other way round. */
  readonly toPass: readonly string[];
  readonly toFail: readonly string[];
  /** The largest change of a final value, in hundredths; the first of equal ones. Null: no value changes. */
  readonly largest: { readonly studentName: string; readonly change: number } | null;
}

/** Sums up a change application; a missing value counts as 0, as it does for the nodes of its process. */
export function changeEffectOf(
  rows: readonly Pick<ScoreChangeRow, 'studentName' | 'final' | 'passedBefore' | 'passedAfter'>[],
): ChangeEffect {
  const changes = rows.map(({ studentName, final }) => ({
    studentName,
    change: (final.after ?? 0) - (final.before ?? 0),
  }));
  const largest = changes.reduce<ChangeEffect['largest']>(
    (most, each) => (Math.abs(each.change) > Math.abs(most?.change ?? 0) ? each : most),
    null,
  );
  const named = (does: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(does).map(({ studentName }) => studentName);
  return {
    studentNum: rows.length,
    upNum: changes.filter(({ change }) => change > 0).length,
    downNum: changes.filter(({ change }) => change < 0).length,
    toPass: named((row) => !row.passedBefore && row.passedAfter),
    toFail: named((row) => row.passedBefore && !row.passedAfter),
    largest,
  };
}
