import type { CommandsArea } from '../kernel/area.ts';
import { baseInfoRoutes } from './base-info.routes.ts';

/** What the area brings to the commands. */
export const baseInfoArea: CommandsArea = {
  routes: baseInfoRoutes,
};
