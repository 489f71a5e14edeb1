import type { GatewayArea } from '../kernel/area.ts';
import { changeFeedHandlers } from './change-feed.handlers.ts';

/** What the area brings to the gateway. */
export const changeFeedArea: GatewayArea = { handlers: changeFeedHandlers };
