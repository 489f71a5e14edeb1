import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { useState, type ReactNode } from 'react';
import { call } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';
import { DecisionFormDialog, type DecisionOperation } from './decision-form.dialog.tsx';
import { decidedTold, mayStart, startWarning, type Decidable } from './decision-form.model.ts';
import { DecisionResultsDialog, type Decided } from './decision-results.dialog.tsx';

export type Decisions = {
  /**
   * Opens the decision form for these applications, as they stand now; those that do not wait for the person are left
   * out, with a word.
   */
  start: (applyIds: readonly string[]) => Promise<void>;
  isPending: boolean;
  /** The dialogs, to be placed anywhere on the page. */
  dialogs: ReactNode;
};

export type DecisionsOptions = {
  onDecided?: () => void;
  /** Shows one application's newest content after it was refused. */
  onOpen: (applyId: string) => void;
};

/**
 * Deciding applications from a page of their own area, by the rules and with the form of the approval centre.
 * `operation` is the area's audit action.
 */
export function useDecisions(operation: DecisionOperation, { onDecided, onOpen }: DecisionsOptions): Decisions {
  const [deciding, setDeciding] = useState<readonly Decidable[]>([]);
  const [decided, setDecided] = useState<Decided | null>(null);
  const [isPending, setPending] = useState(false);
  return {
    isPending,
    async start(applyIds) {
      setPending(true);
      try {
        const items = await Promise.all(applyIds.map((applyId) => call(approvalDetail, { applyId })));
        const mine = items.filter(mayStart);
        const warning = mine.length === 0 ? '所选申请现在不由您审批' : startWarning(mine);
        if (warning !== null) notify.warning(warning);
        else {
          if (mine.length < items.length)
            notify.warning(`${String(items.length - mine.length)} 项现在不由您审批，已略过`);
          setDeciding(mine);
        }
      } catch (error) {
        notify.failure(error, '查询失败');
      } finally {
        setPending(false);
      }
    },
    dialogs: (
      <>
        <DecisionFormDialog
          items={deciding}
          operation={operation}
          onClose={() => {
            setDeciding([]);
          }}
          onDecided={(results, items) => {
            setDeciding([]);
            onDecided?.();
            if (items.some((item) => results[item.applyId]?.code !== SUCCESS_CODE)) setDecided({ results, items });
            else notify.success(decidedTold(results, items));
          }}
        />
        <DecisionResultsDialog
          decided={decided}
          onClose={() => {
            setDecided(null);
          }}
          onOpen={(applyId) => {
            setDecided(null);
            onOpen(applyId);
          }}
        />
      </>
    ),
  };
}
