import type { GatewayArea } from '../kernel/area.ts';
import { scoreCardHandlers } from './score-card.handlers.ts';

/** What the area brings to the gateway. */
export const scoreCardArea: GatewayArea = {
  handlers: scoreCardHandlers,
};
