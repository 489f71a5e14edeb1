import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/**
 * `/jwxt/gly/scoreManage/replay`, `/jwxt/gly/scoreManage/scoreLog` and `/jwxt/gly/systemManage/applicationReplay`, the
 * auditor's replays and log.
 */
export function auditRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/scoreManage/replay',
      component: lazyPage(() => import('./score-replay.page.tsx'), 'ScoreReplayPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/scoreManage/scoreLog',
      component: lazyPage(() => import('./score-log.page.tsx'), 'ScoreLogPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/systemManage/applicationReplay',
      component: lazyPage(() => import('./application-replay.page.tsx'), 'ApplicationReplayPage'),
    }),
  ];
}
