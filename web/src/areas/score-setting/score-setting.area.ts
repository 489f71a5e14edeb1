import type { WebArea } from '../../lib/area.ts';
import { scoreSettingRoutes } from './score-setting.routes.tsx';

/** What the area brings to the pages. */
export const scoreSettingArea: WebArea = {
  routes: scoreSettingRoutes,
};
