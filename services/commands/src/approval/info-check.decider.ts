import { infoCheck, type InfoCheckEvent, type InfoCheckRequest } from '@jwxt/contracts/approval/info-check.events.ts';
import type { BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';

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
