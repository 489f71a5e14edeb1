import type { WebArea } from '../../lib/area.ts';
import { individualRoutes } from './individual/individual.routes.tsx';
import { planRoutes } from './plan/plan.routes.tsx';
import { schemaPreviewPath } from './schema/schema-path.ts';
import { schemaRoutes } from './schema/schema.routes.tsx';
import { schemeRoutes } from './scheme.routes.tsx';

/** What the area brings to the pages. */
export const schemeArea: WebArea = {
  routes: (parent) => [
    ...schemeRoutes(parent),
    ...schemaRoutes(parent),
    ...planRoutes(parent),
    ...individualRoutes(parent),
  ],
  staleAfter: {
    approvals: [
      'majorSchemaCustomize.query',
      'majorSchemaCustomize.basicInformation',
      'majorSchemaApproveOrManage.query',
    ],
  },
  businessLinks: {
    ZYPYFA: ({ applyId }) => ({ to: schemaPreviewPath(applyId), label: '方案预览' }),
  },
};
