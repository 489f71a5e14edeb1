import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/approval`, the approval centre. */
export function approvalRoutes(parent: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/approval', component: lazyRouteComponent(() => import('./approval.page.tsx'), 'ApprovalPage') })];
}
