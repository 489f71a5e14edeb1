import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import {
  LEAVE_OF_CLASSES_PATH,
  LEAVE_TOTALS_PATH,
  OWN_CONDUCT_PATH,
} from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { createRoute } from '@tanstack/react-router';
import type { WebArea } from '../../../lib/area.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';

/** Pages of rewards, punishments, leave and yearly grades (STUDENT-STATUS-29, 35, 38, 39). */
export const statusConductParts: WebArea = {
  routes: (parent) => {
    const getParentRoute = () => parent;
    return [
      createRoute({
        getParentRoute,
        path: resourcePath('punishment'),
        component: lazyPage(() => import('./punishments.page.tsx'), 'PunishmentsPage'),
      }),
      createRoute({
        getParentRoute,
        path: resourcePath('leaveResult'),
        component: lazyPage(() => import('./leave-results.page.tsx'), 'LeaveResultsPage'),
      }),
      createRoute({
        getParentRoute,
        path: resourcePath('studentGrade'),
        component: lazyPage(() => import('./student-grades.page.tsx'), 'StudentGradesPage'),
      }),
      createRoute({
        getParentRoute,
        path: LEAVE_OF_CLASSES_PATH,
        component: lazyPage(() => import('./leave-of-classes.page.tsx'), 'LeaveOfClassesPage'),
      }),
      createRoute({
        getParentRoute,
        path: LEAVE_TOTALS_PATH,
        component: lazyPage(() => import('./leave-totals.page.tsx'), 'LeaveTotalsPage'),
      }),
      createRoute({
        getParentRoute,
        path: OWN_CONDUCT_PATH,
        component: lazyPage(() => import('./own-conduct.page.tsx'), 'OwnConductPage'),
      }),
    ];
  },
};
