import { createRoute, redirect, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { recognitionPath } from './recognition-address.ts';

/** Score recognition of each kind (`system`, `outside`, `outSchool`): list, application form, detail. */
export function recognitionRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/recognition',
      beforeLoad: () => {
        redirect({ to: recognitionPath('system'), replace: true, throw: true });
      },
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/recognition/$kind',
      component: lazyPage(() => import('./recognitions.page.tsx'), 'RecognitionsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/recognition/$kind/new',
      component: lazyPage(() => import('./recognition-new.page.tsx'), 'RecognitionNewPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/jwxt/gly/scoreManage/recognition/$kind/$applyId',
      component: lazyPage(() => import('./recognition-detail.page.tsx'), 'RecognitionDetailPage'),
    }),
  ];
}
