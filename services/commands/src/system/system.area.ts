import type { CommandsArea } from '../kernel/area.ts';
import { systemRoutes } from './system.routes.ts';

/** What the area brings to the commands. */
export const systemArea: CommandsArea = {
  routes: systemRoutes,
};
