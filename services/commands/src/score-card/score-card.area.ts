import type { CommandsArea } from '../kernel/area.ts';
import { scoreCardRoutes } from './score-card.routes.ts';

/** What the area brings to the commands. */
export const scoreCardArea: CommandsArea = {
  routes: scoreCardRoutes,
};
