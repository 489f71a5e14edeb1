import type { GatewayArea } from '../kernel/area.ts';
import { scoreSettingHandlers } from './score-setting.handlers.ts';

/** What the area brings to the gateway. */
export const scoreSettingArea: GatewayArea = {
  handlers: scoreSettingHandlers,
};
