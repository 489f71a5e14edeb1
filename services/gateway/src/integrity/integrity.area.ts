import type { GatewayArea } from '../kernel/area.ts';
import { integrityHandlers } from './integrity.handlers.ts';

/** What the area brings to the gateway. */
export const integrityArea: GatewayArea = {
  handlers: integrityHandlers,
};
