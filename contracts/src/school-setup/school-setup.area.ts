import type { ContractArea } from '../kernel/area.ts';
import { schoolSetupOperations } from './school-setup.operations.ts';

/** What the area brings to the contracts. */
export const schoolSetupArea = { operations: [...schoolSetupOperations] } as const satisfies ContractArea;
