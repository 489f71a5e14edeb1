import type { GatewayArea } from '../kernel/area.ts';
import { dataScopeHandlers } from './data-scope.handlers.ts';

/** What the area brings to the gateway. */
export const dataScopeArea: GatewayArea = { handlers: dataScopeHandlers };
