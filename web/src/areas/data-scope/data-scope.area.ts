import type { WebArea } from '../../lib/area.ts';
import { dataScopeRoutes } from './data-scope.routes.tsx';

/** What the area brings to the pages. */
export const dataScopeArea: WebArea = { routes: dataScopeRoutes };
