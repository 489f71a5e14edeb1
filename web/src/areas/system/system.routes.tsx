import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/jwxt/gly/systemManage/readModels`, the read models; `/jwxt/gly/systemManage/monitor`, how everything runs. */
export function systemRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({ getParentRoute, path: '/jwxt/gly/systemManage/readModels', component: lazyRouteComponent(() => import('./read-models.page.tsx'), 'ReadModelsPage') }),
    createRoute({ getParentRoute, path: '/jwxt/gly/systemManage/monitor', component: lazyRouteComponent(() => import('./monitor.page.tsx'), 'MonitorPage') }),
  ];
}
