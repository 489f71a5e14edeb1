import { DEFAULT_TIME_SCOPE, timeScopes } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { z } from 'zod';

/** Page state of the approval centre, kept in the address. */
export const approvalPageState = z.object({
  /** Tab: 0 all, 1 to-do, 2 done; empty: to-do for approvers, all for applicants. */
  tab: z.enum(['', '0', '1', '2']).catch('').default(''),
  scope: z
    .enum(timeScopes.map((scope) => scope.value))
    .catch(DEFAULT_TIME_SCOPE)
    .default(DEFAULT_TIME_SCOPE),
  pageNum: z.coerce.number().int().min(1).catch(1).default(1),
  processNo: z.string().max(20).catch('').default(''),
  keyword: z.string().max(60).catch('').default(''),
  /** The application whose detail is open. */
  applyId: z.string().max(80).catch('').default(''),
});
export type ApprovalPageState = z.output<typeof approvalPageState>;
export type ApprovalTab = '0' | '1' | '2';

/** Status parameters that each tab sends (APPROVAL-02…04). */
export function tabParameters(tab: ApprovalTab): {
  type: ApprovalTab;
  approvalProcessStatus?: string;
  approvalBusinessStatus?: string;
} {
  if (tab === '1') return { type: '1', approvalProcessStatus: '2', approvalBusinessStatus: '2' };
  if (tab === '2') return { type: '2', approvalBusinessStatus: '9' };
  return { type: '0' };
}
