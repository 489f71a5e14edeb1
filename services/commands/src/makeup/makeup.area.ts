import type { CommandsArea } from '../kernel/area.ts';
import { makeupGenerateJob } from './makeup-generate-job.ts';
import { makeupPolicies, makeupRoutes } from './makeup.routes.ts';

/** What the area brings to the commands. */
export const makeupArea: CommandsArea = {
  routes: makeupRoutes,
  policies: makeupPolicies,
  jobKinds: [makeupGenerateJob],
};
