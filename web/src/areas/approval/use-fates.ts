import { approvalFates, type ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { useMemo } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { mayStart } from '../../pickers/decision-form.model.ts';
import { missingRows, withFates, type Fate, type Fresh, type Layout, type SteadyRow } from './steady-rows.ts';

type Told = OutputOf<typeof approvalFates>['list'][number];

const idOf = ({ applyId }: ApprovalItem) => applyId;

/** What is said of an application that left the to-dos: only what happened. */
export function fateOf({ item, step }: Told): Fate<ApprovalItem> {
  if (mayStart(item)) return { kind: 'waiting', row: item };
  if (step === null) return { kind: 'gone', text: '不再由您审批', by: null };
  if (step.kind === 'recalled') return { kind: 'gone', text: '已撤回', by: step.own ? null : step.personName };
  if (step.kind === 'transferred')
    return {
      kind: 'gone',
      text: step.own ? '您已转办' : '已转办',
      by: item.assigneeName === null ? null : `给 ${item.assigneeName}`,
    };
  return {
    kind: 'gone',
    text: step.own ? '您已处理' : '已由他人处理',
    by: step.own ? step.resultName : `${step.personName} ${step.resultName}`,
  };
}

type Shown = { from: Fresh<ApprovalItem>; now: Layout<ApprovalItem> };

/** The rows of the screen with what became of those that the list no longer holds, as the server tells it. */
export function useFates(
  shown: Shown | null,
  live: boolean,
): { rows: readonly SteadyRow<ApprovalItem>[] | undefined; arrived: number } {
  const missing = useMemo(() => (live && shown ? missingRows(shown.now, shown.from, idOf) : []), [live, shown]);
  const told = useOperation(
    approvalFates,
    { revisions: Object.fromEntries(missing.map(({ applyId, revision }) => [applyId, revision])) },
    { enabled: missing.length > 0, staleTime: 0 },
  );
  const answered = told.isSuccess && !told.isPlaceholderData;
  return useMemo(() => {
    if (!shown) return { rows: undefined, arrived: 0 };
    const fates = new Map((told.data?.list ?? []).map((each) => [each.item.applyId, fateOf(each)] as const));
    // Of what the person may not even see any more the server says nothing.
    if (answered)
      for (const { applyId } of missing)
        if (!fates.has(applyId)) fates.set(applyId, { kind: 'gone', text: '不再由您审批', by: null });
    const { rows, arrived } = withFates(shown.now, shown.from, idOf, fates);
    return { rows, arrived: live ? arrived : 0 };
  }, [shown, live, missing, told.data, answered]);
}
