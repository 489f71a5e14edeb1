import type { CommandsArea } from '../kernel/area.ts';
import { dataMonitorRoutes } from './data-monitor.routes.ts';
import { mergeJob, mergeUndoJob } from './merge/merge-job.ts';
import { mergeRoutes } from './merge/merge.routes.ts';
import { startNightlyCheck } from './nightly-check.ts';

/** What the area brings to the commands. */
export const dataMonitorArea: CommandsArea = {
  routes: [...dataMonitorRoutes, ...mergeRoutes],
  jobKinds: [mergeJob, mergeUndoJob],
  chores: { dataMonitor: ({ pool }, logger) => startNightlyCheck(pool, logger) },
};
