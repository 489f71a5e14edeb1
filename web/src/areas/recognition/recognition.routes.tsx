import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** Score recognition: list, new application, detail. */
export function recognitionRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/recognition', component: lazyPage(() => import('./recognitions.page.tsx'), 'RecognitionsPage') }),
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/recognition/new', component: lazyPage(() => import('./recognition-new.page.tsx'), 'RecognitionNewPage') }),
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/recognition/$applyId', component: lazyPage(() => import('./recognition-detail.page.tsx'), 'RecognitionDetailPage') }),
  ];
}
