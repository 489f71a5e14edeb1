import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** Score recognition: list, new application, detail. */
export function recognitionRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/recognition', component: lazyRouteComponent(() => import('./recognitions.page.tsx'), 'RecognitionsPage') }),
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/recognition/new', component: lazyRouteComponent(() => import('./recognition-new.page.tsx'), 'RecognitionNewPage') }),
    createRoute({ getParentRoute, path: '/jwxt/gly/scoreManage/recognition/$applyId', component: lazyRouteComponent(() => import('./recognition-detail.page.tsx'), 'RecognitionDetailPage') }),
  ];
}
