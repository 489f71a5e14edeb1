import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** 应用搭建: the samples of the widgets that pages are built from. */
export function appBuildRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: modulePath('appBuild', 'components'),
      component: lazyPage(() => import('./components.page.tsx'), 'ComponentsPage'),
    }),
  ];
}
