import { appearanceOperations } from './appearance.operations.ts';
import { issueTempLogin, kickOutUsers, openSessionOperations } from './open-session.operations.ts';
import { grantTempLogin, kickOut, useTempLogin } from './session.command.ts';
import { changePasswordOperation, login, sessionOperations } from './session.operations.ts';
import { changePassword } from '../system/system.command.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const sessionArea = {
  operations: [...sessionOperations, ...openSessionOperations, ...appearanceOperations],
  commands: [
    [kickOut, [kickOutUsers]],
    [grantTempLogin, [issueTempLogin]],
    [useTempLogin, [login]],
    [changePassword, [changePasswordOperation]],
  ],
} as const satisfies ContractArea;
