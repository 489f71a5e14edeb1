import {
  cleanResults,
  ignoreResults,
  quickCleanMonitors,
  recheckMonitors,
  setMonitorPoint,
  undoCleaning,
} from './data-monitor.command.ts';
import {
  cleanMonitorResults,
  dataMonitorOperations,
  ignoreMonitorResults,
  recheck,
  undoMonitorCleaning,
  updateMonitorPoint,
} from './data-monitor.operations.ts';
import { monitorBallOperations, quickClean } from './monitor-ball.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const dataMonitorArea = {
  operations: [...dataMonitorOperations, ...monitorBallOperations],
  commands: [
    [recheckMonitors, [recheck]],
    [setMonitorPoint, [updateMonitorPoint]],
    [cleanResults, [cleanMonitorResults]],
    [ignoreResults, [ignoreMonitorResults]],
    [undoCleaning, [undoMonitorCleaning]],
    [quickCleanMonitors, [quickClean]],
  ],
} as const satisfies ContractArea;
