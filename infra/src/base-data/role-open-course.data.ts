import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';

/* Open-course tasks (OPEN-COURSE): the office opens the window and confirms, units fill, approvers confirm theirs. */

/** What a unit fills in itself. */
const filled: readonly ResourceName[] = [
  'teachingJob',
  'teacherPlan',
  'teachingProcessLink',
  'jobGroup',
  'publicElectiveTask',
  'physicalProjectTask',
  'specialItemGroup',
];
const read: readonly ResourceName[] = [...filled, 'startTimeSet', 'plateCourseTimeSetting'];

export const openCourseReading: readonly PermissionCode[] = [
  ...read.flatMap((name) => [`${name}:query` as const, `${name}:detail` as const, `${name}:exportExcel` as const]),
  'teacherHours:query',
  'teacherHours:exportExcel',
];
/** For the clerk of a unit; reading comes beside it. */
export const openCourseFilling: readonly PermissionCode[] = [
  ...openCourseReading,
  ...filled.flatMap((name) => [
    `${name}:create` as const,
    `${name}:update` as const,
    `${name}:delete` as const,
    `${name}:batchDelete` as const,
    `${name}:import` as const,
  ]),
  'teachingJob:batchCommit',
  'teachingJob:recallToEdit',
  'teachingJob:split',
  'teachingJob:merge',
  'teachingJob:setTeachers',
  'specialItemGroup:split',
  'teacherHours:adjust',
  'coursePlan:generateTask',
  'publicElectiveTask:generateTask',
];
/** For the approver of a unit. */
export const openCourseConfirming: readonly PermissionCode[] = [
  ...openCourseReading,
  'teachingJob:confirm',
  'teachingJob:recallToEdit',
];
/** For the office, which keeps all rows anyway. */
export const openCourseOfOffice: readonly PermissionCode[] = [
  'teachingJob:batchCommit',
  'teachingJob:recallToEdit',
  'teachingJob:recallConfirmed',
  'teachingJob:confirm',
  'teachingJob:stop',
  'teachingJob:split',
  'teachingJob:merge',
  'teachingJob:setTeachers',
  'teachingJob:change',
  'specialItemGroup:split',
  'teacherHours:adjust',
  'coursePlan:generateTask',
  'publicElectiveTask:generateTask',
  'publicElectiveTask:stopShort',
  'teacherHours:query',
  'teacherHours:exportExcel',
];
