import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import { Refused } from '../kernel/refused.ts';
import type { Call } from '../kernel/handler.ts';
import { setSessionCookies } from '../kernel/cookies.ts';
import { readCurrentUser } from './current-user.read.ts';
import type { SessionOrigin } from '../kernel/session-store.ts';

/** The request in which somebody has proved to be a person. */
export type SignInCall = Pick<Call, 'services' | 'clientAddress' | 'userAgent' | 'now' | 'reply' | 'session'>;

/** How somebody has proved to be who they are; by password alone there may be a second step to come. */
type Arrival = Pick<SessionOrigin, 'loginWay' | 'issuedBy' | 'ticket'> & { readonly secondStepDone?: boolean };

/**
 * Opens a session for a person, instead of the one that the browser had: an id from before signing in is worth nothing
 * after it. Throws LOGIN_FAILED when the account is none or switched off.
 */
export async function signIn(
  userName: string,
  { secondStepDone = false, ...how }: Arrival,
  call: SignInCall,
): Promise<CurrentUserView> {
  const { db, principals, secondFactors, sessions, secureCookies } = call.services;
  principals.forget(userName);
  const user = await principals.get(userName);
  if (!user) throw new Refused('LOGIN_FAILED');
  // Single sign-on has its own second step, and who comes by a link only looks.
  const second =
    how.loginWay === loginWay.password && !secondStepDone ? await secondFactors.stepAfterPassword(userName) : null;
  const { cookie, session } = await sessions.open(
    userName,
    { clientAddress: call.clientAddress, userAgent: call.userAgent, secondStep: second, ...how },
    call.now,
  );
  if (call.session) await sessions.end(call.session.idHash, call.now);
  const view = await readCurrentUser(db, user, session, call.now);
  setSessionCookies(call.reply, cookie, view, secureCookies);
  return view;
}
