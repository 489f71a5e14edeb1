import type { WebArea } from '../../lib/area.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { approvalRoutes } from './approval.routes.tsx';

/** What the area brings to the pages. */
export const approvalArea: WebArea = {
  routes: approvalRoutes,
  staleAfter: { approvals: ['approval.', 'processInstanceQuery.', 'adjustCourse.detail', 'infoCheck.rows'] },
  approvalContents: {
    XSXXHD: {
      part: lazyPart(async () => (await import('./info-check.dialog.tsx')).InfoCheckContent),
      permission: 'systemApprove:query',
    },
  },
  businessLinks: {
    XSXXHD: () => ({ dialog: 'infoCheck', label: '核对详情', title: '核对详情', width: 860 }),
    GRPYFA: () => ({ dialog: 'content', label: '个人培养方案', title: '个人培养方案详情', width: 1200 }),
  },
};
