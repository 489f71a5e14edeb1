import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Exam settings of teaching classes, and the long jobs of score management. */
export function examSetRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/examSet',
      component: lazyPage(() => import('./exam-sets.page.tsx'), 'ExamSetsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/examSet/$teachingClassId',
      component: lazyPage(() => import('./exam-set-class.page.tsx'), 'ExamSetClassPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/jobs',
      component: lazyPage(() => import('./jobs.page.tsx'), 'JobsPage'),
    }),
  ];
}
