import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/**
 * `/jwxt/gly/systemManage/readModels`, the read models; `/jwxt/gly/systemManage/monitor`, how everything runs;
 * `/jwxt/gly/systemManage/onlineUsers`, who is signed in; `/jwxt/gly/systemManage/operationLog`, who did what;
 * `/jwxt/gly/systemManage/resources`, the operations of the API; `/jwxt/gly/systemManage/cacheManagement`, what is kept
 * in memory; `/jwxt/gly/systemManage/personErasure`, who was erased.
 */
export function systemRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/readModels',
      component: lazyPage(() => import('./read-models.page.tsx'), 'ReadModelsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/onlineUsers',
      component: lazyPage(() => import('./online-users.page.tsx'), 'OnlineUsersPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/operationLog',
      component: lazyPage(() => import('./operation-log.page.tsx'), 'OperationLogPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/resources',
      component: lazyPage(() => import('./operation-switches.page.tsx'), 'OperationSwitchesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/cacheManagement',
      component: lazyPage(() => import('./caches.page.tsx'), 'CachesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/personErasure',
      component: lazyPage(() => import('./person-erasures.page.tsx'), 'PersonErasuresPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/systemManage/monitor',
      component: lazyPage(() => import('./monitor.page.tsx'), 'MonitorPage'),
    }),
  ];
}
