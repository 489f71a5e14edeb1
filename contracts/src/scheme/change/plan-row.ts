import { z } from 'zod';
import { differingPlanFields, type PlanContent } from '../plan/plan-difference.ts';

/** What a row of an execution plan says of its course, as it is frozen: credit and hours in whole tenths. */
export const planContent = z.object({
  term: z.number().int(),
  openDepartmentId: z.string(),
  courseSystemId: z.string().nullable(),
  courseAttribute: z.string(),
  courseNature: z.string(),
  credit: z.number().int(),
  totalHour: z.number().int(),
  weekHours: z.number().int().nullable(),
  hours: z.array(z.object({ xsbh: z.string(), xs: z.number().int() })),
  startEndWeek: z.string().nullable(),
  examMethod: z.string(),
  examWay: z.string().nullable(),
  directionId: z.string().nullable(),
  directionName: z.string().nullable(),
  courseGroupId: z.string().nullable(),
  specialItemSign: z.string(),
}) satisfies z.ZodType<PlanContent>;

/** A row of a plan at one moment, with the names of that moment. */
export const planRow = z.object({
  executionPlanId: z.string(),
  courseId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  semesterId: z.string(),
  content: planContent,
});
export type PlanRow = z.output<typeof planRow>;

/** Courses, credits and hours of frozen rows together, in whole tenths. */
export function rowsSum(rows: readonly Pick<PlanRow, 'content'>[]): { courses: number; credit: number; hours: number } {
  return rows.reduce(
    (sum, { content }) => ({
      courses: sum.courses + 1,
      credit: sum.credit + content.credit,
      hours: sum.hours + content.totalHour,
    }),
    { courses: 0, credit: 0, hours: 0 },
  );
}

/** Names of the courses whose rows are not any more what was frozen: changed, or gone. */
export function changedSince(frozen: readonly PlanRow[], present: readonly PlanRow[]): string[] {
  const known = new Map(present.map((row) => [row.executionPlanId, row]));
  return frozen.flatMap(({ executionPlanId, courseName, content }) => {
    const row = known.get(executionPlanId);
    return row && differingPlanFields(content, row.content).length === 0 ? [] : [courseName];
  });
}
