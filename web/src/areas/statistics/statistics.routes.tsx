import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/statistics`, scores, approval turnaround and entry progress. */
export function statisticsRoutes(parent: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/statistics', component: lazyRouteComponent(() => import('./statistics.page.tsx'), 'StatisticsPage') })];
}
