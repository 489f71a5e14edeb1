import type { WebArea } from '../../lib/area.ts';
import { systemRoutes } from './system.routes.tsx';

/** What the area brings to the pages. */
export const systemArea: WebArea = {
  routes: systemRoutes,
  staleAfter: { readModels: ['readModel.'] },
};
