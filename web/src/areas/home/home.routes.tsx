import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/`, the person's own start page. */
export function homeRoutes(parent: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/', component: lazyRouteComponent(() => import('./home.page.tsx'), 'HomePage') })];
}
