import type { CommandsArea } from '../kernel/area.ts';
import { erasureChore, erasurePolicy } from './erasure/erasure-work.ts';
import { systemRoutes } from './system.routes.ts';

/** What the area brings to the commands. */
export const systemArea: CommandsArea = {
  routes: systemRoutes,
  policies: [erasurePolicy],
  chores: { erasures: erasureChore },
};
