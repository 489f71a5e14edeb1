import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Score entry, score change, regular approval and published scores. */
export function scoreRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/entry',
      component: lazyPage(() => import('./entry-classes/entry-classes.page.tsx'), 'EntryClassesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/entry/$teachingClassId/$scoreType',
      component: lazyPage(() => import('./sheet/entry-sheet.page.tsx'), 'EntrySheetPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/change',
      component: lazyPage(() => import('./changes/score-changes.page.tsx'), 'ScoreChangesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/change/new/$teachingClassId/$scoreType',
      component: lazyPage(() => import('./changes/score-change-new.page.tsx'), 'ScoreChangeNewPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/changeAudit',
      component: lazyPage(() => import('./changes/score-change-audits.page.tsx'), 'ScoreChangeAuditsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/changeHistory',
      component: lazyPage(() => import('./changes/score-change-history.page.tsx'), 'ScoreChangeHistoryPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/regularApproval',
      component: lazyPage(() => import('./regular-approval/regular-approvals.page.tsx'), 'RegularApprovalsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/regularApproval/$applyId',
      component: lazyPage(
        () => import('./regular-approval/regular-approval-detail.page.tsx'),
        'RegularApprovalDetailPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: resourcePath('scoreImport'),
      component: lazyPage(() => import('./historical/historical-scores.page.tsx'), 'HistoricalScoresPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/publishedScore',
      component: lazyPage(() => import('./published/published-scores.page.tsx'), 'PublishedScoresPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/change/$applyId',
      component: lazyPage(() => import('./changes/score-change-detail.page.tsx'), 'ScoreChangeDetailPage'),
    }),
  ];
}
