import type { WebArea } from '../../lib/area.ts';
import { sessionPageRoutes } from './session.routes.tsx';

/** What the area brings to the pages. */
export const sessionArea: WebArea = {
  routes: sessionPageRoutes,
};
