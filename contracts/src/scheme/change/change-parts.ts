import { untold } from '../../kernel/stream.ts';
import { recallApplication, decideApplication } from '../../approval/application.command.ts';
import {
  adjustViewOperations,
  approvePlanChanges,
  checkAdjust,
  checkHours,
  checkSchemeChange,
} from './adjust-views.operations.ts';
import { courseAdjust } from './course-adjust.events.ts';
import {
  courseAdjustOperations,
  deleteCourseAdjust,
  deleteCourseAdjustOperation,
  insertCourseAdjust,
  insertCourseAdjustOperation,
  submitCourseAdjust,
  submitCourseAdjustOperation,
  updateCourseAdjust,
  updateCourseAdjustOperation,
} from './course-adjust.operations.ts';
import { gradeMajorInfoOperations } from './grade-major-info.operations.ts';
import { gradeMajorPlan } from './grade-major-plan.events.ts';
import {
  gradeMajorPlanOperations,
  recallGradeMajorPlan,
  submitGradeMajorPlan,
  submitGradeMajorPlanOperation,
} from './grade-major-plan.operations.ts';

/** What can be asked for of changes of plans (SCHEME-15…17, 30…32, 44). */
export const changeOperations = [
  ...gradeMajorPlanOperations,
  ...courseAdjustOperations,
  ...adjustViewOperations,
  ...gradeMajorInfoOperations,
] as const;

/** Their streams; replayed with their applications. */
export const changeStreams = [untold(gradeMajorPlan.streams), untold(courseAdjust.streams)] as const;

/** Commands of changes, with who sends them. */
export const changeCommands = [
  [submitGradeMajorPlan, [submitGradeMajorPlanOperation]],
  [recallApplication, [recallGradeMajorPlan]],
  [insertCourseAdjust, [insertCourseAdjustOperation]],
  [updateCourseAdjust, [updateCourseAdjustOperation]],
  [deleteCourseAdjust, [deleteCourseAdjustOperation]],
  [submitCourseAdjust, [submitCourseAdjustOperation]],
  [decideApplication, [checkAdjust, checkHours, checkSchemeChange, approvePlanChanges]],
] as const;
