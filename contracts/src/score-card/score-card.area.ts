import { printTranscript, scoreCardOperations } from './score-card.operations.ts';
import { keepTranscript } from './transcript.command.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const scoreCardArea = {
  operations: [...scoreCardOperations],
  commands: [[keepTranscript, [printTranscript]]],
} as const satisfies ContractArea;
