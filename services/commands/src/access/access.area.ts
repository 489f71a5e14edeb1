import type { CommandsArea } from '../kernel/area.ts';
import { accessRoutes } from './access.routes.ts';

/** What the area brings to the commands. */
export const accessArea: CommandsArea = {
  routes: accessRoutes,
};
