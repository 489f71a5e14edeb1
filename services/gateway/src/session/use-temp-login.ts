import { randomUUID } from 'node:crypto';
import { useTempLogin } from '@jwxt/contracts/session/session.command.ts';
import { loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { Call } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { hashOfToken } from './temp-logins.ts';

/**
 * Uses a temporary link up, telling the person whose it is; answers who that is and who issued it. Throws
 * TEMP_LOGIN_INVALID.
 */
export async function takeTempLogin(
  token: string,
  { services, traceId, traceparent, clientAddress }: Call,
): Promise<{ userName: string; issuedBy: string }> {
  const tokenHash = hashOfToken(token);
  const {
    rows: [link],
  } = await services.db.query<{ user_name: string; issued_by: string }>(
    'select user_name, issued_by from gateway.temp_login where token_hash = $1',
    [tokenHash],
  );
  const user = link ? await services.principals.get(link.user_name) : null;
  if (!link || !user) throw new Refused('TEMP_LOGIN_INVALID');
  const session = { loginWay: loginWay.temporary, issuedBy: link.issued_by } as const;
  const { result } = await services.commands.send(
    useTempLogin,
    { tokenHash },
    { user, session, permission: null, traceId, traceparent, clientAddress },
    randomUUID(),
  );
  return { userName: user.userName, issuedBy: result.issuedBy };
}
