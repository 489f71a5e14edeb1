/** A decimal with one place as whole tenths. */
export function tenthsOf(text: string): number {
  return Math.round(Number(text) * 10);
}

/** What is planned, in whole tenths. */
export interface PlanSum {
  readonly courses: number;
  readonly credit: number;
  readonly hours: number;
}
interface Counted {
  readonly credit: string;
  readonly totalHour: string;
}

/** Courses, credit and hours of some rows together. */
export function planSum(rows: readonly Counted[]): PlanSum {
  return rows.reduce<PlanSum>(
    (sum, { credit, totalHour }) => ({
      courses: sum.courses + 1,
      credit: sum.credit + tenthsOf(credit),
      hours: sum.hours + tenthsOf(totalHour),
    }),
    { courses: 0, credit: 0, hours: 0 },
  );
}
