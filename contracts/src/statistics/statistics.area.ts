import { scoreAnalysisOperations } from './score-analysis.operations.ts';
import { statisticsOperations } from './statistics.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const statisticsArea = {
  operations: [...statisticsOperations, ...scoreAnalysisOperations],
} as const satisfies ContractArea;
