import type { CommandsArea } from '../kernel/area.ts';
import { appSettingRules } from './app-setting-checks.ts';
import { homeRoutes } from './home.routes.ts';

/** What the area brings to the commands. */
export const homeArea: CommandsArea = {
  routes: homeRoutes,
  resourceRules: { appSetting: appSettingRules },
};
