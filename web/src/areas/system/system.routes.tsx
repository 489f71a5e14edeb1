import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/system/readModels`, the read models. */
export function systemRoutes(parent: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/system/readModels', component: lazyRouteComponent(() => import('./read-models.page.tsx'), 'ReadModelsPage') })];
}
