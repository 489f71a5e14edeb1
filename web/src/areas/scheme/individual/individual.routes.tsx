import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../lib/lazy-page.tsx';

/** What is different for single grade-majors and students. */
export function individualRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: resourcePath('gradeCourseReplace'),
      component: lazyPage(() => import('./course-replaces.page.tsx'), 'GradeCourseReplacesPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('schemeManage', 'studyProgress'),
      component: lazyPage(() => import('./student-progress.page.tsx'), 'StudentProgressPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('schemeManage', 'majorProgress'),
      component: lazyPage(() => import('./major-progress.page.tsx'), 'MajorProgressPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('studentTagsReplace'),
      component: lazyPage(() => import('./course-replaces.page.tsx'), 'StudentCourseReplacesPage'),
    }),
  ];
}
