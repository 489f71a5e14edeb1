import { keepDataDimension, keepStudentDataDimension } from '@jwxt/contracts/data-scope/data-dimension.command.ts';
import {
  queryDataDimensions,
  queryStudentDataDimensions,
  scopeDimensionChoices,
  updateDataDimension,
  updateStudentDataDimension,
} from '@jwxt/contracts/data-scope/data-dimension.operations.ts';
import { studentFunctions } from '@jwxt/contracts/student-functions.ts';
import { readDimensionChoices } from '../kernel/dimension-names.ts';
import { readDataDimensions, readStudentDataDimensions } from './data-dimension.read.ts';
import { saveScopes } from '@jwxt/contracts/data-scope/data-scope.command.ts';
import {
  explainScope,
  saveDataPermission,
  scopeGroups,
  scopesOfGroup,
  scopeValues,
} from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import { handler, type Handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { listScopeValues, readGroups, readGroupScopes } from './data-scope.read.ts';
import { explain } from './explain-scope.ts';

/** Data scope of user groups, and why somebody sees a row or does not. */
export const dataScopeHandlers: readonly Handler[] = [
  handler(scopeGroups, (_input, { services }) => readGroups(services.db)),
  handler(scopesOfGroup, async ({ yhzbh }, { services }) => {
    const found = await readGroupScopes(services.db, yhzbh);
    if (!found) throw new Refused('SCOPE_GROUP_UNKNOWN');
    return found;
  }),
  handler(scopeValues, ({ sjqxbh, keyword }, { services }) => listScopeValues(services.db, sjqxbh, keyword ?? '')),
  handler(saveDataPermission, ({ commandId, ...payload }, call) =>
    runCommand(saveScopes, payload, call, { commandId }),
  ),
  handler(queryDataDimensions, (_input, { services }) => readDataDimensions(services.db)),
  handler(updateDataDimension, ({ commandId, ...terms }, call) =>
    runCommand(keepDataDimension, terms, call, { commandId }),
  ),
  handler(queryStudentDataDimensions, (_input, { services }) => readStudentDataDimensions(services.db)),
  handler(updateStudentDataDimension, ({ commandId, ...terms }, call) =>
    runCommand(keepStudentDataDimension, terms, call, { commandId }),
  ),
  handler(scopeDimensionChoices, async (_input, { services: { db } }) => ({
    all: await readDimensionChoices(db, 'data_dimension'),
    student: await readDimensionChoices(db, 'student_data_dimension'),
    studentFunctions: [...studentFunctions],
  })),
  handler(explainScope, (asked, call) => explain(asked, call)),
];
