import type { WebArea } from '../../lib/area.ts';
import { baseInfoRoutes } from './base-info.routes.tsx';

/** What the area brings to the pages. */
export const baseInfoArea: WebArea = { routes: baseInfoRoutes };
