import type { SheetFigures, SubmittedRow } from './score-sheet.events.ts';

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
