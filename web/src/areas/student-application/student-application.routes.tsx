import {
  ownApplicationsPath,
  staffApplicationsPath,
  studentApplicationGroups,
} from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Applications of every kind: list, form and detail, in the module for staff and outside the modules for students. */
export function studentApplicationRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  const pages = new Set(
    studentApplicationGroups.flatMap((group) => [staffApplicationsPath(group), ownApplicationsPath(group)]),
  );
  return [...pages].flatMap((path) => [
    createRoute({
      getParentRoute,
      path,
      component: lazyPage(() => import('./student-applications.page.tsx'), 'StudentApplicationsPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${path}/new`,
      component: lazyPage(() => import('./student-application-new.page.tsx'), 'StudentApplicationNewPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${path}/$applyId`,
      component: lazyPage(() => import('./student-application-detail.page.tsx'), 'StudentApplicationDetailPage'),
    }),
  ]);
}
