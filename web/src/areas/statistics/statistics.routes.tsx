import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/jwxt/gly/scoreManage/analysis`, scores, approval turnaround and entry progress. */
export function statisticsRoutes(parent: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/jwxt/gly/scoreManage/analysis', component: lazyRouteComponent(() => import('./statistics.page.tsx'), 'StatisticsPage') })];
}
