import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { grantApiToken, revokeToken } from '@jwxt/contracts/session/api-token.command.ts';
import {
  createApiToken,
  queryApiCalls,
  queryApiTokens,
  revokeApiToken,
} from '@jwxt/contracts/session/api-token.operations.ts';
import { handler } from '../../kernel/handler.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { readApiCalls, readApiTokens } from './api-token.read.ts';

const queryHandler = handler(queryApiTokens, (filter, { services, now }) => readApiTokens(services.db, filter, now));

const createHandler = handler(createApiToken, async ({ commandId, expiresOn, ...wanted }, call) => {
  const { token, tokenHash } = call.services.apiTokens.tokenFor(commandId, call.user.userName);
  // Until the end of that day.
  const expiresAt = toInstant(`${expiresOn} 23:59:59`);
  const { tokenId, userName } = await runCommand(grantApiToken, { ...wanted, tokenHash, expiresAt }, call, {
    commandId,
  });
  return { tokenId, token, userName, expiresTime: toDateTimeText(expiresAt) };
});

const revokeHandler = handler(revokeApiToken, ({ commandId, tokenId, reason }, call) =>
  runCommand(revokeToken, { tokenId, reason }, call, { commandId }),
);

const callsHandler = handler(queryApiCalls, (page, { services }) => readApiCalls(services.db, page));

export const apiTokenHandlers = [queryHandler, createHandler, revokeHandler, callsHandler];
