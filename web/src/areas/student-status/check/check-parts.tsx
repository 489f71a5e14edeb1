import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { OWN_INFO_CHECK_PATH } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { createRoute } from '@tanstack/react-router';
import type { WebArea } from '../../../lib/area.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { INFO_CHECKS_PATH } from './check-path.ts';

/** Pages of photos and info checks (STUDENT-STATUS-08, 21; PERM-14). */
export const statusCheckParts: WebArea = {
  routes: (parent) => {
    const getParentRoute = () => parent;
    return [
      createRoute({
        getParentRoute,
        path: resourcePath('studentPhoto'),
        component: lazyPage(() => import('./student-photos.page.tsx'), 'StudentPhotosPage'),
      }),
      createRoute({
        getParentRoute,
        path: resourcePath('infoCheckTime'),
        component: lazyPage(() => import('./info-check-times.page.tsx'), 'InfoCheckTimesPage'),
      }),
      createRoute({
        getParentRoute,
        path: `${resourcePath('infoCheckTime')}/$checkTimeId`,
        component: lazyPage(() => import('./info-check-progress.page.tsx'), 'InfoCheckProgressPage'),
      }),
      createRoute({
        getParentRoute,
        path: INFO_CHECKS_PATH,
        component: lazyPage(() => import('./info-checks.page.tsx'), 'InfoChecksPage'),
      }),
      createRoute({
        getParentRoute,
        path: `${INFO_CHECKS_PATH}/new`,
        component: lazyPage(() => import('./info-check-new.page.tsx'), 'InfoCheckNewPage'),
      }),
      createRoute({
        getParentRoute,
        path: `${INFO_CHECKS_PATH}/$applyId`,
        component: lazyPage(() => import('./info-check.page.tsx'), 'InfoCheckPage'),
      }),
      createRoute({
        getParentRoute,
        path: OWN_INFO_CHECK_PATH,
        component: lazyPage(() => import('./own-info-check.page.tsx'), 'OwnInfoCheckPage'),
      }),
    ];
  },
  staleAfter: {
    approvals: ['studentInformationApproval.', 'infoCheck.form', 'infoCheckTime.progress', 'infoCheckTime.students'],
  },
};
