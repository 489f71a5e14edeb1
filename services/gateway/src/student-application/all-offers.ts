import { makeupLearnOffer } from './kinds/makeup-learn-offer.read.ts';
import { punishmentApplyOffer } from './kinds/punishment-apply-offer.read.ts';
import { rebuildSignUpOffer } from './kinds/rebuild-sign-up-result-offer.read.ts';
import { scoreCancelOffer } from './kinds/score-cancel-record-offer.read.ts';
import { scorePointOffer } from './kinds/score-point-apply-offer.read.ts';
import { selfLearnOffer } from './kinds/self-learn-offer.read.ts';
import { studentChangeItemOffer } from './kinds/student-change-item-offer.read.ts';
import { transferMajorOffer } from './kinds/transfer-major-offer.read.ts';
import { upgradeVersionOffer } from './kinds/upgrade-version-apply-offer.read.ts';
import type { ApplicationOffer } from './student-application-offer.ts';

/** What forms offer; a kind whose form offers nothing has none. */
export const allApplicationOffers: readonly ApplicationOffer[] = [
  makeupLearnOffer,
  rebuildSignUpOffer,
  scoreCancelOffer,
  scorePointOffer,
  selfLearnOffer,
  upgradeVersionOffer,
  studentChangeItemOffer,
  transferMajorOffer,
  punishmentApplyOffer,
];
