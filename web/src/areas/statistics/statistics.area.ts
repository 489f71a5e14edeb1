import type { WebArea } from '../../lib/area.ts';
import { statisticsRoutes } from './statistics.routes.tsx';

/** What the area brings to the pages. */
export const statisticsArea: WebArea = {
  routes: statisticsRoutes,
  staleAfter: { approvals: ['statistics.approval'], sheet: ['statistics.entryProgress'] },
};
