import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Below `/jwxt/gly/scoreManage`: `analysis` (scores, approval turnaround, entry progress) and `scoreAnalysis`. */
export function statisticsRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/scoreManage/analysis',
      component: lazyPage(() => import('./statistics.page.tsx'), 'StatisticsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/scoreManage/scoreAnalysis',
      component: lazyPage(() => import('./score-analysis.page.tsx'), 'ScoreAnalysisPage'),
    }),
  ];
}
