import type { WebArea } from '../../lib/area.ts';
import { dataMonitorRoutes } from './data-monitor.routes.tsx';

/** What the area brings to the pages. */
export const dataMonitorArea: WebArea = {
  routes: dataMonitorRoutes,
};
