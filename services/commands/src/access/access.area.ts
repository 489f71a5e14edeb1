import type { CommandsArea } from '../kernel/area.ts';
import { accessRoutes } from './access.routes.ts';
import { startEndingViewings } from './view-as.ts';

/** What the area brings to the commands. */
export const accessArea: CommandsArea = {
  routes: accessRoutes,
  chores: { viewings: ({ pool }, logger) => startEndingViewings(pool, logger) },
};
