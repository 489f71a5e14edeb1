import { grantApiToken, revokeToken } from './api-token.command.ts';
import { apiTokenOperations, createApiToken, revokeApiToken } from './api-token.operations.ts';
import { appearanceOperations } from './appearance.operations.ts';
import { issueTempLogin, kickOutUsers, openSessionOperations } from './open-session.operations.ts';
import {
  bindSecondFactor,
  replaceRecoveryCodes,
  unbindSecondFactor,
  useRecoveryCode,
} from './second-factor.command.ts';
import {
  confirmSecondFactor,
  passSecondStep,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOperations,
} from './second-factor.operations.ts';
import { grantTempLogin, kickOut, useTempLogin } from './session.command.ts';
import { changePasswordOperation, login, sessionOperations } from './session.operations.ts';
import { changePassword } from '../system/system.command.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const sessionArea = {
  operations: [
    ...sessionOperations,
    ...secondFactorOperations,
    ...openSessionOperations,
    ...appearanceOperations,
    ...apiTokenOperations,
  ],
  commands: [
    [kickOut, [kickOutUsers]],
    [grantTempLogin, [issueTempLogin]],
    [useTempLogin, [login]],
    [changePassword, [changePasswordOperation]],
    [bindSecondFactor, [confirmSecondFactor]],
    [useRecoveryCode, [passSecondStep]],
    [replaceRecoveryCodes, [renewRecoveryCodes]],
    [unbindSecondFactor, [removeSecondFactor]],
    [grantApiToken, [createApiToken]],
    [revokeToken, [revokeApiToken]],
  ],
} as const satisfies ContractArea;
