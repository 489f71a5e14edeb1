import type { WebArea } from '../../lib/area.ts';
import { sessionRoutes } from './session.routes.tsx';

/** What the area brings to the pages. */
export const sessionArea: WebArea = {
  openRoutes: sessionRoutes,
};
