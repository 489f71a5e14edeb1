import { makeupLearnOffer } from './kinds/makeup-learn.ts';
import { selfLearnOffer } from './kinds/self-learn.ts';
import { upgradeVersionOffer } from './kinds/upgrade-version-apply.ts';
import type { ApplicationOffer } from './student-application-offer.ts';

/** What forms offer; a kind whose form offers nothing has none. */
export const allApplicationOffers: readonly ApplicationOffer[] = [
  selfLearnOffer,
  makeupLearnOffer,
  upgradeVersionOffer,
];
