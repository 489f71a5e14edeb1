import type { CommandsArea } from '../../kernel/area.ts';
import { statusChangeRules } from './status-change-checks.ts';
import { statusChangePolicies } from './status-change.policy.ts';
import { statusChangeFileRule, statusChangeRoutes } from './status-change.routes.ts';
import { startStatusFacts } from './status-facts.chore.ts';

/** How changes of status and what they do everywhere (STUDENT-STATUS-16, 40) are kept. */
export const statusChangeParts: CommandsArea = {
  routes: statusChangeRoutes,
  resourceRules: { statusChange: statusChangeRules },
  policies: statusChangePolicies,
  fileRules: [statusChangeFileRule],
  chores: { statusFacts: startStatusFacts },
};
