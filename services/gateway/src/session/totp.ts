import { randomBytes } from 'node:crypto';
import { CODE_DIGITS, CODE_SECONDS, CODE_WINDOW } from '@jwxt/contracts/session/second-factor.vocabulary.ts';
import { Secret, TOTP } from 'otpauth';

/** RFC 4226 asks for at least 128 bits and recommends 160. */
const SECRET_BYTES = 20;

const generator = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: CODE_SECONDS,
  });

/** A new secret, in base32. */
export function newSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** The address that authenticators read from a picture: `otpauth://totp/…`. */
export function authenticatorAddress(secret: string, names: { issuer: string; label: string }): string {
  return generator(secret, names).toString();
}

/**
 * The period (RFC 6238 time step) whose code this is: the present one, or one of {@link CODE_WINDOW} before or after.
 * Null when it is none of them.
 */
export function periodOf(secret: string, code: string, now: Date): number | null {
  const totp = generator(secret);
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: CODE_WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
}
