import type { GatewayArea } from '../kernel/area.ts';
import { exportJobHandlers } from './export-job.handlers.ts';
import { fileHandlers } from './file.handlers.ts';

/** What the area brings to the gateway. */
export const fileArea: GatewayArea = {
  handlers: [...exportJobHandlers, ...fileHandlers],
};
