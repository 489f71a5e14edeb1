import type { CommandsArea } from '../kernel/area.ts';
import { scorePolicies, scoreRoutes } from './score.routes.ts';
import { scoreChangeFileRule } from './changes/score-change.file-rule.ts';
import { scoreChangePassRule } from './changes/change-pass-rule.ts';
import { historicalScoreJob } from './historical/historical-score-job.ts';
import { historicalScoreRoutes } from './historical/historical-score.routes.ts';
import { historicalScoreRules } from './historical/historical-score-checks.ts';
import { initSetJob } from './set-up/initialise-job.ts';
import { startSetUps } from './set-up/reassessment-order.ts';

/** What the area brings to the commands. */
export const scoreArea: CommandsArea = {
  routes: [...scoreRoutes, ...historicalScoreRoutes],
  policies: scorePolicies,
  fileRules: [scoreChangeFileRule],
  passRules: [scoreChangePassRule],
  jobKinds: [initSetJob, historicalScoreJob],
  resourceRules: { scoreImport: historicalScoreRules },
  chores: { reassessmentSetUps: startSetUps },
};
