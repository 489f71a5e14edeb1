import { hash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sessionCookieOf } from './cookies.ts';
import { networkOf } from './caller-address.ts';
import { Refused } from './refused.ts';

/** Requests a minute. */
export interface RateLimits {
  /** Of one session or one program's token, or of all requests of one address that have none. */
  readonly perCaller: number;
  /**
   * Sign-ins, captcha pictures and slides of one address: a computer room shares one. As many checks of transcripts.
   */
  readonly signIns: number;
}

/** What could be guessed is counted apart, by address, whatever session comes along. */
export type GuessKind = 'sign-in' | 'verify';

/**
 * Counts of the last minute, this process's own. Each throws TOO_MANY_REQUESTS with the time after which to come again.
 */
export interface CallerCounts {
  guess(kind: GuessKind, request: FastifyRequest): Promise<void>;
  /** One more request of a session that was found. */
  session(request: FastifyRequest): Promise<void>;
  /** One more request without a session, or with a cookie that is none. */
  stranger(request: FastifyRequest): Promise<void>;
  /**
   * Before a cookie is looked up: an address that has sent too many that were none is refused, unless this one was
   * valid a moment ago. Who invents cookies asks the database no more often than who sends none, and their neighbours
   * go on.
   */
  lookup(request: FastifyRequest): Promise<void>;
}

/**
 * Callers of one kind that are counted at once; the one heard of longest ago is forgotten. One costs some 200 bytes.
 */
const MOST_CALLERS = 50_000;

/** Creates the counts. */
export async function createCallerCounts(app: FastifyInstance, limits: RateLimits): Promise<CallerCounts> {
  await app.register(rateLimit, { global: false });
  const tally = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    // `cache` is taken as it is for routes; the library's types forget it here.
    const options = { max, timeWindow: '1 minute', cache: MOST_CALLERS, keyGenerator };
    const count = app.createRateLimit(options);
    return async (request: FastifyRequest, increment = true): Promise<Count> => {
      const told = await count(request, { increment });
      if (told.isAllowed) throw new TypeError('every caller is counted');
      return {
        isFirst: told.remaining === max,
        isLast: told.remaining === 0,
        isBeyond: told.isExceeded,
        waitSeconds: told.ttlInSeconds,
      };
    };
  };
  const byAddress = (max: number) => tally(max, networkOf);
  const guesses = { 'sign-in': byAddress(limits.signIns), verify: byAddress(limits.signIns) };
  const sessions = tally(limits.perCaller, (request) =>
    hash('sha256', sessionCookieOf(request) ?? request.headers.authorization ?? '', 'base64url'),
  );
  const strangers = byAddress(limits.perCaller);
  return {
    guess: async (kind, request) => refuseBeyond(await guesses[kind](request)),
    session: async (request) => refuseBeyond(await sessions(request)),
    stranger: async (request) => refuseBeyond(await strangers(request)),
    async lookup(request) {
      const { isLast, waitSeconds } = await strangers(request, false);
      if (isLast && (await sessions(request, false)).isFirst) throw tooMany(waitSeconds);
    },
  };
}

interface Count {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isBeyond: boolean;
  readonly waitSeconds: number;
}

function refuseBeyond({ isBeyond, waitSeconds }: Count): void {
  if (isBeyond) throw tooMany(waitSeconds);
}

const tooMany = (seconds: number): Refused =>
  new Refused('TOO_MANY_REQUESTS', {}, { retryAfter: Math.max(1, seconds) });
