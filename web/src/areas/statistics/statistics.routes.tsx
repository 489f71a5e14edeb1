import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** `/jwxt/gly/scoreManage/analysis`, scores, approval turnaround and entry progress. */
export function statisticsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/scoreManage/analysis',
      component: lazyPage(() => import('./statistics.page.tsx'), 'StatisticsPage'),
    }),
  ];
}
