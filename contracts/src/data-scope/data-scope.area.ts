import type { ContractArea } from '../kernel/area.ts';
import { keepDataDimension, keepStudentDataDimension } from './data-dimension.command.ts';
import {
  dataDimensionOperations,
  updateDataDimension,
  updateStudentDataDimension,
} from './data-dimension.operations.ts';
import { saveScopes } from './data-scope.command.ts';
import { dataScopeOperations, saveDataPermission } from './data-scope.operations.ts';

/** What the area brings to the contracts. */
export const dataScopeArea = {
  operations: [...dataScopeOperations, ...dataDimensionOperations],
  commands: [
    [saveScopes, [saveDataPermission]],
    [keepDataDimension, [updateDataDimension]],
    [keepStudentDataDimension, [updateStudentDataDimension]],
  ],
} as const satisfies ContractArea;
