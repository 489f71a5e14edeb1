import { beginViewAs, endViewAs } from '@jwxt/contracts/access/view-as.command.ts';
import { stopViewAs, viewAs } from '@jwxt/contracts/access/view-as.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { sessionError } from '@jwxt/contracts/system/request-error.vocabulary.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { shortSessionId } from '../kernel/session-store.ts';
import { requireAccounts } from './account-scope.ts';

/** Looking with somebody else's eyes: the session stays the viewer's, and so is the command that ends it. */
export const viewAsHandlers = [
  handler(viewAs, async ({ commandId, userName, reason }, call) => {
    const { services, user, session, permission } = call;
    await requireAccounts(services.db, user, permission, [userName]);
    const asked = { sessionId: shortSessionId(session.idHash), userName, reason };
    const { name, expiresAt } = await runCommand(beginViewAs, asked, call, { commandId });
    services.sessions.forget(session.idHash);
    return { name, until: toDateTimeText(expiresAt) };
  }),
  handler(stopViewAs, async ({ commandId }, call) => {
    const { services, session } = call;
    if (!session.viewing) return {};
    const { own } = session.viewing;
    const user = await services.principals.get(own.userName);
    if (!user) throw new Refused(sessionError.unauthorised);
    const asked = { sessionId: shortSessionId(own.idHash) };
    await services.commands.send(endViewAs, asked, { ...call, user, session: own }, commandId);
    services.sessions.forget(own.idHash);
    return {};
  }),
];
