import type { CommandsArea } from '../kernel/area.ts';
import { scoreSettingRoutes } from './score-setting.routes.ts';

/** What the area brings to the commands. */
export const scoreSettingArea: CommandsArea = {
  routes: scoreSettingRoutes,
};
