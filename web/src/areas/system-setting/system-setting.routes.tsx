import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Settings whose page has more than their declaration says. */
export function systemSettingRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: resourcePath('sysSet'),
      component: lazyPage(() => import('./system-parameters.page.tsx'), 'SystemParametersPage'),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('codeRule'),
      component: lazyPage(() => import('./code-rule.page.tsx'), 'CodeRulePage'),
    }),
  ];
}
