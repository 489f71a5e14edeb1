import type { Handler } from '../../kernel/handler.ts';
import { adjustViewHandlers } from './adjust-views.handlers.ts';
import { courseAdjustHandlers } from './course-adjust.handlers.ts';
import { gradeMajorInfoHandlers } from './grade-major-info.handlers.ts';
import { gradeMajorPlanHandlers } from './grade-major-plan.handlers.ts';

/** Everything that can be asked for of changes of plans. */
export const changeHandlers: readonly Handler[] = [
  ...gradeMajorPlanHandlers,
  ...courseAdjustHandlers,
  ...adjustViewHandlers,
  ...gradeMajorInfoHandlers,
];
