import type { ErrorCode } from '@jwxt/contracts/all-errors.ts';
import { sessionError } from '@jwxt/contracts/system/request-error.vocabulary.ts';
import { clearSessionCookies } from '../kernel/cookies.ts';
import type { SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';

/**
 * Whoever has somebody's session and not what the person knows or has does not get to guess it: every attempt that ends
 * with `wrong` counts, one after the other, and the session ends before long with `guessed`.
 */
export async function countGuesses<T>(
  call: SignedInCall,
  { wrong, guessed }: { readonly wrong: ErrorCode; readonly guessed: ErrorCode },
  attempt: () => Promise<T>,
): Promise<T> {
  const { loginTurns, loginGuard, sessions, push, secureCookies } = call.services;
  const { session, now } = call;
  return await loginTurns.take(`session ${session.idHash}`, async () => {
    // It may have ended while this one waited in line.
    if (!(await sessions.aliveAmong([session.idHash], now)).has(session.idHash))
      throw new Refused(sessionError.expired);
    try {
      const done = await attempt();
      await loginGuard.clearInSession(session);
      return done;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== wrong || !(await loginGuard.recordInSession(session, now)))
        throw error;
      await sessions.end(session.idHash, now);
      push.endSession(session.idHash, '已退出登录');
      clearSessionCookies(call.reply, secureCookies);
      throw new Refused(guessed);
    }
  });
}
