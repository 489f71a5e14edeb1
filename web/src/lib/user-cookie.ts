import { USER_COOKIE } from '@jwxt/contracts/kernel/transport.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { z } from 'zod';

/** What the readable cookie tells of the person (SESSION-12). */
const userCookie = z.object({
  userName: z.string().min(1),
  name: z.string().default(''),
  roleNames: z.array(z.string()).default([]),
  semester: z.string().default(''),
  sso: z.string().default(yesNo.no),
});
export type UserCookie = z.output<typeof userCookie>;

/** The person named by a `document.cookie` text; null when the cookie is missing or has no `userName` (SESSION-06). */
export function parseUserCookie(cookies: string): UserCookie | null {
  const pair = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${USER_COOKIE}=`));
  if (pair === undefined) return null;
  try {
    return userCookie.parse(JSON.parse(decodeURIComponent(pair.slice(USER_COOKIE.length + 1))));
  } catch {
    return null;
  }
}

/** The person of this browser. */
export function readUserCookie(): UserCookie | null {
  return parseUserCookie(document.cookie);
}

/** Forgets the person (SESSION-23, LOGIN-38). The session cookie itself is the server's to clear. */
export function clearUserCookie(): void {
  document.cookie = `${USER_COOKIE}=; path=/; max-age=0`;
}
