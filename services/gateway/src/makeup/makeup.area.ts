import type { GatewayArea } from '../kernel/area.ts';
import { makeupListHandlers } from './makeup-list.handlers.ts';
import { rebuildManagementHandlers } from './rebuild-management.handlers.ts';
import { retakeClassHandlers } from './retake-class.handlers.ts';
import { reassessmentApprovalHandlers } from './reassessment-approval.handlers.ts';

/** What the area brings to the gateway. */
export const makeupArea: GatewayArea = {
  handlers: [
    ...makeupListHandlers,
    ...retakeClassHandlers,
    ...rebuildManagementHandlers,
    ...reassessmentApprovalHandlers,
  ],
};
