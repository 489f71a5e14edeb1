import { guidePath, noticePath, OWN_MESSAGES_PATH } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/**
 * Notices, system messages and guides: to read, and to write. The details have addresses of their own, outside the
 * modules (NOTICE-01, NOTICE-17).
 */
export function noticeRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: `${noticePath('')}$noticeId`,
      component: lazyPage(() => import('./notice-detail.page.tsx'), 'NoticeDetailPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${guidePath('')}$operationGuideId`,
      component: lazyPage(() => import('./guide-detail.page.tsx'), 'GuideDetailPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('messageSystem', 'notice'),
      component: lazyPage(() => import('./notices.page.tsx'), 'NoticesPage'),
    }),
    ...[modulePath('messageSystem', 'systemMessage'), OWN_MESSAGES_PATH].map((path) =>
      createRoute({
        getParentRoute,
        path,
        component: lazyPage(() => import('./system-messages.page.tsx'), 'SystemMessagesPage'),
      }),
    ),
    createRoute({
      getParentRoute,
      path: modulePath('messageSystem', 'noticeInfo'),
      component: lazyPage(() => import('./notice-infos.page.tsx'), 'NoticeInfosPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('guide', 'operationGuide'),
      component: lazyPage(() => import('./guides.page.tsx'), 'GuidesPage'),
    }),
    createRoute({
      getParentRoute,
      path: modulePath('guide', 'guideInfo'),
      component: lazyPage(() => import('./guide-infos.page.tsx'), 'GuideInfosPage'),
    }),
  ];
}
