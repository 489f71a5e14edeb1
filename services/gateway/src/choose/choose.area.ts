import type { GatewayArea } from '../kernel/area.ts';
import { chooseHandlers } from './choose.handlers.ts';

/** What the area brings to the gateway. */
export const chooseArea: GatewayArea = {
  handlers: chooseHandlers,
};
