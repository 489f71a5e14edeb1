import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import {
  OWN_STATUS_CHANGES_PATH,
  RETURNING_PATH,
  STATUS_CHANGES_PATH,
  STATUS_LOG_PATH,
  STATUS_TIMELINE_PATH,
  statusChangePath,
} from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { createRoute } from '@tanstack/react-router';
import type { WebArea } from '../../../lib/area.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';

/** Pages of changes of status and what they do everywhere (STUDENT-STATUS-16, 40). */
export const statusChangeParts: WebArea = {
  routes: (parent) => {
    const getParentRoute = () => parent;
    return [
      createRoute({
        getParentRoute,
        path: resourcePath('statusChange'),
        component: lazyPage(() => import('./status-changes.page.tsx'), 'StatusChangesPage'),
      }),
      createRoute({
        getParentRoute,
        path: `${STATUS_CHANGES_PATH}/$applyId`,
        component: lazyPage(() => import('./status-change.page.tsx'), 'StatusChangePage'),
      }),
      createRoute({
        getParentRoute,
        path: RETURNING_PATH,
        component: lazyPage(() => import('./returning.page.tsx'), 'ReturningPage'),
      }),
      createRoute({
        getParentRoute,
        path: STATUS_LOG_PATH,
        component: lazyPage(() => import('./status-log.page.tsx'), 'StatusLogPage'),
      }),
      createRoute({
        getParentRoute,
        path: STATUS_TIMELINE_PATH,
        component: lazyPage(() => import('./status-timeline.page.tsx'), 'StatusTimelinePage'),
      }),
      createRoute({
        getParentRoute,
        path: OWN_STATUS_CHANGES_PATH,
        component: lazyPage(() => import('./own-changes.page.tsx'), 'OwnChangesPage'),
      }),
    ];
  },
  staleAfter: { approvals: ['statusChange.query', 'statusChange.queryEffects', 'statusChange.own'] },
  businessLinks: { XJYDSQ: ({ applyId }) => ({ to: statusChangePath(applyId), label: '学籍异动' }) },
};
