import type { GatewayArea } from '../kernel/area.ts';
import { appearanceHandlers } from './appearance.handlers.ts';
import { openSessionHandlers } from './open-session.handlers.ts';
import { apiTokenHandlers } from './programs/api-token.handlers.ts';
import { secondFactorHandlers } from './second-factor.handlers.ts';
import { sessionHandlers } from './session.handlers.ts';

/** What the area brings to the gateway. */
export const sessionArea: GatewayArea = {
  handlers: [
    ...sessionHandlers,
    ...secondFactorHandlers,
    ...openSessionHandlers,
    ...appearanceHandlers,
    ...apiTokenHandlers,
  ],
};
