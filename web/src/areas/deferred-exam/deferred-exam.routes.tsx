import { OWN_DEFERRED_EXAMS_PATH } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { STAFF_PATH } from './deferred-exam-address.ts';

/** 缓考申请: list, form and detail, in the module for staff and outside the modules for students. */
export function deferredExamRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [STAFF_PATH, OWN_DEFERRED_EXAMS_PATH].flatMap((path) => [
    createRoute({
      getParentRoute,
      path,
      component: lazyPage(() => import('./deferred-exams.page.tsx'), 'DeferredExamsPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${path}/new`,
      component: lazyPage(() => import('./deferred-exam-new.page.tsx'), 'DeferredExamNewPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${path}/$applyId`,
      component: lazyPage(() => import('./deferred-exam-detail.page.tsx'), 'DeferredExamDetailPage'),
    }),
  ]);
}
