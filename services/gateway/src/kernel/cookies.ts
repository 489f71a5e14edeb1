import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { SESSION_COOKIE, USER_COOKIE } from '@jwxt/contracts/kernel/transport.ts';

/** The value of the session cookie, when one came along. */
export function sessionCookieOf(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE];
}

/**
 * Sets the session cookie, unreadable for scripts, and the readable `user` cookie (SESSION-12). Both end with the
 * browser.
 */
export function setSessionCookies(reply: FastifyReply, cookie: string, user: CurrentUserView, secure: boolean): void {
  const { userName, name, roleNames, semester, sso } = user;
  reply.setCookie(SESSION_COOKIE, cookie, { path: '/', httpOnly: true, sameSite: 'lax', secure });
  reply.setCookie(USER_COOKIE, JSON.stringify({ userName, name, roleNames, semester, sso }), {
    path: '/',
    sameSite: 'lax',
    secure,
  });
}

/** Removes both cookies. */
export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax', secure });
  reply.clearCookie(USER_COOKIE, { path: '/', sameSite: 'lax', secure });
}
