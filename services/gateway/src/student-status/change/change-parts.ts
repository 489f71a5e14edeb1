import type { GatewayArea } from '../../kernel/area.ts';
import { statusChangeFileAccess, statusChangeHandlers } from './status-change.handlers.ts';
import { statusLogHandlers } from './status-log.handlers.ts';

/** Answers about changes of status and what they do everywhere (STUDENT-STATUS-16, 40). */
export const statusChangeParts: GatewayArea = {
  handlers: [...statusChangeHandlers, ...statusLogHandlers],
  fileAccess: [statusChangeFileAccess],
};
