import type { WebArea } from '../../lib/area.ts';
import { standingRoutes } from './standing.routes.tsx';

/** What the area brings to the pages. */
export const standingArea: WebArea = { routes: standingRoutes };
