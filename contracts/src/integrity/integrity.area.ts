import { untold } from '../kernel/stream.ts';
import type { ContractArea } from '../kernel/area.ts';
import { startLongJob } from '../system/long-job.command.ts';
import { integrityOperations, startIntegrityCheck } from './integrity.operations.ts';
import { checkpointStreams } from './checkpoint.state.ts';

/** What the area brings to the contracts (decision 092). */
export const integrityArea = {
  operations: integrityOperations,
  commands: [[startLongJob, [startIntegrityCheck]]],
  // The page of the checkpoints tells them.
  streams: [untold(checkpointStreams)],
} as const satisfies ContractArea;
