import type { CommandsArea } from '../kernel/area.ts';
import { courseGroupDetailRules, courseGroupHoursRules, courseGroupRules } from './course-group-checks.ts';
import { courseAdjustPolicies } from './change/course-adjust.policy.ts';
import { courseAdjustFileRule, courseAdjustRoutes } from './change/course-adjust.routes.ts';
import { gradeMajorPlanPolicies } from './change/grade-major-plan.policy.ts';
import { gradeMajorPlanRoutes } from './change/grade-major-plan.routes.ts';
import { gradeCourseReplaceRules, studentTagsReplaceRules } from './individual/course-replace-checks.ts';
import { courseReplaceRequests } from './individual/course-replace.routes.ts';
import { planRoutes, planRules } from './plan/plan.routes.ts';
import { courseHourRules } from './course-hours.ts';
import {
  gradeMajorProjectRules,
  gradeMajorRequirementRules,
  majorSystemRules,
  schemeSystemRules,
} from './scheme-system-checks.ts';
import { schemeClassifyRules, schemeModuleRules, schemeVersionRules } from './scheme-version-checks.ts';
import { schemaPolicies } from './schema/schema.policy.ts';
import { schemaRoutes } from './schema/schema.routes.ts';
import { schemeRoutes } from './scheme.routes.ts';

/** What the area brings to the commands. */
export const schemeArea: CommandsArea = {
  fileRules: [courseAdjustFileRule],
  routes: [
    ...schemeRoutes,
    ...schemaRoutes,
    ...planRoutes,
    ...gradeMajorPlanRoutes,
    ...courseAdjustRoutes,
    ...(courseReplaceRequests.routes ?? []),
  ],
  policies: [
    ...schemaPolicies,
    ...gradeMajorPlanPolicies,
    ...courseAdjustPolicies,
    ...(courseReplaceRequests.policies ?? []),
  ],
  resourceRules: {
    schemeVersion: schemeVersionRules,
    schemeModule: schemeModuleRules,
    schemeClassify: schemeClassifyRules,
    schemeSystem: schemeSystemRules,
    gradeMajorSchemeRequirement: gradeMajorRequirementRules,
    majorSystem: majorSystemRules,
    gradeMajorProject: gradeMajorProjectRules,
    courseGroupManagement: courseGroupRules,
    courseGroupDetail: courseGroupDetailRules,
    courseGroupHours: courseGroupHoursRules,
    ...planRules,
    courseHourRequire: courseHourRules,
    gradeCourseReplace: gradeCourseReplaceRules,
    studentTagsReplace: studentTagsReplaceRules,
  },
};
