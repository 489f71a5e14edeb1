import type { WebArea } from '../../lib/area.ts';
import { schemeRoutes } from './scheme.routes.tsx';

/** What the area brings to the pages. */
export const schemeArea: WebArea = { routes: schemeRoutes };
