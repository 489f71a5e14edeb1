import type { WebArea } from '../../lib/area.ts';
import { fileRoutes } from './file.routes.tsx';

/** What the area brings to the pages. */
export const fileArea: WebArea = {
  routes: fileRoutes,
  staleAfter: { message: ['exportJob.'] },
};
