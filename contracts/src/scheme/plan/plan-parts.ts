import { classPlanSet } from './class-plan-set.resource.ts';
import {
  assignGradeMajor,
  assignGradeMajorOperation,
  commonPlanOperations,
  copyCommonPlan,
  copyCommonPlanOperation,
} from './common-plan.operations.ts';
import { commonCoursePlan } from './common-plan.resource.ts';
import { coursePlanOperations } from './course-plan.operations.ts';
import {
  batchUpdatePlans,
  batchUpdatePlansOperation,
  createFromCourse,
  createFromCourseOperation,
  executionPlanOperations,
  generatePlans,
  generatePlansOperation,
} from './execution-plan.operations.ts';
import { executionPlan } from './execution-plan.resource.ts';
import { chooseSpecialItem, chooseSpecialItemOperation, specialItemOperations } from './special-item.operations.ts';
import { studyProgressOperations } from './study-progress.operations.ts';
import { specialItem, specialItemStudent } from './special-item.resource.ts';

/** Rows of execution plans (SCHEME-13, 14, 33, 34). */
export const planResources = [executionPlan, commonCoursePlan, classPlanSet, specialItem, specialItemStudent] as const;

/** What can be asked for of plans besides. */
export const planOperations = [
  ...executionPlanOperations,
  ...commonPlanOperations,
  ...coursePlanOperations,
  ...specialItemOperations,
  ...studyProgressOperations,
] as const;

/** Commands of plans, with who sends them. */
export const planCommands = [
  [generatePlans, [generatePlansOperation]],
  [batchUpdatePlans, [batchUpdatePlansOperation]],
  [createFromCourse, [createFromCourseOperation]],
  [assignGradeMajor, [assignGradeMajorOperation]],
  [copyCommonPlan, [copyCommonPlanOperation]],
  [chooseSpecialItem, [chooseSpecialItemOperation]],
] as const;
