import type { CommandsArea } from '../kernel/area.ts';
import { fileRoutes } from './file.routes.ts';

/** What the area brings to the commands. */
export const fileArea: CommandsArea = {
  routes: fileRoutes,
};
