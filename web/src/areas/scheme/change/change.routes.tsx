import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { ADJUST_CHECKS_PATH, CHANGE_LOG_PATH, COURSE_ADJUSTS_PATH, PLAN_APPROVALS_PATH } from './change-path.ts';

/** Plans in approval, changes of plans with their form, their audit and their log. */
export function changeRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: PLAN_APPROVALS_PATH,
      component: lazyPage(() => import('./plan-approvals.page.tsx'), 'PlanApprovalsPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${PLAN_APPROVALS_PATH}/$applyId`,
      component: lazyPage(() => import('./plan-approval.page.tsx'), 'PlanApprovalPage'),
    }),
    createRoute({
      getParentRoute,
      path: COURSE_ADJUSTS_PATH,
      component: lazyPage(() => import('./course-adjusts.page.tsx'), 'CourseAdjustsPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${COURSE_ADJUSTS_PATH}/new`,
      component: lazyPage(() => import('./course-adjust-new.page.tsx'), 'CourseAdjustNewPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${COURSE_ADJUSTS_PATH}/$applyId`,
      component: lazyPage(() => import('./course-adjust.page.tsx'), 'CourseAdjustPage'),
    }),
    createRoute({
      getParentRoute,
      path: ADJUST_CHECKS_PATH,
      component: lazyPage(() => import('./adjust-checks.page.tsx'), 'AdjustChecksPage'),
    }),
    createRoute({
      getParentRoute,
      path: CHANGE_LOG_PATH,
      component: lazyPage(() => import('./change-log.page.tsx'), 'ChangeLogPage'),
    }),
  ];
}
