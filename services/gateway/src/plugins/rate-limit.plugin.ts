import { hash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { API_ROOT } from '@jwxt/contracts/kernel/operation.ts';
import { verifyTranscript } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { captcha, finishSlide, login, startSlide } from '@jwxt/contracts/session/session.operations.ts';
import { SSO_CALLBACK_PATH, SSO_LOGIN_PATH } from '@jwxt/contracts/session/session.vocabulary.ts';
import { Refused } from '../kernel/refused.ts';
import { sessionCookieOf } from '../session/cookies.ts';

/** Requests a minute. */
export interface RateLimits {
  /** Of one session, or of one address without a session. */
  readonly perCaller: number;
  /** Sign-ins, captcha pictures and slides of one address: a computer room shares one. As many checks of transcripts. */
  readonly signIns: number;
}

/** Refuses callers that ask too often with TOO_MANY_REQUESTS. Counts are this process's own. Pages and health are not counted. */
export async function registerRateLimit(app: FastifyInstance, limits: RateLimits): Promise<void> {
  const signIns = new Set([...[login, captcha, startSlide, finishSlide].map(({ path }) => API_ROOT + path), SSO_LOGIN_PATH, SSO_CALLBACK_PATH]);
  const isSignIn = (path: string | undefined): boolean => path !== undefined && signIns.has(path);
  const verification = API_ROOT + verifyTranscript.path.replace(/\{(\w+)\}/, ':$1');
  await app.register(rateLimit, {
    global: true,
    timeWindow: '1 minute',
    max: (request) => (isSignIn(request.routeOptions.url) || request.routeOptions.url === verification ? limits.signIns : limits.perCaller),
    keyGenerator(request) {
      if (isSignIn(request.routeOptions.url)) return `sign-in ${request.ip}`;
      // Codes are not to be guessed, with a session or without.
      if (request.routeOptions.url === verification) return `verify ${request.ip}`;
      const cookie = sessionCookieOf(request);
      return cookie ? hash('sha256', cookie, 'base64url') : request.ip;
    },
    allowList: (request) => !request.url.startsWith(`${API_ROOT}/`),
    errorResponseBuilder: () => new Refused('TOO_MANY_REQUESTS'),
  });
}
