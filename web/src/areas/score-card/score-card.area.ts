import type { WebArea } from '../../lib/area.ts';
import { scoreCardRoutes } from './score-card.routes.tsx';

/** What the area brings to the pages. */
export const scoreCardArea: WebArea = {
  routes: scoreCardRoutes,
};
