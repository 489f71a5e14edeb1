import type { GatewayArea } from '../kernel/area.ts';

/** What the area brings to the gateway. */
export const schemeArea: GatewayArea = { handlers: [] };
