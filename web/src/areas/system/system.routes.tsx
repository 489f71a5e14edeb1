import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/system/readModels`, the read models; `/system/monitor`, how everything runs. */
export function systemRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({ getParentRoute, path: '/system/readModels', component: lazyRouteComponent(() => import('./read-models.page.tsx'), 'ReadModelsPage') }),
    createRoute({ getParentRoute, path: '/system/monitor', component: lazyRouteComponent(() => import('./monitor.page.tsx'), 'MonitorPage') }),
  ];
}
