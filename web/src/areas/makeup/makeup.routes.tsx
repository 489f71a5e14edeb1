import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { OWN_REBUILDS_PATH } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Make-up lists, retake classes, and the approval of their scores. */
export function makeupRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  const page = (key: string) => modulePath('scoreManage', key);
  const approvals = () => import('./reassessment-approvals.page.tsx');
  const detail = () => import('./reassessment-detail.page.tsx');
  return [
    createRoute({
      getParentRoute,
      path: page('makeupList'),
      component: lazyPage(() => import('./makeup-lists.page.tsx'), 'MakeupListsPage'),
    }),
    createRoute({
      getParentRoute,
      path: page('rebuildClass'),
      component: lazyPage(() => import('./retake-classes.page.tsx'), 'RetakeClassesPage'),
    }),
    createRoute({
      getParentRoute,
      path: page('rebuildManagement'),
      component: lazyPage(() => import('./rebuild-management.page.tsx'), 'RebuildManagementPage'),
    }),
    createRoute({
      getParentRoute,
      path: OWN_REBUILDS_PATH,
      component: lazyPage(() => import('./own-rebuilds.page.tsx'), 'OwnRebuildsPage'),
    }),
    createRoute({
      getParentRoute,
      path: page('retakeApproval'),
      component: lazyPage(approvals, 'ReassessmentApprovalsPage'),
    }),
    createRoute({
      getParentRoute,
      path: page('retakeApproval/$teachingClassId'),
      component: lazyPage(detail, 'ReassessmentDetailPage'),
    }),
    createRoute({
      getParentRoute,
      path: page('rebuildScoreApproval'),
      component: lazyPage(approvals, 'RetakeApprovalsPage'),
    }),
    createRoute({
      getParentRoute,
      path: page('rebuildScoreApproval/$teachingClassId'),
      component: lazyPage(detail, 'RetakeDetailPage'),
    }),
  ];
}
