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
  handler(explainScope, (asked, call) => explain(asked, call)),
];
