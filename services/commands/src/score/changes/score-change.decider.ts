import { scoreChangeStreams } from '@jwxt/contracts/score/score-change.state.ts';
import { createBusinessRequestDecider } from '../../approval/shared/business-request.decider.ts';

/** The rules of `scoreChange-<applyId>`. */
export const scoreChangeDecider = createBusinessRequestDecider(
  { name: 'ScoreChange', streams: scoreChangeStreams },
  'CHANGE_NOT_EDITABLE',
);
