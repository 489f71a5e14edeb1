import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  endMySessions,
  issueTempLogin,
  kickOutUsers,
  mySessions,
  queryOnlineUsers,
} from '@jwxt/contracts/session/open-session.operations.ts';
import { grantTempLogin, kickOut } from '@jwxt/contracts/session/session.command.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readOnlineUsers, readOwnSessions } from './open-session.read.ts';
import { shortSessionId } from '../kernel/session-store.ts';

const mySessionsHandler = handler(mySessions, async (_input, { services, user, session, now }) => ({
  list: await readOwnSessions(services.db, user.userName, session.idHash, now),
}));

const endMySessionsHandler = handler(
  endMySessions,
  async ({ sessionId }, { services: { sessions }, user, session, now }) => {
    if (sessionId === undefined) return { ended: await sessions.endOthers(user.userName, session.idHash, now) };
    if (sessionId === shortSessionId(session.idHash)) throw new Refused('KICK_OUT_SELF');
    const ended = await sessions.endOwn(user.userName, sessionId, now);
    if (ended === 0) throw new Refused('SESSION_GONE');
    return { ended };
  },
);

const queryOnlineHandler = handler(queryOnlineUsers, (filter, { services, session, now }) =>
  readOnlineUsers(services.db, filter, session.idHash, now),
);

const kickOutHandler = handler(kickOutUsers, async ({ commandId, sessionIds }, call) => {
  if (sessionIds.includes(shortSessionId(call.session.idHash))) throw new Refused('KICK_OUT_SELF');
  return runCommand(kickOut, { sessionIds }, call, { commandId });
});

const issueTempLoginHandler = handler(issueTempLogin, async ({ commandId, userName, reason }, call) => {
  const { token, tokenHash } = call.services.tempLogins.tokenFor(commandId, call.user.userName);
  const { name, expiresAt } = await runCommand(grantTempLogin, { tokenHash, userName, reason }, call, {
    commandId,
  });
  return { path: `/tempLogin?token=${token}`, name, expiresAt: toDateTimeText(expiresAt) };
});

export const openSessionHandlers = [
  mySessionsHandler,
  endMySessionsHandler,
  queryOnlineHandler,
  kickOutHandler,
  issueTempLoginHandler,
];
