import type { JobTeachers } from '@jwxt/contracts/open-course/teaching-job.operations.ts';

/** A teacher of a job, with the hours of each type as they are typed. */
export type TeacherRow = {
  readonly teacherCode: string;
  readonly teacherName: string;
  /** Types the scores. */
  readonly typing: boolean;
  readonly hours: Readonly<Record<string, string>>;
  readonly startEndWeek: string;
};

/** The teachers of a job, each once; the first types the scores. */
export function rowsOf({ teachers, startEndWeek }: JobTeachers): TeacherRow[] {
  return [...Map.groupBy(teachers, ({ teacherCode }) => teacherCode).values()].flatMap((parts, at) => {
    const [first] = parts;
    if (!first) return [];
    const { teacherCode, teacherName } = first;
    const hours = Object.fromEntries(parts.map(({ hourType, hour }) => [hourType, String(hour ?? '')]));
    return [{ teacherCode, teacherName, typing: at === 0, hours, startEndWeek: first.startEndWeek || startEndWeek }];
  });
}

const tenths = (text: string | undefined): number => Math.round(Number(text ?? '') * 10) || 0;

/** What all teachers have of each hour type, beside what it has. */
export function hourSums({ types }: Pick<JobTeachers, 'types'>, rows: readonly TeacherRow[]) {
  return types.map(({ hourType, hourName, hours }) => {
    const sum = rows.reduce((all, row) => all + tenths(row.hours[hourType]), 0);
    return { hourType, hourName, hours, sum: sum / 10, beyond: sum > Math.round(hours * 10) };
  });
}

/** What is sent: a line for each teacher and type of which he has hours; without any, one of the first type. */
export function teachersOf({ types }: Pick<JobTeachers, 'types'>, rows: readonly TeacherRow[]) {
  return rows
    .toSorted((a, b) => Number(b.typing) - Number(a.typing))
    .flatMap(({ teacherCode, hours, startEndWeek }) => {
      const own = types.filter(({ hourType }) => tenths(hours[hourType]) > 0);
      return (own.length > 0 ? own : types.slice(0, 1)).map(({ hourType }) => ({
        teacherCode,
        hourType,
        hour: tenths(hours[hourType]) / 10,
        startEndWeek: startEndWeek.trim(),
      }));
    });
}
