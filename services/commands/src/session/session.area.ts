import type { CommandsArea } from '../kernel/area.ts';
import { sessionRoutes } from './session.routes.ts';

/** What the area brings to the commands. */
export const sessionArea: CommandsArea = {
  routes: sessionRoutes,
};
