import type { WebArea } from '../../lib/area.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { courseAdjustPath, planApprovalPath } from './change/change-path.ts';
import { changeRoutes } from './change/change.routes.tsx';
import { individualRoutes } from './individual/individual.routes.tsx';
import { planRoutes } from './plan/plan.routes.tsx';
import { schemaPreviewPath } from './schema/schema-path.ts';
import { schemaRoutes } from './schema/schema.routes.tsx';
import { schemeRoutes } from './scheme.routes.tsx';

/** What the area brings to the pages. */
export const schemeArea: WebArea = {
  routes: (parent) => [
    ...schemeRoutes(parent),
    ...schemaRoutes(parent),
    ...planRoutes(parent),
    ...changeRoutes(parent),
    ...individualRoutes(parent),
  ],
  staleAfter: {
    approvals: [
      'majorSchemaCustomize.query',
      'majorSchemaCustomize.basicInformation',
      'majorSchemaApproveOrManage.query',
      'gradeMajorApprovalInfo.query',
      'gradeMajorApprovalInfo.detail',
      'courseAdjustInfo.query',
      'courseAdjustInfoCheck.query',
      'courseHourAdjustCheck.query',
      'courseHourAdjustCheck.detail',
      'SchemeChangeCheckLog.query',
      'executionPlanChangeInfo.query',
      'trainingExecutionPlan.queryDetail',
    ],
  },
  approvalContents: {
    ZYPYFA: {
      part: lazyPart(async () => (await import('./schema/schema-differences.tsx')).SchemaDifferencesOf),
      permission: 'majorSchemaCustomize:query',
    },
    NJZYSP: {
      part: lazyPart(async () => (await import('./change/plan-courses.tsx')).PlanCoursesOf),
      permission: 'gradeMajorApprovalInfo:query',
    },
  },
  businessLinks: {
    ZYPYFA: ({ applyId }) => ({ to: schemaPreviewPath(applyId), label: '方案预览' }),
    NJZYSP: ({ applyId }) => ({ to: planApprovalPath(applyId), label: '执行计划' }),
    ZXJHTZ: ({ applyId }) => ({ to: courseAdjustPath(applyId), label: '课程调整' }),
  },
};
