import type { GatewayArea } from '../kernel/area.ts';
import { homeHandlers } from './home.handlers.ts';
import { menuHandlers } from './menu.handlers.ts';

/** What the area brings to the gateway. */
export const homeArea: GatewayArea = {
  handlers: [...homeHandlers, ...menuHandlers],
};
