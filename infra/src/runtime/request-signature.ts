import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/**
 * Who calls a service of the product: the gateway for people, or the operator's programs (base data, demo, the
 * administrator's password).
 */
export const callers = ['gateway', 'operator'] as const;
export type Caller = (typeof callers)[number];

const SCHEME = 'JWXT-HMAC-SHA256';
/** So far may the clocks of two machines be apart; nobody can send again what was signed longer ago. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** What a request is signed over: everything that decides what it does. */
interface Signed {
  readonly method: string;
  /** Path with the query, as it is sent. */
  readonly path: string;
  readonly body: string | Buffer;
}

/** Signs requests of one caller; answers the `authorization` header. */
export function requestSigner(
  caller: Caller,
  secret: string,
  now: () => number = Date.now,
): (request: Signed) => string {
  const key = keyOf(secret);
  return (request) => {
    const claim = { caller, time: String(now()) };
    return `${SCHEME} ${caller} ${claim.time} ${digest(key, claim, request).toString('base64url')}`;
  };
}

/** What an `authorization` header of this scheme says, not yet proven. */
export interface Claim {
  readonly caller: Caller;
  readonly time: string;
  readonly signature: string;
}

/** Why a request is not believed; the text is for the operator. */
export interface Unproven {
  readonly problem: string;
}

/** Checks requests of the callers whose secrets are given: two of one caller while one replaces the other. */
export interface SignatureCheck {
  /** The claim in a header; undefined when the header is of no or another scheme. */
  claimIn(authorization: string | undefined): Claim | Unproven | undefined;
  /** Whether a claim is proven by the request that came with it. */
  proves(claim: Claim, request: Signed): boolean;
}

/**
 * Creates the check. It keeps nothing: whoever may see a request and send it again within the tolerance does what
 * sending it again does.
 */
export function signatureCheck(
  secrets: Partial<Record<Caller, readonly string[]>>,
  now: () => number = Date.now,
): SignatureCheck {
  const keys = new Map(callers.map((caller) => [caller, (secrets[caller] ?? []).map(keyOf)]));
  return {
    claimIn(authorization) {
      if (authorization?.startsWith(`${SCHEME} `) !== true) return undefined;
      const [, name, time = '', signature = ''] = authorization.split(' ');
      const caller = callers.find((known) => known === name);
      if (caller === undefined || !/^\d{1,15}$/.test(time)) return { problem: '签名格式无法识别' };
      const apart = now() - Number(time);
      if (Math.abs(apart) > CLOCK_TOLERANCE_MS) {
        return {
          problem:
            `签名时间与本机时钟相差 ${Math.round(Math.abs(apart) / 1000)} 秒（最多 ${CLOCK_TOLERANCE_MS / 1000} ` +
            '秒），请校准各台机器的时间',
        };
      }
      return { caller, time, signature };
    },
    proves(claim, request) {
      const shown = Buffer.from(claim.signature, 'base64url');
      return (keys.get(claim.caller) ?? []).some((key) => {
        const expected = digest(key, claim, request);
        return expected.length === shown.length && timingSafeEqual(expected, shown);
      });
    },
  };
}

function keyOf(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8');
}

function digest(
  key: KeyObject,
  { caller, time }: Pick<Claim, 'caller' | 'time'>,
  { method, path, body }: Signed,
): Buffer {
  return createHmac('sha256', key).update(`${SCHEME}\n${caller}\n${time}\n${method}\n${path}\n`).update(body).digest();
}
