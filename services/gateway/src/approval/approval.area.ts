import type { GatewayArea } from '../kernel/area.ts';
import { approvalHandlers } from './approval.handlers.ts';

/** What the area brings to the gateway. */
export const approvalArea: GatewayArea = {
  handlers: approvalHandlers,
};
