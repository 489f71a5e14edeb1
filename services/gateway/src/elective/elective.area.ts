import type { GatewayArea } from '../kernel/area.ts';
import { electiveFileAccess } from './elective.file-access.ts';
import { electiveHandlers } from './elective.handlers.ts';

/** What the area brings to the gateway. */
export const electiveArea: GatewayArea = {
  handlers: electiveHandlers,
  fileAccess: electiveFileAccess,
};
