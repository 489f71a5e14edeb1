import type { GatewayArea } from '../kernel/area.ts';
import { recognitionFileAccess } from './recognition.file-access.ts';
import { recognitionHandlers } from './recognition.handlers.ts';

/** What the area brings to the gateway. */
export const recognitionArea: GatewayArea = {
  handlers: recognitionHandlers,
  fileAccess: [recognitionFileAccess],
};
