import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { WebArea } from '../../lib/area.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { electiveRoutes } from './elective.routes.tsx';

/** What the area brings to the pages. */
export const electiveArea: WebArea = {
  routes: electiveRoutes,
  staleAfter: { approvals: ['elective.query', 'elective.detail', 'elective.plans'] },
  approvalContents: {
    GXKSQ: {
      part: lazyPart(async () => (await import('./elective-detail.page.tsx')).ElectiveOf),
      permission: 'publicCourseManage:query',
    },
  },
  businessLinks: {
    GXKSQ: ({ applyId }) => ({
      to: modulePath('scoreManage', `elective/${encodeURIComponent(applyId)}`),
      label: '查看公选课申请',
    }),
  },
};
