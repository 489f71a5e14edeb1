import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** `/jwxt/gly/scoreManage/scoreQuery`: a student's score card. */
export function scoreCardRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/scoreManage/scoreQuery',
      component: lazyPage(() => import('./score-card.page.tsx'), 'ScoreCardPage'),
    }),
  ];
}
