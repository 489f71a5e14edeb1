import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** `/jwxt/gly/systemManage/dataPermission`, what each user group sees (PERM-29, PERM-30). */
export function dataScopeRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: modulePath('systemManage', 'dataPermission'),
      component: lazyPage(() => import('./data-permission.page.tsx'), 'DataPermissionPage'),
    }),
  ];
}
