import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** What the flows of scores go by: windows, templates, grade systems, rules. */
export function scoreSettingRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  const page = (key: string) => modulePath('scoreManage', key);
  const windows = () => import('./score-windows.page.tsx');
  const templates = () => import('./score-templates.page.tsx');
  return [
    createRoute({
      getParentRoute,
      path: page('scoreTermControl'),
      component: lazyPage(windows, 'ScoreTermControlPage'),
    }),
    createRoute({
      getParentRoute,
      path: page('outsideScoreTime'),
      component: lazyPage(windows, 'OutsideScoreTimePage'),
    }),
    createRoute({ getParentRoute, path: page('scoreTemplate'), component: lazyPage(templates, 'ScoreTemplatesPage') }),
    createRoute({ getParentRoute, path: page('scoreValue'), component: lazyPage(templates, 'ScoreValuesPage') }),
    createRoute({
      getParentRoute,
      path: page('scoreRules'),
      component: lazyPage(() => import('./score-rules.page.tsx'), 'ScoreRulesPage'),
    }),
  ];
}
