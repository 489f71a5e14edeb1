import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** The frame of training schemes, where a page has more than the declaration of its rows says. */
export function schemeRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: resourcePath('schemeVersion'),
      component: lazyPage(() => import('./scheme-versions.page.tsx'), 'SchemeVersionsPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('schemeManage', 'schemeTree'),
      component: lazyPage(() => import('./scheme-tree.page.tsx'), 'SchemeTreePage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('schemeManage', 'creditFrame'),
      component: lazyPage(() => import('./credit-frame.page.tsx'), 'CreditFramePage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('gradeMajorSchemeRequirement'),
      component: lazyPage(() => import('./requirements.page.tsx'), 'RequirementsPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('courseGroupManagement'),
      component: lazyPage(() => import('./course-groups.page.tsx'), 'CourseGroupsPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('courseHourRequire'),
      component: lazyPage(() => import('./course-hours.page.tsx'), 'CourseHoursPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('schemeManage', 'courseInfo'),
      component: lazyPage(() => import('./course-info.page.tsx'), 'CourseInfoPage'),
    }),
  ];
}
