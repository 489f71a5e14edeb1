import type { GatewayArea } from '../kernel/area.ts';
import { statisticsHandlers } from './statistics.handlers.ts';

/** What the area brings to the gateway. */
export const statisticsArea: GatewayArea = {
  handlers: statisticsHandlers,
};
