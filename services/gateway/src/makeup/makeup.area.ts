import type { GatewayArea } from '../kernel/area.ts';
import { makeupListHandlers } from './makeup-list.handlers.ts';
import { rebuildClassHandlers } from './rebuild-class.handlers.ts';
import { retakeApprovalHandlers } from './retake-approval.handlers.ts';

/** What the area brings to the gateway. */
export const makeupArea: GatewayArea = {
  handlers: [...makeupListHandlers, ...rebuildClassHandlers, ...retakeApprovalHandlers],
};
