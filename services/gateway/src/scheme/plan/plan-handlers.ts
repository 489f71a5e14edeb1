import type { Handler } from '../../kernel/handler.ts';
import { commonPlanHandlers } from './common-plan.handlers.ts';
import { coursePlanHandlers } from './course-plan.handlers.ts';
import { executionPlanHandlers } from './execution-plan.handlers.ts';
import { specialItemHandlers } from './special-item.handlers.ts';
import { specialItemLevelHandlers } from './special-item-level.handlers.ts';
import { studyProgressHandlers } from './study-progress.handlers.ts';

/** Everything that can be asked for of plans. */
export const planHandlers: readonly Handler[] = [
  ...executionPlanHandlers,
  ...commonPlanHandlers,
  ...coursePlanHandlers,
  ...specialItemHandlers,
  ...specialItemLevelHandlers,
  ...studyProgressHandlers,
];
