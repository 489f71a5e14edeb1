import { courseChooseInit } from './choose.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const chooseArea = {
  operations: [courseChooseInit],
} as const satisfies ContractArea;
