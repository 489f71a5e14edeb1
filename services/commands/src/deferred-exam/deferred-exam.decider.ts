import {
  deferredExam,
  type DeferredExamEvent,
  type DeferredExamRequest,
} from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { mayOpenAgain, type BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  createBusinessRequestDecider,
  type BusinessRequestCommand,
} from '../approval/shared/business-request.decider.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

export type DeferredExamState = BusinessRequestState<DeferredExamRequest>;

/** It passed, and the sheet took no leave any more: why; or the office takes it back. */
export type DeferredExamCommand =
  | { readonly type: 'clash'; readonly why: string }
  | { readonly type: 'revoke'; readonly reason: string };

const requests = createBusinessRequestDecider(deferredExam, 'DEFERRED_NOT_EDITABLE');

/** The rules of `deferredExam-<applyId>`: one place of a student, course and semester, asked for once at a time. */
export const deferredExamDecider: Decider<
  DeferredExamState,
  BusinessRequestCommand<DeferredExamRequest> | DeferredExamCommand,
  DeferredExamEvent,
  undefined
> = {
  ...requests,
  decide(state, command, facts) {
    switch (command.type) {
      case 'open':
        return whyNotFree(state) ?? requests.decide(state, command, facts);
      case 'close':
        return requests.decide(state, command, facts);
      case 'clash':
        if (state.status === 'none') return refuse('NOT_FOUND');
        if (state.status === 'clashed') return [];
        if (state.status !== 'requested') return refuse('DEFERRED_NOT_EDITABLE');
        return [{ type: 'DeferredExamClashed', data: { applyId: state.request.applyId, why: command.why } }];
      case 'revoke':
        if (state.status !== 'effected') return refuse('DEFERRED_NOT_EFFECTED');
        return [{ type: 'DeferredExamRevoked', data: { applyId: state.request.applyId, reason: command.reason } }];
    }
  },
};

/** Why nobody can apply there: one waits, or is in force; null for the first one, and for one that was recalled. */
function whyNotFree(state: DeferredExamState): Refused | null {
  if (state.status === 'none' || mayOpenAgain(state.status)) return null;
  const { courseName: course, application } = state.request;
  if (state.status === 'requested')
    return refuse('DEFERRED_OPEN', { course, time: toDateTimeText(application.applyTime) });
  return refuse('DEFERRED_GRANTED', { course });
}

/** Whether the next application of the same student, course and semester has a place of its own. */
export const isOver = ({ status }: DeferredExamState): boolean =>
  status === 'notPassed' || status === 'clashed' || status === 'revoked';
