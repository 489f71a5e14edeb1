import type { WebArea } from '../../lib/area.ts';
import { integrityRoutes } from './integrity.routes.tsx';

/** What the area brings to the pages. */
export const integrityArea: WebArea = {
  routes: integrityRoutes,
};
