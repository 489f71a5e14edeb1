import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.tsx';

/** The catalogue of attachments. */
export function fileRoutes(parent: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: modulePath('baseInfo', 'fileUploadResource'), component: lazyPage(() => import('./file-resources.page.tsx'), 'FileResourcesPage') })];
}
