import type { WebArea } from '../../lib/area.ts';
import { systemSettingRoutes } from './system-setting.routes.tsx';

/** What the area brings to the pages. */
export const systemSettingArea: WebArea = { routes: systemSettingRoutes };
