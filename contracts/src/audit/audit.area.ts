import { auditOperations } from './audit.operations.ts';
import { personDataOperations } from './person-data.operations.ts';
import { scoreLogOperations } from './score-log.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const auditArea = {
  operations: [...auditOperations, ...scoreLogOperations, ...personDataOperations],
} as const satisfies ContractArea;
