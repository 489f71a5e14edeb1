import type { WebArea } from '../../lib/area.ts';
import { homeRoutes } from './home.routes.tsx';

/** What the area brings to the pages. */
export const homeArea: WebArea = {
  routes: homeRoutes,
};
