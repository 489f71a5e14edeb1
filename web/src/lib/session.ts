import { currentUser, type CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { permissionsChecked } from './permission-list.ts';
import { sessionStore, type SessionState } from './session-store.ts';
import { clearUserCookie, readUserCookie } from './user-cookie.ts';

/** The session, live. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
}

/** The signed-in person. Only for what is inside the shell, where there is one. */
export function useUser(): CurrentUserView {
  const { user } = useSession();
  if (user === null) throw new Error('useUser outside the signed-in area');
  return user;
}

/**
 * Tells of permission codes whether the person holds them; of all, where checking is switched off (PERM-04), of none
 * that does not exist (PERM-03). Hides what would be refused; the server refuses it anyway.
 *
 * @param within codes of which a held one must be, too; any when it is left out.
 */
export function useMayCheck(within?: readonly string[]): (permission: PermissionCode | null) => boolean {
  const permissions = useSession().user?.permissions;
  // Once, not with each question: a menu asks hundreds, and session storage is slow to answer.
  const checked = permissionsChecked();
  return useCallback(
    (permission) =>
      !checked ||
      (permission !== null &&
        (permissions?.includes(permission) ?? false) &&
        (within === undefined || within.includes(permission))),
    [checked, permissions, within],
  );
}

/** Whether the person holds a permission code, as {@link useMayCheck} tells; null is a code that nobody holds. */
export function useMay(permission: PermissionCode | null): boolean {
  return useMayCheck()(permission);
}

let asking: Promise<CurrentUserView | null> | null = null;

/**
 * The person behind the cookies of this browser; null when signed out, and then session storage is cleared (SESSION-06,
 * SESSION-07). However many ask meanwhile, the server is asked once.
 */
export async function loadSession(): Promise<CurrentUserView | null> {
  const known = sessionStore.get().user;
  if (known !== null) return known;
  if (readUserCookie() === null) {
    sessionStorage.clear();
    return null;
  }
  asking ??= askWhoIsThere().finally(() => {
    asking = null;
  });
  return await asking;
}

async function askWhoIsThere(): Promise<CurrentUserView | null> {
  try {
    const user = await call(currentUser, {}, { onExpired: 'throw' });
    sessionStore.signedIn(user);
    return user;
  } catch (error) {
    if ((error as { status?: number }).status !== 401) throw error;
    forgetSession();
    return null;
  }
}

/**
 * Takes over the session that the same person opened in another window of this browser, so that no password is asked
 * twice.
 */
export async function resumeSession(): Promise<void> {
  const { user, expired } = sessionStore.get();
  if (!expired || readUserCookie()?.userName !== user?.userName) return;
  const again = await call(currentUser, {}, { onExpired: 'throw' }).catch(() => null);
  if (again?.userName === user?.userName && again) sessionStore.signedIn(again);
}

/** Forgets the person: session storage, user cookie, waiting calls (SESSION-07, 19, 23). */
export function forgetSession(): void {
  sessionStorage.clear();
  clearUserCookie();
  sessionStore.signedOut();
}
