import type { WebArea } from '../../lib/area.ts';
import { approvalRoutes } from './approval.routes.tsx';

/** What the area brings to the pages. */
export const approvalArea: WebArea = {
  routes: approvalRoutes,
  staleAfter: { approvals: ['approval.', 'processInstanceQuery.', 'adjustCourse.detail', 'infoCheck.rows'] },
  businessLinks: {
    XSXXHD: () => ({ dialog: 'infoCheck', label: '核对详情', title: '核对详情', width: 860 }),
    ZYPYFA: () => ({ dialog: 'content', label: '方案预览', title: '专业培养方案预览', width: 1000 }),
    GRPYFA: () => ({ dialog: 'content', label: '个人培养方案', title: '个人培养方案详情', width: 1200 }),
  },
};
