import type { WebArea } from '../../lib/area.ts';
import { examSetRoutes } from './exam-set.routes.tsx';

/** What the area brings to the pages. */
export const examSetArea: WebArea = {
  routes: examSetRoutes,
};
