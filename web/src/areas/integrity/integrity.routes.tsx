import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** `/jwxt/gly/systemManage/integrity`, whether the history is as it was written. */
export function integrityRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/jwxt/gly/systemManage/integrity',
      component: lazyPage(() => import('./integrity.page.tsx'), 'IntegrityPage'),
    }),
  ];
}
