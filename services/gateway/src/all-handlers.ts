import type { Handler } from './kernel/handler.ts';
import { approvalHandlers } from './approval/approval.handlers.ts';
import { sessionHandlers } from './session/session.handlers.ts';

/** What carries out each declared operation. */
export const handlers: readonly Handler[] = [...sessionHandlers, ...approvalHandlers];
