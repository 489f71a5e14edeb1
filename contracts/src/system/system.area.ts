import { clearCache, warmCache } from './cache.command.ts';
import { cacheOperations, clearCaches, warmCaches } from './cache.operations.ts';
import { cancelLongJob } from './long-job.command.ts';
import { cancelLongJobOperation, longJobOperations } from './long-job.operations.ts';
import { monitorOperations } from './monitor.operations.ts';
import { operationLogOperations } from './operation-log.operations.ts';
import { switchOperation } from './operation-switch.command.ts';
import { operationSwitchOperations, updateOperationSwitch } from './operation-switch.operations.ts';
import { parkedEventOperations, parkedEventReplay } from './parked-event.operations.ts';
import { personErasureStreams } from './person-erasure.events.ts';
import { erasePerson, erasePersonOperation, personErasureOperations } from './person-erasure.operations.ts';
import { permissionOperations } from './permission.operations.ts';
import { cancelRebuild, publishProcess, replayParkedEvents, requestRebuild } from './system.command.ts';
import { publishProcessOperation, readModelCancel, readModelRebuild, systemOperations } from './system.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const systemArea = {
  operations: [
    ...systemOperations,
    ...permissionOperations,
    ...parkedEventOperations,
    ...monitorOperations,
    ...longJobOperations,
    ...operationLogOperations,
    ...operationSwitchOperations,
    ...cacheOperations,
    ...personErasureOperations,
  ],
  commands: [
    [cancelLongJob, [cancelLongJobOperation]],
    [requestRebuild, [readModelRebuild]],
    [cancelRebuild, [readModelCancel]],
    [publishProcess, [publishProcessOperation]],
    [switchOperation, [updateOperationSwitch]],
    [clearCache, [clearCaches]],
    [warmCache, [warmCaches]],
    [replayParkedEvents, [parkedEventReplay]],
    [erasePerson, [erasePersonOperation]],
  ],
  streams: [personErasureStreams],
} as const satisfies ContractArea;
