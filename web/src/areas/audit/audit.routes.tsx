import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/jwxt/gly/scoreManage/replay` and `/jwxt/gly/systemManage/applicationReplay`, the auditor's replays. */
export function auditRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/jwxt/gly/scoreManage/replay', component: lazyRouteComponent(() => import('./score-replay.page.tsx'), 'ScoreReplayPage') }),
    createRoute({ getParentRoute: () => parent, path: '/jwxt/gly/systemManage/applicationReplay', component: lazyRouteComponent(() => import('./application-replay.page.tsx'), 'ApplicationReplayPage') }),
  ];
}
