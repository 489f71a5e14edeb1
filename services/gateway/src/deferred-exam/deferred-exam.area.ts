import type { GatewayArea } from '../kernel/area.ts';
import { deferredExamFileAccess } from './deferred-exam.file-access.ts';
import { deferredExamHandlers } from './deferred-exam.handlers.ts';

/** What the area brings to the gateway. */
export const deferredExamArea: GatewayArea = {
  handlers: deferredExamHandlers,
  fileAccess: [deferredExamFileAccess],
};
