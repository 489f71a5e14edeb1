import { codesOfResource, type PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';

import type { ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';

/** Rights in execution plans (SCHEME-13, 14, 27, 33, 34). */

/** Changes of plans, read (SCHEME-15…17, 30…32, 44). */
const changeReading: readonly PermissionCode[] = [
  'gradeMajorInfo:query',
  'gradeMajorInfo:export',
  'gradeMajorApprovalInfo:query',
  'courseAdjustInfo:query',
  'courseAdjustInfo:export',
  'courseAdjustInfoCheck:query',
  'courseHourAdjustCheck:query',
  'SchemeChangeCheckLog:query',
  'executionPlanChangeInfo:query',
];
/** Applying for them. */
const changeApplying: readonly PermissionCode[] = [
  'gradeMajorApprovalInfo:submit',
  'gradeMajorApprovalInfo:recall',
  'courseAdjustInfo:insertByType',
  'courseAdjustInfo:update',
  'courseAdjustInfo:delete',
  'courseAdjustInfo:submitApproval',
];
/** Reading plans, each within the own scope. */
export const planReading: readonly PermissionCode[] = [
  'trainingExecutionPlan:query',
  'trainingExecutionPlan:detail',
  'trainingExecutionPlan:exportExcel',
  'commonCoursePlan:query',
  'commonCoursePlan:detail',
  'classPlanSet:query',
  'classPlanSet:detail',
  'specialItem:query',
  'specialItem:detail',
  'specialItemStudent:query',
  'coursePlan:query',
  'coursePlan:exportExcel',
  ...changeReading,
  'studyProgress:query',
];
/** What is done with plans besides keeping their rows. */
export const planActions: readonly PermissionCode[] = [
  'trainingExecutionPlan:generate',
  'commonCoursePlan:assignGradeMajor',
  'coursePlan:query',
  'coursePlan:exportExcel',
  ...changeReading,
  ...changeApplying,
  'studyProgress:query',
];
/** Rows of plans, whose rights stand here. */
export const planResourceNames: readonly ResourceName[] = [
  'trainingExecutionPlan',
  'commonCoursePlan',
  'classPlanSet',
  'specialItem',
  'specialItemStudent',
];
/** Keeping the plans of the own unit. */
export const planKeeping: readonly PermissionCode[] = [
  ...planResourceNames.flatMap(codesOfResource),
  ...planActions,
  'gradeCourseReplaceApply:submitApproval',
  'studentTagsReplace:submitApproval',
];
/** Choosing an item, and the own progress: for students. */
export const planOfStudents: readonly PermissionCode[] = ['specialItem:choose', 'studyProgress:own'];
