import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** What the flows of scores go by, where its page has more than its declaration says: grade systems, rules. */
export function scoreSettingRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: resourcePath('scoreValue'),
      component: lazyPage(() => import('./score-values.page.tsx'), 'ScoreValuesPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('scoreRules'),
      component: lazyPage(() => import('./score-rules.page.tsx'), 'ScoreRulesPage'),
    }),
  ];
}
