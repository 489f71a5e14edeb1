import type { CommandsArea } from '../kernel/area.ts';
import { dataMonitorRoutes } from './data-monitor.routes.ts';
import { startNightlyCheck } from './nightly-check.ts';

/** What the area brings to the commands. */
export const dataMonitorArea: CommandsArea = {
  routes: dataMonitorRoutes,
  chores: { dataMonitor: ({ pool }, logger) => startNightlyCheck(pool, logger) },
};
