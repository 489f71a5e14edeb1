import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Below `/jwxt/gly/scoreManage`: `gpaCheckList` and `graduationScore`. */
export function standingRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/gpaCheckList',
      component: lazyPage(() => import('./gpa-checks.page.tsx'), 'GpaChecksPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/graduationScore',
      component: lazyPage(() => import('./graduation-scores.page.tsx'), 'GraduationScoresPage'),
    }),
  ];
}
