import { untold } from '../kernel/stream.ts';
import type { ContractArea } from '../kernel/area.ts';
import { adjustTeacherHours, adjustTeacherHoursOperation, openCourseOperations } from './open-course.operations.ts';
import { generatePlanJobs, generatePlanJobsOperation } from './plan-job.operations.ts';
import { jobGroup, plateCourseTimeSetting, specialItemGroup, startTimeSet } from './open-course.resource.ts';
import {
  specialItemGroupOperations,
  splitItemGroups,
  splitItemGroupsOperation,
} from './special-item-group.operations.ts';
import { answerTeacherPlan, answerTeacherPlanOperation, teacherAnswerOperations } from './teacher-answer.operations.ts';
import { teachingJobCommands, teachingJobOperations } from './teaching-job.operations.ts';
import {
  physicalProjectTask,
  publicElectiveTask,
  teacherPlan,
  teachingJob,
  teachingProcessLink,
} from './teaching-job.resource.ts';
import { teachingJobStreams } from './teaching-job.state.ts';

/** What the area brings to the contracts (OPEN-COURSE-01…19). */
export const openCourseArea = {
  resources: [
    teachingJob,
    teacherPlan,
    teachingProcessLink,
    jobGroup,
    startTimeSet,
    publicElectiveTask,
    plateCourseTimeSetting,
    physicalProjectTask,
    specialItemGroup,
  ],
  operations: [
    ...teachingJobOperations,
    generatePlanJobsOperation,
    ...specialItemGroupOperations,
    ...teacherAnswerOperations,
    ...openCourseOperations,
  ],
  // The operation log tells what became of a job.
  streams: [untold(teachingJobStreams)],
  commands: [
    ...teachingJobCommands,
    [generatePlanJobs, [generatePlanJobsOperation]],
    [splitItemGroups, [splitItemGroupsOperation]],
    [answerTeacherPlan, [answerTeacherPlanOperation]],
    [adjustTeacherHours, [adjustTeacherHoursOperation]],
  ],
} as const satisfies ContractArea;
