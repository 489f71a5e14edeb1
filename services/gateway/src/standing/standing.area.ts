import type { GatewayArea } from '../kernel/area.ts';
import { gpaCheckHandlers } from './gpa-check.handlers.ts';
import { graduationScoreHandlers } from './graduation-score.handlers.ts';

/** What the area brings to the gateway. */
export const standingArea: GatewayArea = { handlers: [...gpaCheckHandlers, ...graduationScoreHandlers] };
