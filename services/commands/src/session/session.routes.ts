import { grantApiToken, revokeToken } from '@jwxt/contracts/session/api-token.command.ts';
import { grantTempLogin, kickOut, useTempLogin } from '@jwxt/contracts/session/session.command.ts';
import {
  bindSecondFactor,
  replaceRecoveryCodes,
  unbindSecondFactor,
  useRecoveryCode,
} from '@jwxt/contracts/session/second-factor.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { endToken, grantToken } from './api-token.ts';
import { endSessionsOfOthers } from './kick-out.ts';
import { bindFactor, renewCodes, takeCode, unbindFactor } from './second-factor.ts';
import { grantLink, useLink } from './temp-login.ts';

/** What administrators do with the sessions of others. People's own sessions are the gateway's. */
export const sessionRoutes: readonly CommandRoute[] = [
  defineRoute(kickOut, ({ sessionIds }, context, { pool }) =>
    applyOnce(pool, context, (client) => endSessionsOfOthers(client, context, sessionIds)),
  ),
  defineRoute(grantTempLogin, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => grantLink(client, context, payload)),
  ),
  defineRoute(useTempLogin, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => useLink(client, context, payload)),
  ),
  defineRoute(bindSecondFactor, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => bindFactor(client, context, payload)),
  ),
  defineRoute(useRecoveryCode, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => takeCode(client, context, payload)),
  ),
  defineRoute(replaceRecoveryCodes, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => renewCodes(client, context, payload)),
  ),
  defineRoute(unbindSecondFactor, (_payload, context, { pool }) =>
    applyOnce(pool, context, (client) => unbindFactor(client, context)),
  ),
  defineRoute(grantApiToken, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => grantToken(client, context, payload)),
  ),
  defineRoute(revokeToken, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => endToken(client, context, payload)),
  ),
];
