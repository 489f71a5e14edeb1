import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { afterEach, beforeEach, vi } from 'vitest';
import { sessionStore } from '../lib/session-store.ts';
import { setUserCookie } from './api-stub.ts';

/** Somebody who is signed in. */
export const dean: CurrentUserView = {
  userName: 'dean1',
  name: '李院长',
  roleCodes: ['04'],
  roleNames: ['院系审核人'],
  kind: 'teacher',
  departmentName: '计算机学院',
  gh: 'T02',
  permissions: [],
  semester: '2026-2027-1',
  semesterName: '2026-2027学年第一学期',
  week: 9,
  sso: '0',
  temporary: '0',
  csrfSecret: 's',
  serverTime: '2026-11-22 09:00:00',
};

/** Signs in the dean, or somebody who differs from him in this. */
export function signIn(other: Partial<CurrentUserView> = {}): CurrentUserView {
  const user = { ...dean, ...other };
  setUserCookie({ userName: user.userName, name: user.name, sso: user.sso });
  sessionStore.signedIn(user);
  return user;
}

/**
 * The person of {@link signIn} is signed in during every test of the file; after it nobody is, and the stubbed server
 * is gone.
 */
export function signedInAlways(other: Partial<CurrentUserView> = {}): void {
  beforeEach(() => {
    signIn(other);
  });
  signedOutAfterwards();
}

/** After every test of the file nobody is signed in, and the stubbed server is gone. */
export function signedOutAfterwards(): void {
  afterEach(() => {
    sessionStore.signedOut();
    setUserCookie(null);
    vi.unstubAllGlobals();
  });
}
