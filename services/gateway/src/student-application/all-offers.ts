import { rebuildSignUpOffer } from './kinds/rebuild-sign-up-result.offer.ts';
import type { ApplicationOffer } from './student-application.offer.ts';

/** What forms offer; a kind whose form offers nothing has none. */
export const allApplicationOffers: readonly ApplicationOffer[] = [rebuildSignUpOffer];
