import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  casLogout,
  login,
  logout,
  ssoCheck,
  type CurrentUserView,
} from '@jwxt/contracts/session/session.operations.ts';
import { MANAGER_LOGIN, TEMP_LOGIN } from '@jwxt/contracts/session/session.vocabulary.ts';
import { call } from './api.ts';
import { forgetSession } from './session.ts';
import { sessionStore } from './session-store.ts';

export type Credentials = {
  userName: string;
  password: string;
  vrifyCode?: string | undefined;
  uuid?: string | undefined;
  /** Earned by the slider, where it is asked for. */
  proof?: string | undefined;
};

/** Signs in (LOGIN-33…35). Throws the `ApiError` of a refusal. */
export async function signIn({ userName, password, vrifyCode, uuid, proof }: Credentials): Promise<CurrentUserView> {
  const user = await call(login, {
    userName,
    token: encodePassword(password),
    vrifyCode,
    uuid,
    proof,
    pattern: MANAGER_LOGIN,
    timestamp: String(Date.now()),
  });
  sessionStore.signedIn(user);
  return user;
}

/** Signs in by a temporary link, in user-name mode `templogin` (LOGIN-45). Throws the `ApiError` of a refusal. */
export async function signInByLink(token: string): Promise<CurrentUserView> {
  const user = await call(login, { userName: TEMP_LOGIN, token, pattern: TEMP_LOGIN, timestamp: String(Date.now()) });
  sessionStore.signedIn(user);
  return user;
}

/**
 * Ends the session at the server, then here; answers where to go: the login page, or the sign-out of single sign-on
 * (SESSION-15…19). Throws when the server could not be told.
 */
export async function signOut(): Promise<string> {
  const { user } = sessionStore.get();
  sessionStore.leaving(true);
  try {
    const address = user?.sso === yesNo.yes ? (await call(casLogout, {})).url : (await call(logout, {}), '/login');
    forgetSession();
    return address;
  } catch (error) {
    sessionStore.leaving(false);
    throw error;
  }
}

/**
 * Where single sign-on begins, to come back to `returnUrl`; null where there is none, or where nobody answers
 * (SESSION-08, SESSION-09).
 */
export async function ssoAddress(returnUrl: string): Promise<string | null> {
  const { enabled, url } = await call(ssoCheck, {}).catch(() => ({ enabled: yesNo.no, url: '' }));
  return enabled === yesNo.yes ? `${url}?${new URLSearchParams({ returnUrl }).toString()}` : null;
}

/** The login page of this product, to come back to `returnUrl` (SESSION-10, SESSION-24). */
export function loginAddress(returnUrl: string): string {
  return returnUrl === '/' ? '/login' : `/login?${new URLSearchParams({ returnUrl }).toString()}`;
}
