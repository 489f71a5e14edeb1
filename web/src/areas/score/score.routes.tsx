import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** Score entry and score change. */
export function scoreRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/entry', component: lazyRouteComponent(() => import('./entry-classes.page.tsx'), 'EntryClassesPage') }),
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/entry/$teachingClassId/$scoreType', component: lazyRouteComponent(() => import('./entry-sheet.page.tsx'), 'EntrySheetPage') }),
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/change', component: lazyRouteComponent(() => import('./score-changes.page.tsx'), 'ScoreChangesPage') }),
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/change/new/$teachingClassId/$scoreType', component: lazyRouteComponent(() => import('./score-change-new.page.tsx'), 'ScoreChangeNewPage') }),
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/change/$applyId', component: lazyRouteComponent(() => import('./score-change-detail.page.tsx'), 'ScoreChangeDetailPage') }),
  ];
}
