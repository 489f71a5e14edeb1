import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/audit/score` and `/audit/application`, the auditor's replays. */
export function auditRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => parent, path: '/audit/score', component: lazyRouteComponent(() => import('./score-replay.page.tsx'), 'ScoreReplayPage') }),
    createRoute({ getParentRoute: () => parent, path: '/audit/application', component: lazyRouteComponent(() => import('./application-replay.page.tsx'), 'ApplicationReplayPage') }),
  ];
}
