import type { CommandsArea } from '../kernel/area.ts';
import { openApplication } from './approval.policy.ts';
import { approvalRoutes } from './approval.routes.ts';
import { contentPolicies } from './content.policy.ts';

/** What the area brings to the commands. */
export const approvalArea: CommandsArea = {
  routes: approvalRoutes,
  policies: [openApplication, ...contentPolicies],
};
