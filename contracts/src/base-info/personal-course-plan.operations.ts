import { z } from 'zod';
import { pageNum, pageSize, total } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

/** `confirmStatus` in words (PICKERS-147; 2 is ours). */
export const confirmStatus = { waiting: '0', passed: '1', notPassed: '2' } as const;
export const confirmStatusNames = {
  [confirmStatus.waiting]: '待审核',
  [confirmStatus.passed]: '审核通过',
  [confirmStatus.notPassed]: '审核不通过',
} as const;
const planSource = { major: '1', student: '2' } as const;
/** `source` in words (PICKERS-148). */
export const planSourceNames = {
  [planSource.major]: '专业计划',
  [planSource.student]: '学生自选',
} as const;

const codes = <T extends Record<string, string>>(names: T) =>
  z.enum(Object.keys(names) as [keyof T & string, ...(keyof T & string)[]]);

/** A course in the plan of one student (PICKERS-146); credit and hours as shown. */
export const personalCoursePlanRow = z.object({
  personalCoursePlanKey: z.string(),
  confirmStatus: codes(confirmStatusNames),
  courseBusinessCode: z.string(),
  courseName: z.string(),
  term: z.string(),
  credit: z.string(),
  hours: z.string(),
  weekHours: z.string(),
  courseNatureName: z.string(),
  courseAttributeName: z.string(),
  courseSystemName: z.string(),
  openDepartmentName: z.string(),
  examWayName: z.string(),
  source: codes(planSourceNames),
});
export type PersonalCoursePlanRow = z.output<typeof personalCoursePlanRow>;

/**
 * The plan of a student in scope: that of the grade and major, which is approved, and what the student has chosen
 * beside it.
 */
export const queryPersonalCoursePlan = defineOperation({
  id: 'personalCoursePlan.query',
  method: 'POST',
  path: '/scheme/personalCoursePlan/query',
  access: { permission: 'personalCoursePlan:query' },
  scope: 'student',
  summary: '个人课程计划查询',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    studentCode: z.string().min(1),
    courseBusinessCode: z.string().trim().max(60).optional(),
    courseName: z.string().trim().max(60).optional(),
    confirmStatus: codes(confirmStatusNames).optional(),
    source: codes(planSourceNames).optional(),
    pageNum,
    pageSize,
  }),
  output: z.object({ rows: z.array(personalCoursePlanRow), total }),
});
export const personalCoursePlanOperations = [queryPersonalCoursePlan] as const;
