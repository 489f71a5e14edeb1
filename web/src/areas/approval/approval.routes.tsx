import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** The approval centre with 审批代理, adjust-course applications opened from it, and the set-up of processes. */
export function approvalRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: modulePath('messageSystem', 'approval'),
      component: lazyPage(() => import('./approval.page.tsx'), 'ApprovalPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('messageSystem', 'delegation'),
      component: lazyPage(() => import('./delegations.page.tsx'), 'DelegationsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('systemManage', 'processSetting'),
      component: lazyPage(() => import('./processes/process-settings.page.tsx'), 'ProcessSettingsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('systemManage', 'processInstance'),
      component: lazyPage(() => import('./process-instances.page.tsx'), 'ProcessInstancesPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('arrange', 'adjustCourse'),
      component: lazyPage(() => import('./adjust-course-new.page.tsx'), 'AdjustCourseNewPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('arrange', 'adjustCourse/again/$applyId'),
      component: lazyPage(() => import('./adjust-course-new.page.tsx'), 'AdjustCourseAgainPage'),
    }),
    // Apply id, creator's role and adjust type in the path (APPROVAL-46).
    createRoute({
      getParentRoute,
      path: modulePath('arrange', 'adjustCourse/$applyId/$creatorRole/$adjustType'),
      component: lazyPage(() => import('./adjust-course.page.tsx'), 'AdjustCoursePage'),
    }),
  ];
}
