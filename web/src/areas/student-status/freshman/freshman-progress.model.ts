import type { ProgressLine } from '@jwxt/contracts/student-status/freshman/freshman-progress.operations.ts';

const names = [
  'admittedNum',
  'reportedNum',
  'lateNum',
  'absentNum',
  'waitingNum',
  'keptNum',
  'abandonedNum',
  'dividedNum',
  'numberedNum',
  'studentNum',
] as const;
/** The figures of a line. */
export type ProgressFigures = Pick<ProgressLine, (typeof names)[number]>;

/** Figures of several lines together. */
export function progressFigures(lines: readonly ProgressLine[]): ProgressFigures {
  const sum = (name: (typeof names)[number]): number => lines.reduce((all, line) => all + line[name], 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as ProgressFigures;
}

/** Lines of units, or of grade-majors, in the order in which they come. */
export function progressLines(
  lines: readonly ProgressLine[],
  by: 'department' | 'gradeMajor',
): (ProgressFigures & { key: string; name: string })[] {
  return [...Map.groupBy(lines, (line) => line[`${by}Id`])].map(([key, of]) => ({
    key,
    name: of[0]?.[`${by}Name`] ?? key,
    ...progressFigures(of),
  }));
}
