import type { CommandRoute, Policy } from '../kernel/command-route.ts';
import { openScoreChange, settleScoreChange } from './score-change.policy.ts';
import { tellOfReplacedScores } from './replaced-scores.policy.ts';
import { retakeSetupRoutes } from './retake-setup.routes.ts';
import { scoreChangeRoutes } from './score-change.routes.ts';
import { recordAttempts, settleSheet } from './score-sheet.policy.ts';
import { scoreSheetRoutes } from './score-sheet.routes.ts';
import { settingsRoutes } from './settings.routes.ts';

/** Commands of score sheets and score changes. */
export const scoreRoutes: readonly CommandRoute[] = [
  ...scoreSheetRoutes,
  ...settingsRoutes,
  ...scoreChangeRoutes,
  ...retakeSetupRoutes,
];
/** What reservations and approvals of scores set off. */
export const scorePolicies: readonly Policy[] = [
  settleSheet,
  recordAttempts,
  openScoreChange,
  settleScoreChange,
  tellOfReplacedScores,
];
