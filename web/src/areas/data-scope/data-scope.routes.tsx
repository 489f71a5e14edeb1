import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/**
 * `/jwxt/gly/systemManage/dataPermission`, what each user group sees (PERM-29, PERM-30), and what the dimensions are
 * called: `dataDimension`, `studentDataDimension`.
 */
export function dataScopeRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: modulePath('systemManage', 'dataPermission'),
      component: lazyPage(() => import('./data-permission.page.tsx'), 'DataPermissionPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: modulePath('systemManage', 'dataDimension'),
      component: lazyPage(() => import('./data-dimensions.page.tsx'), 'DataDimensionsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: modulePath('systemManage', 'studentDataDimension'),
      component: lazyPage(() => import('./data-dimensions.page.tsx'), 'StudentDataDimensionsPage'),
    }),
  ];
}
