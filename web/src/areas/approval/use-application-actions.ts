import { recallApproval, urgeApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { useContext } from 'react';
import { useOperationMutation } from '../../lib/queries.ts';
import { StaleAfterApprovalsContext } from '../../lib/stale-after-approvals.ts';
import { confirm } from '../../ui/confirm.ts';

type Subject = { applyId: string; approvalProcessName: string };

/** Takes an own application back, after asking. */
export function useRecall(onDone?: () => void): { start: (item: Subject) => Promise<void>; isPending: boolean } {
  const recall = useOperationMutation(recallApproval, {
    invalidates: useContext(StaleAfterApprovalsContext),
    success: '撤回成功',
    ...(onDone ? { onSuccess: onDone } : {}),
  });
  return {
    isPending: recall.isPending,
    async start({ applyId, approvalProcessName }) {
      if (
        await confirm({
          message: `确定撤回这份“${approvalProcessName}”申请吗？撤回后审批中止，修改后可以重新提交。`,
          confirmText: '撤回',
          danger: true,
        })
      )
        recall.mutate({ applyId });
    },
  };
}

/** Urges, after asking: the approvers see it at once, and only once a day is possible. */
export function useUrge(): {
  start: (item: Subject & { currentNodeName: string | null }) => Promise<void>;
  isPending: boolean;
} {
  const urge = useOperationMutation(urgeApproval, {
    invalidates: ['approval.', 'processInstanceQuery.'],
    success: '已催办，审批人会立即看到',
  });
  return {
    isPending: urge.isPending,
    async start({ applyId, approvalProcessName, currentNodeName }) {
      if (
        await confirm({
          message:
            `提醒“${currentNodeName ?? ''}”的审批人尽快处理这份“${approvalProcessName}` +
            '”申请？同一申请每天只能催办一次。',
          confirmText: '催办',
        })
      )
        urge.mutate({ applyId });
    },
  };
}
