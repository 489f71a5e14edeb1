import type { WebArea } from '../../lib/area.ts';
import { appBuildRoutes } from './app-build.routes.tsx';

/** What the area brings to the pages. */
export const appBuildArea: WebArea = {
  routes: appBuildRoutes,
};
