import type { GatewayArea } from '../kernel/area.ts';
import { examSetReadingHandlers } from './exam-set-reading.handlers.ts';
import { examSetHandlers } from './exam-set.handlers.ts';

/** What the area brings to the gateway. */
export const examSetArea: GatewayArea = {
  handlers: [...examSetReadingHandlers, ...examSetHandlers],
};
