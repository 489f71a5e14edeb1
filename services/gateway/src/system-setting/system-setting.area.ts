import type { GatewayArea } from '../kernel/area.ts';
import { codeReservationHandlers } from './code-reservation.handlers.ts';

/** What the area brings to the gateway. */
export const systemSettingArea: GatewayArea = {
  handlers: [...codeReservationHandlers],
};
