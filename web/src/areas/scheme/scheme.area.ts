import type { WebArea } from '../../lib/area.ts';
import { planRoutes } from './plan/plan.routes.tsx';

/** What the area brings to the pages. */
export const schemeArea: WebArea = { routes: (parent) => [...planRoutes(parent)] };
