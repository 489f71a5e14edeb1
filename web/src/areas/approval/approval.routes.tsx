import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/jwxt/gly/messageSystem/approval`, the approval centre. */
export function approvalRoutes(parent: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/jwxt/gly/messageSystem/approval', component: lazyRouteComponent(() => import('./approval.page.tsx'), 'ApprovalPage') })];
}
