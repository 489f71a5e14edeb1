import type { CommandRoute, Policy } from '../kernel/command-route.ts';
import { remarksOnNewSheet } from './set-up/granted-remark.policy.ts';
import { openScoreChange, settleScoreChange } from './changes/score-change.policy.ts';
import { tellOfReplacedScores } from './replaced/replaced-scores.policy.ts';
import { reassessmentSetupRoutes } from './set-up/reassessment-setup.routes.ts';
import { scoreChangeRoutes } from './changes/score-change.routes.ts';
import { recordAttempts, reviseMakeups, settleSheet } from './submission/score-sheet.policy.ts';
import { scoreSheetRoutes } from './entry/score-sheet.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';

/** Commands of score sheets and score changes. */
export const scoreRoutes: readonly CommandRoute[] = [
  ...scoreSheetRoutes,
  ...settingsRoutes,
  ...scoreChangeRoutes,
  ...reassessmentSetupRoutes,
];
/** What reservations and approvals of scores set off. */
export const scorePolicies: readonly Policy[] = [
  settleSheet,
  recordAttempts,
  reviseMakeups,
  openScoreChange,
  settleScoreChange,
  tellOfReplacedScores,
  remarksOnNewSheet,
];
