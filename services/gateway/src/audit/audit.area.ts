import type { GatewayArea } from '../kernel/area.ts';
import { auditHandlers } from './audit.handlers.ts';
import { personDataHandlers } from './person-data.handlers.ts';
import { scoreLogHandlers } from './score-log.handlers.ts';

/** What the area brings to the gateway. */
export const auditArea: GatewayArea = {
  handlers: [...auditHandlers, ...scoreLogHandlers, ...personDataHandlers],
};
