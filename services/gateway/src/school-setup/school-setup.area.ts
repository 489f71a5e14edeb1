import type { GatewayArea } from '../kernel/area.ts';
import { schoolSetupHandlers } from './school-setup.handlers.ts';

/** What the area brings to the gateway. */
export const schoolSetupArea: GatewayArea = { handlers: schoolSetupHandlers };
