import { infoCheck, type InfoCheckEvent, type InfoCheckRequest } from '@jwxt/contracts/approval/info-check.events.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { createBusinessRequestDecider } from './shared/business-request.decider.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';

/** Opens and closes a check as every request. */
export const infoCheckDecider = createBusinessRequestDecider(infoCheck, 'INFO_CHECK_NOT_EDITABLE');

/** Opens a check at its student's next place; where another one took it in between, or is open there, it is refused. */
export const infoOpenDecider: Decider<
  BusinessRequestState<InfoCheckRequest>,
  { readonly request: InfoCheckRequest },
  InfoCheckEvent,
  undefined
> = {
  streams: infoCheck.streams,
  decide: (state, { request }) =>
    state.status === 'none'
      ? [{ type: 'InfoCheckRequested', data: request }]
      : refuse('INFO_CHECK_OPEN', { time: toDateTimeText(state.request.application.applyTime) }),
};

/** Turns one row on or off, by an approver of the node at which the application waits (APPROVAL-88). */
export const infoToggleDecider: Decider<
  BusinessRequestState<InfoCheckRequest>,
  { readonly id: string },
  InfoCheckEvent,
  { readonly approver: boolean }
> = {
  streams: infoCheck.streams,
  decide(state, { id }, { approver }) {
    const row = state.status === 'none' ? undefined : state.request.rows.find((one) => one.id === id);
    if (!row || !approver) return refuse('INFO_CHECK_ROW_GONE');
    if (state.status !== 'requested') return refuse('INFO_CHECK_NOT_EDITABLE');
    return [
      {
        type: 'InfoChangeToggled',
        data: { applyId: row.applyId, id, isEffective: row.isEffective === yesNo.yes ? yesNo.no : yesNo.yes },
      },
    ];
  },
};
