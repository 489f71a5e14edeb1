import { approvalSorts } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  DEFAULT_TIME_SCOPE,
  timeScopes,
  approvalTab,
  type ApprovalTab,
  businessStatus,
  processStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { z } from 'zod';
import { sortField } from '../../lib/page-state.ts';

/** Page state of the approval centre, kept in the address. */
export const approvalPageState = z.object({
  /** Tab: 0 all, 1 to-do, 2 done; empty: to-do for approvers, all for applicants. */
  tab: z
    .enum(['', ...Object.values(approvalTab)])
    .catch('')
    .default(''),
  scope: z
    .enum(timeScopes.map((scope) => scope.value))
    .catch(DEFAULT_TIME_SCOPE)
    .default(DEFAULT_TIME_SCOPE),
  pageNum: z.coerce.number().int().min(1).catch(1).default(1),
  categoryId: z.string().max(64).catch('').default(''),
  processNo: z.string().max(20).catch('').default(''),
  keyword: z.string().max(60).catch('').default(''),
  ...sortField(approvalSorts),
  /** The application whose detail is open. */
  applyId: z.string().max(80).catch('').default(''),
});
export type ApprovalPageState = z.output<typeof approvalPageState>;

/** Status parameters that each tab sends (APPROVAL-02…04). */
export function tabParameters(tab: ApprovalTab): {
  type: ApprovalTab;
  approvalProcessStatus?: string;
  approvalBusinessStatus?: string;
} {
  if (tab === approvalTab.waiting)
    return {
      type: approvalTab.waiting,
      approvalProcessStatus: processStatus.inProgress,
      approvalBusinessStatus: businessStatus.inApproval,
    };
  if (tab === approvalTab.decided) return { type: approvalTab.decided, approvalBusinessStatus: businessStatus.passed };
  return { type: approvalTab.all };
}
