import type { GatewayArea } from '../kernel/area.ts';
import { schemeSystemHandlers } from './scheme-system.handlers.ts';
import { schemeVersionHandlers } from './scheme-version.handlers.ts';

/** What the area brings to the gateway. */
export const schemeArea: GatewayArea = { handlers: [...schemeVersionHandlers, ...schemeSystemHandlers] };
