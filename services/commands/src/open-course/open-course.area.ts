import type { CommandsArea } from '../kernel/area.ts';
import { electiveReviewRule } from './elective-review.ts';
import { jobGroupRules, plateRules, specialItemGroupRules } from './open-course-checks.ts';
import { startRosterMessages } from './roster-messages.ts';
import {
  physicalProjectTaskRules,
  publicElectiveTaskRules,
  teacherPlanRules,
  teachingJobRules,
  teachingProcessLinkRules,
} from './teaching-job-checks.ts';
import { carryOutJobs } from './teaching-job.policy.ts';
import { openCourseRoutes } from './teaching-job.routes.ts';

/** What the area brings to the commands. */
export const openCourseArea: CommandsArea = {
  routes: openCourseRoutes,
  policies: [carryOutJobs],
  chores: { rosterMessages: ({ pool }, logger) => startRosterMessages(pool, logger) },
  passRules: [electiveReviewRule],
  resourceRules: {
    teachingJob: teachingJobRules,
    teacherPlan: teacherPlanRules,
    teachingProcessLink: teachingProcessLinkRules,
    jobGroup: jobGroupRules,
    publicElectiveTask: publicElectiveTaskRules,
    plateCourseTimeSetting: plateRules,
    physicalProjectTask: physicalProjectTaskRules,
    specialItemGroup: specialItemGroupRules,
  },
};
