import { approvedViews } from '@jwxt/contracts/scheme/change/approved-view.ts';
import { z } from 'zod';
import { pagingFields, sortField } from '../../../lib/page-state.ts';
import type { Audited } from '../../../pickers/audit-list.tsx';

/** Parts of the lists of plans in approval and of changes. */
export const changeViews = [
  { value: 'todo', label: '待审核' },
  { value: 'open', label: '审批中' },
  { value: 'passed', label: '已通过' },
  { value: 'refused', label: '已退回或撤回' },
  { value: 'all', label: '全部' },
] as const;

/** What these lists keep in the address. */
export const changeListState = <const K extends string>(
  view: (typeof approvedViews)[number],
  sorts: readonly [K, ...K[]],
) =>
  z.object({
    keyword: z.string().catch('').default(''),
    gradeMajorId: z.string().catch('').default(''),
    view: z.enum(approvedViews).catch(view).default(view),
    ...pagingFields(20),
    ...sortField(sorts),
  });

interface Standing {
  readonly applyId: string;
  readonly approvalBusinessStatus: string;
  readonly approvalBusinessStatusName: string;
  readonly currentNodeName: string | null;
  readonly awaitsMe: boolean;
}

/** How the list of audits reads an application. */
export const auditedOf =
  (pathOf: (applyId: string) => string) =>
  (row: Standing): Audited => ({
    applyId: row.applyId,
    path: pathOf(row.applyId),
    awaitsMe: row.awaitsMe,
    status: row.approvalBusinessStatus,
    statusName: row.approvalBusinessStatusName,
    nodeName: row.currentNodeName,
  });
