import { OWN_CARD_PATH } from '@jwxt/contracts/score-card/transcript.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** A student's score card for who keeps scores, and the own one of a student. */
export function scoreCardRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/scoreManage/scoreQuery',
      component: lazyPage(() => import('./score-card.page.tsx'), 'ScoreCardPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: OWN_CARD_PATH,
      component: lazyPage(() => import('./own-card.page.tsx'), 'OwnCardPage'),
    }),
  ];
}
