import type { CommandsArea } from '../kernel/area.ts';
import { scorePolicies, scoreRoutes } from './score.routes.ts';
import { scoreChangePassRule } from './changes/change-pass-rule.ts';
import { initSetJob } from './set-up/initialise-job.ts';
import { startSetUps } from './set-up/reassessment-order.ts';

/** What the area brings to the commands. */
export const scoreArea: CommandsArea = {
  routes: scoreRoutes,
  policies: scorePolicies,
  passRules: [scoreChangePassRule],
  jobKinds: [initSetJob],
  chores: { reassessmentSetUps: startSetUps },
};
