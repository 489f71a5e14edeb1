import { infoCheck, type InfoCheckEvent, type InfoCheckRequest } from '@jwxt/contracts/approval/info-check.events.ts';
import { mayOpenAgain, type BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { createBusinessRequestDecider } from '../../approval/shared/business-request.decider.ts';
import type { Decider } from '../../kernel/decider.ts';
import { refuse } from '../../kernel/refusal.ts';

/** Opens and closes a check as every request. */
export const infoCheckDecider = createBusinessRequestDecider(infoCheck, 'INFO_CHECK_NOT_EDITABLE');

/**
 * Opens a check at its student's next place, or once more the one that was taken back; where another one took the place
 * in between, or is open there, it is refused.
 */
export const infoOpenDecider: Decider<
  BusinessRequestState<InfoCheckRequest>,
  { readonly request: InfoCheckRequest },
  InfoCheckEvent,
  undefined
> = {
  streams: infoCheck.streams,
  decide: (state, { request }) =>
    state.status === 'none' ||
    (mayOpenAgain(state.status) && request.application.round > state.request.application.round)
      ? [{ type: 'InfoCheckRequested', data: request }]
      : refuse('INFO_CHECK_OPEN', { time: toDateTimeText(state.request.application.applyTime) }),
};
