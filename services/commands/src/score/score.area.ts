import type { CommandsArea } from '../kernel/area.ts';
import { scorePolicies, scoreRoutes } from './score.routes.ts';
import { initSetJob } from './set-up/initialise-job.ts';
import { startSetUps } from './set-up/reassessment-order.ts';

/** What the area brings to the commands. */
export const scoreArea: CommandsArea = {
  routes: scoreRoutes,
  policies: scorePolicies,
  jobKinds: [initSetJob],
  resourceRules: {
    studentExtraScore: {
      kept: (_client, row) => Promise.resolve(row['apply_id'] === null ? null : '来自申请，不能修改和删除'),
    },
  },
  chores: { reassessmentSetUps: startSetUps },
};
