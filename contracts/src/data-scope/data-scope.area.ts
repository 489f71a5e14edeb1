import type { ContractArea } from '../kernel/area.ts';
import { saveScopes } from './data-scope.command.ts';
import { dataScopeOperations, saveDataPermission } from './data-scope.operations.ts';

/** What the area brings to the contracts. */
export const dataScopeArea = {
  operations: dataScopeOperations,
  commands: [[saveScopes, [saveDataPermission]]],
} as const satisfies ContractArea;
