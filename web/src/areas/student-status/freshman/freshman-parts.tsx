import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute } from '@tanstack/react-router';
import type { WebArea } from '../../../lib/area.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';

/** Pages of freshmen, class division and numbers (STUDENT-STATUS-11…15, 19). */
export const statusFreshmanParts: WebArea = {
  routes: (parent) => {
    const getParentRoute = () => parent;
    return [
      createRoute({
        getParentRoute,
        path: modulePath('student', 'freshmanProgress'),
        component: lazyPage(() => import('./freshman-progress.page.tsx'), 'FreshmanProgressPage'),
      }),
      createRoute({
        getParentRoute,
        path: resourcePath('freshman'),
        component: lazyPage(() => import('./freshmen.page.tsx'), 'FreshmenPage'),
      }),
      createRoute({
        getParentRoute,
        path: modulePath('student', 'classDivision'),
        component: lazyPage(() => import('./class-division.page.tsx'), 'ClassDivisionPage'),
      }),
      createRoute({
        getParentRoute,
        path: resourcePath('studentIdRule'),
        component: lazyPage(() => import('./number-rules.page.tsx'), 'StudentIdRulesPage'),
      }),
      createRoute({
        getParentRoute,
        path: resourcePath('classRule'),
        component: lazyPage(() => import('./number-rules.page.tsx'), 'ClassRulesPage'),
      }),
      createRoute({
        getParentRoute,
        path: resourcePath('orderClass'),
        component: lazyPage(() => import('./order-class.page.tsx'), 'OrderClassPage'),
      }),
    ];
  },
};
