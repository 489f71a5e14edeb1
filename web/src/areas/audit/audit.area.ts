import type { WebArea } from '../../lib/area.ts';
import { auditRoutes } from './audit.routes.tsx';

/** What the area brings to the pages. */
export const auditArea: WebArea = {
  routes: auditRoutes,
};
