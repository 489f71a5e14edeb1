import type { ScoreChangeEvent } from '@jwxt/contracts/score/score-change.events.ts';
import { scoreChangeStreams } from '@jwxt/contracts/score/score-change.state.ts';
import type { ScoreChangeRequest } from '@jwxt/contracts/score/score-sheet.events.ts';
import { createBusinessRequestDecider } from '../../approval/shared/business-request.decider.ts';

/** The rules of `scoreChange-<applyId>`. */
export const scoreChangeDecider = createBusinessRequestDecider<ScoreChangeRequest, ScoreChangeEvent>({
  streams: scoreChangeStreams,
  notEditable: 'CHANGE_NOT_EDITABLE',
  requested: (data) => ({ type: 'ScoreChangeRequested', data }),
  effected: (applyId) => ({ type: 'ScoreChangeEffected', data: { applyId } }),
  closed: (data) => ({ type: 'ScoreChangeClosed', data }),
});
