import { printTranscript, scoreCardOperations } from './score-card.operations.ts';
import { scorePrintTemplate } from './score-print-template.resource.ts';
import { studentExtraScore } from './student-extra-score.resource.ts';
import { keepTranscript } from './transcript.command.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const scoreCardArea = {
  resources: [studentExtraScore, scorePrintTemplate],
  operations: [...scoreCardOperations],
  commands: [[keepTranscript, [printTranscript]]],
} as const satisfies ContractArea;
