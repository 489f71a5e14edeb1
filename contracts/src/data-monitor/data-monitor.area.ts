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
import { previewMerge, startMerge, undoMerge } from './merge.command.ts';
import { mergeOperations, queryMerges } from './merge.operations.ts';
import { monitorBallOperations, quickClean } from './monitor-ball.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

const merges = Object.values(mergeOperations);

/** What the area brings to the contracts. */
export const dataMonitorArea = {
  operations: [
    ...dataMonitorOperations,
    ...monitorBallOperations,
    ...merges.flatMap((each) => Object.values(each)),
    queryMerges,
  ],
  commands: [
    [recheckMonitors, [recheck]],
    [setMonitorPoint, [updateMonitorPoint]],
    [cleanResults, [cleanMonitorResults]],
    [ignoreResults, [ignoreMonitorResults]],
    [undoCleaning, [undoMonitorCleaning]],
    [quickCleanMonitors, [quickClean]],
    [previewMerge, merges.map(({ preview }) => preview)],
    [startMerge, merges.map(({ clean }) => clean)],
    [undoMerge, merges.map(({ undo }) => undo)],
  ],
} as const satisfies ContractArea;
