import type { GatewayArea } from '../kernel/area.ts';
import { cacheHandlers } from './cache.handlers.ts';
import { longJobHandlers } from './long-job.handlers.ts';
import { monitorHandlers } from './monitor.handlers.ts';
import { operationLogHandlers } from './operation-log.handlers.ts';
import { operationSwitchHandlers } from './operation-switch.handlers.ts';
import { parkedEventHandlers } from './parked-event.handlers.ts';
import { personErasureHandlers } from './person-erasure.handlers.ts';
import { permissionHandlers } from './permission.handlers.ts';
import { systemHandlers } from './system.handlers.ts';

/** What the area brings to the gateway. */
export const systemArea: GatewayArea = {
  handlers: [
    ...cacheHandlers,
    ...longJobHandlers,
    ...monitorHandlers,
    ...operationLogHandlers,
    ...operationSwitchHandlers,
    ...parkedEventHandlers,
    ...permissionHandlers,
    ...personErasureHandlers,
    ...systemHandlers,
  ],
};
