import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import {
  CSRF_HEADER,
  CSRF_MAX_AGE_SECONDS,
  PERMISSION_HEADER,
  PUBLIC_CSRF_KEY,
  takesPublicCsrf,
  TIMESTAMP_PARAM,
} from '@jwxt/contracts/kernel/transport.ts';
import { sessionCookieOf } from './cookies.ts';
import { Refused } from './refused.ts';
import type { Session } from './session-store.ts';

/**
 * Checks that the request was made by our page, just now (CLIENT-05, CLIENT-06): `_t` near the server's clock
 * (REQUEST_EXPIRED), and `csrf` computed from it with the session's secret; operations that are called before the page
 * knows one also take the public key. Throws CSRF_REFUSED otherwise.
 */
export function checkCsrf(request: FastifyRequest, operation: Operation, session: Session | null, now: Date): void {
  const stamp = (request.query as Record<string, unknown>)[TIMESTAMP_PARAM];
  const given = request.headers[CSRF_HEADER];
  if (typeof stamp !== 'string' || !/^\d{1,12}$/.test(stamp) || typeof given !== 'string')
    throw new Refused('CSRF_REFUSED');
  if (Math.abs(now.getTime() / 1000 - Number(stamp)) > CSRF_MAX_AGE_SECONDS) throw new Refused('REQUEST_EXPIRED');
  const secrets = [...(session ? [session.csrfSecret] : []), ...(takesPublicCsrf(operation) ? [PUBLIC_CSRF_KEY] : [])];
  if (!secrets.some((secret) => sameText(given, csrfOf(stamp, secret)))) throw new Refused('CSRF_REFUSED');
}

/**
 * The token of a program that came along; null without one. Whoever sends a session's cookie besides is not told which
 * of the two counted, but that one is too many.
 */
export function bearerOf(request: FastifyRequest): string | null {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return null;
  if (sessionCookieOf(request) !== undefined) throw new Refused('TOKEN_AND_SESSION');
  return token;
}

/**
 * The `permission` header names the code that the page believes it needs (CLIENT-21). A page that names another one is
 * out of date.
 */
export function checkPermissionHeader(request: FastifyRequest, operation: Operation): void {
  const given = request.headers[PERMISSION_HEADER];
  if (typeof given === 'string' && given !== (permissionOf(operation) ?? 'null')) throw new Refused('FORBIDDEN');
}

/**
 * Refuses a request that another site's page sent. Without an `Origin` header it does not come from another site's
 * script.
 */
export function checkOrigin(request: FastifyRequest, allowed: readonly string[]): void {
  if (!isAllowedOrigin(request, allowed)) throw new Refused('CSRF_REFUSED');
}

/**
 * Whether the request's origin is this address itself, or one of those that the operator named. The address is what the
 * connection asked for: what a proxy, or whoever says to be one, tells in `X-Forwarded-Host` is not believed; behind
 * one that writes `Host` anew, the operator names the origin.
 */
export function isAllowedOrigin(request: FastifyRequest, allowed: readonly string[]): boolean {
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host?.toLowerCase();
}

/** What `csrfToken` of the contract gives, by the machine's own MD5. */
function csrfOf(stamp: string, secret: string): string {
  return hash('md5', `${stamp}${secret}`, 'hex');
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
