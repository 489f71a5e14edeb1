import type { CommandsArea } from '../kernel/area.ts';
import { verifyJob } from './verify-job.ts';

/** What the area brings to the commands. */
export const integrityArea: CommandsArea = {
  routes: [],
  jobKinds: [verifyJob],
};
