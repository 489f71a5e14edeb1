import type { WebArea } from '../../lib/area.ts';
import { sessionPageRoutes, sessionRoutes } from './session.routes.tsx';

/** What the area brings to the pages. */
export const sessionArea: WebArea = {
  routes: sessionPageRoutes,
  openRoutes: sessionRoutes,
};
