import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { OWN_WARNINGS_PATH } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { createRoute } from '@tanstack/react-router';
import type { WebArea } from '../../../lib/area.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';

/** Pages of warnings (STUDENT-STATUS-25…28, 30…33). */
export const statusWarningParts: WebArea = {
  routes: (parent) => {
    const getParentRoute = () => parent;
    return [
      createRoute({
        getParentRoute,
        path: resourcePath('statusWarningScheme'),
        component: lazyPage(() => import('./warning-schemes.page.tsx'), 'WarningSchemesPage'),
      }),
      createRoute({
        getParentRoute,
        path: modulePath('student', 'initialList'),
        component: lazyPage(() => import('./initial-list.page.tsx'), 'InitialListPage'),
      }),
      createRoute({
        getParentRoute,
        path: modulePath('student', 'statusWarningResult'),
        component: lazyPage(() => import('./warning-results.page.tsx'), 'WarningResultsPage'),
      }),
      createRoute({
        getParentRoute,
        path: resourcePath('warningRecord'),
        component: lazyPage(() => import('./warning-records.page.tsx'), 'WarningRecordsPage'),
      }),
      createRoute({
        getParentRoute,
        path: modulePath('student', 'classWarning'),
        component: lazyPage(() => import('./class-warnings.page.tsx'), 'ClassWarningsPage'),
      }),
      createRoute({
        getParentRoute,
        path: OWN_WARNINGS_PATH,
        component: lazyPage(() => import('./own-warnings.page.tsx'), 'OwnWarningsPage'),
      }),
    ];
  },
};
