import { infoCheck, type InfoCheckEvent, type InfoCheckRequest } from '@jwxt/contracts/approval/info-check.events.ts';
import { mayOpenAgain, type BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { createBusinessRequestDecider } from '../../approval/shared/business-request.decider.ts';
import type { Decider } from '../../kernel/decider.ts';
import { refuse } from '../../kernel/refusal.ts';

/** Opens and closes a check as every request. */
export const infoCheckDecider = createBusinessRequestDecider(infoCheck, 'INFO_CHECK_NOT_EDITABLE');

type InfoCheckState = BusinessRequestState<InfoCheckRequest>;

const isOpen = ({ application }: InfoCheckRequest) =>
  refuse('INFO_CHECK_OPEN', { time: toDateTimeText(application.applyTime) });

/**
 * Opens a check at its student's next place, or once more the one that was taken back; where another one took the place
 * in between, or is open there, it is refused.
 */
export const infoOpenDecider: Decider<
  InfoCheckState,
  { readonly request: InfoCheckRequest },
  InfoCheckEvent,
  undefined
> = {
  streams: infoCheck.streams,
  decide: (state, { request }) =>
    state.status === 'none' ||
    (mayOpenAgain(state.status) && request.application.round > state.request.application.round)
      ? [{ type: 'InfoCheckRequested', data: request }]
      : isOpen(state.request),
};

/**
 * Ends a check that is back with its applicant, for another one of the student to be begun: what goes on and what is
 * begun meet in this stream, so that one of them is open. Where it has ended otherwise, nothing is left to end.
 */
export const infoReplaceDecider: Decider<InfoCheckState, { readonly byApplyId: string }, InfoCheckEvent, undefined> = {
  streams: infoCheck.streams,
  decide(state, { byApplyId }) {
    if (state.status === 'requested') return isOpen(state.request);
    if (state.status === 'none' || !mayOpenAgain(state.status)) return [];
    return [{ type: 'InfoCheckReplaced', data: { applyId: state.request.applyId, byApplyId } }];
  },
};
