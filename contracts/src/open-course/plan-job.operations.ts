import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, semesterKey, total } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

/** Rows of the course plan at a time at most. */
export const PLANS_AT_ONCE = 200;

const asked = {
  semesterId: semesterKey,
  executionPlanIds: z
    .array(z.string().min(1).max(140))
    .min(1, '请至少选择一条开课计划')
    .max(PLANS_AT_ONCE, `一次最多处理 ${String(PLANS_AT_ONCE)} 条计划`),
  /** One job for each class, or one for all classes of a grade-major. Classes of one merge group always are one. */
  by: z.enum(['class', 'gradeMajor']),
};
/** How many jobs were made, and for which plans none, with why. */
const generated = z.object({
  made: total,
  kept: z.array(z.object({ key: z.string(), name: z.string(), message: z.string() })),
});
export type GeneratedJobs = z.output<typeof generated>;

/** Makes the jobs of rows of the course plan, for classes that are in none yet (SCHEME-27, OPEN-COURSE-03). */
export const generatePlanJobsOperation = defineOperation({
  id: 'coursePlan.generateTask',
  path: '/scheme/coursePlan/generateTask',
  access: { permission: 'coursePlan:generateTask' },
  method: 'POST',
  scope: 'resource',
  summary: '由开课计划生成教学任务',
  encoding: 'json',
  outcome: 'generate',
  input: z.object({ commandId, ...asked }),
  output: generated,
});

/** `executionPlanIds`: of courses that the caller's units open, which the gateway has looked up. */
export const generatePlanJobs = defineCommand('coursePlan.generateTask', z.object(asked), generated);
