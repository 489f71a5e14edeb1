import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** `/jwxt/gly/systemManage/schoolSetup`, what a school prepares before its first score. */
export function schoolSetupRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: modulePath('systemManage', 'schoolSetup'),
      component: lazyPage(() => import('./school-setup.page.tsx'), 'SchoolSetupPage'),
    }),
  ];
}
