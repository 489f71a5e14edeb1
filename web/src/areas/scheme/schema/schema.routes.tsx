import { createRoute, type AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { schemaPaths } from './schema-path.ts';

/** Training schemes: the list, the editor, the preview, and their approval. */
export function schemaRoutes(parent: AnyRoute): AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: schemaPaths.list,
      component: lazyPage(() => import('./schemas.page.tsx'), 'SchemasPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${schemaPaths.list}/$majorSchemaKey`,
      component: lazyPage(() => import('./schema-editor.page.tsx'), 'SchemaEditorPage'),
    }),
    createRoute({
      getParentRoute,
      path: `${schemaPaths.list}/$majorSchemaKey/preview`,
      component: lazyPage(() => import('./schema-preview.page.tsx'), 'SchemaPreviewPage'),
    }),
    createRoute({
      getParentRoute,
      path: schemaPaths.approval,
      component: lazyPage(() => import('./schema-approval.page.tsx'), 'SchemaApprovalPage'),
    }),
  ];
}
