import type { WebArea } from '../../lib/area.ts';
import { accessRoutes } from './access.routes.tsx';

/** What the area brings to the pages. */
export const accessArea: WebArea = {
  routes: accessRoutes,
};
