import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { electivePaths } from './elective-path.ts';

/** Public electives: the own applications, their form and detail, their review, and the plans that result. */
export function electiveRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: electivePaths.own,
      component: lazyPage(() => import('./electives.page.tsx'), 'ElectivesPage'),
    }),
    createRoute({
      getParentRoute,
      path: electivePaths.form,
      component: lazyPage(() => import('./elective-form.page.tsx'), 'ElectiveFormPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${electivePaths.own}/$planId`,
      component: lazyPage(() => import('./elective-detail.page.tsx'), 'ElectiveDetailPage'),
    }),
    createRoute({
      getParentRoute,
      path: electivePaths.audit,
      component: lazyPage(() => import('./elective-audit.page.tsx'), 'ElectiveAuditPage'),
    }),
    createRoute({
      getParentRoute,
      path: electivePaths.plans,
      component: lazyPage(() => import('./elective-plans.page.tsx'), 'ElectivePlansPage'),
    }),
  ];
}
