import { z } from 'zod';

/** A course as it went into a frozen standing. Credits are tenths, points hundredths, weights thousandths. */
export const frozenCourse = z.object({
  attemptId: z.string(),
  courseNum: z.string(),
  courseName: z.string(),
  semesterId: z.string(),
  scoreType: z.string().nullable(),
  courseAttribute: z.string(),
  courseCredit: z.number().int(),
  finalName: z.string(),
  passed: z.boolean(),
  /** Null: not in the average. */
  point: z.number().int().nullable(),
  weight: z.number().int(),
  why: z.string(),
});
export type FrozenCourse = z.output<typeof frozenCourse>;

/** A course as people read it. */
export const shownCourse = frozenCourse
  .omit({ courseCredit: true, point: true, weight: true, scoreType: true, courseAttribute: true })
  .extend({
    semesterName: z.string(),
    courseAttributeName: z.string(),
    courseCredit: z.string(),
    /** `-`: not in the average. */
    point: z.string(),
  });
export type ShownCourse = z.output<typeof shownCourse>;
