import { OWN_EXPORTS_PATH } from '@jwxt/contracts/file/export-job.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** The catalogue of attachments; and the own exports, which have an address outside the modules. */
export function fileRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: modulePath('baseInfo', 'fileUploadResource'),
      component: lazyPage(() => import('./file-resources.page.tsx'), 'FileResourcesPage'),
    }),
    createRoute({
      getParentRoute,
      path: OWN_EXPORTS_PATH,
      component: lazyPage(() => import('./export-jobs.page.tsx'), 'ExportJobsPage'),
    }),
  ];
}
