import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Base data whose page has more than its declaration says: semesters. */
export function baseInfoRoutes(parent: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: resourcePath('semester'),
      component: lazyPage(() => import('./semester.page.tsx'), 'SemesterPage'),
    }),
  ];
}
