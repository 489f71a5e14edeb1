// By parts: the whole package is three times as much for every page.
import AES from 'crypto-js/aes.js';
import Hex from 'crypto-js/enc-hex.js';
import Utf8 from 'crypto-js/enc-utf8.js';
import MD5 from 'crypto-js/md5.js';
import type { Operation } from './operation.ts';

/** Names of headers and cookies (CLIENT-06, CLIENT-21, SESSION-12), in one place. */
export const CSRF_HEADER = 'csrf';
export const PERMISSION_HEADER = 'permission';
/** HttpOnly session cookie. */
export const SESSION_COOKIE = 'jwxt_session';
/** Readable cookie with `userName`, `name`, `roleNames`, `semester`, `sso` as encoded JSON. */
export const USER_COOKIE = 'user';
/** Query parameter with the time of the request in whole seconds (CLIENT-05). */
export const TIMESTAMP_PARAM = '_t';

/**
 * Used for the csrf value before there is a session, and on uploads (CLIENT-07). Public by nature: it is in the page.
 */
export const PUBLIC_CSRF_KEY = 'jwxt-public-csrf-key';

/** What a page that was just opened asks at once: its session's secret is in the first of these answers. */
const askedAtOpening: ReadonlySet<string> = new Set(['session.current', 'permission.findAllModule']);

/**
 * Whether an operation takes the public key: the public ones, those by which a page that was just opened learns its
 * session's secret and modules, and uploads (CLIENT-07). Those are safe from other sites by the header itself, which no
 * form can set, by the origin check and by the cookie's SameSite.
 */
export function takesPublicCsrf({ id, access, encoding }: Pick<Operation, 'id' | 'access' | 'encoding'>): boolean {
  return 'public' in access || askedAtOpening.has(id) || encoding === 'multipart';
}

/** Seconds that `_t` may differ from the server's clock. */
export const CSRF_MAX_AGE_SECONDS = 300;

/** csrf value: MD5 of the timestamp followed by the secret, lower-case hexadecimal (CLIENT-06, CLIENT-07). */
export function csrfToken(timestampSeconds: number | string, secret: string): string {
  return MD5(`${timestampSeconds}${secret}`).toString(Hex);
}

// Fixed by the specification's scheme: this hides the password from a log or a shoulder, not from an attacker. TLS does
// that.
const KEY = Utf8.parse('jwxt-transport-1');
const IV = Utf8.parse('jwxt-transport-0');

/**
 * Encodes a password for the login and change-password calls: AES-CBC, PKCS7, upper-case hexadecimal (LOGIN-34,
 * SESSION-32).
 */
export function encodePassword(password: string): string {
  return AES.encrypt(Utf8.parse(password), KEY, { iv: IV }).ciphertext.toString(Hex).toUpperCase();
}

/**
 * The password that was encoded, or null when the text is not one of ours (crypto-js does not check the padding, so it
 * is encoded again and compared).
 */
export function decodePassword(token: string): string | null {
  try {
    const password = AES.decrypt({ ciphertext: Hex.parse(token) } as CryptoJS.lib.CipherParams, KEY, {
      iv: IV,
    }).toString(Utf8);
    return password !== '' && encodePassword(password) === token ? password : null;
  } catch {
    return null;
  }
}
