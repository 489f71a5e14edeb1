import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { describe, expect, it } from 'vitest';
import { createSessionStore } from './session-store.ts';
import { parseUserCookie } from './user-cookie.ts';

const user = { userName: 'dean1', name: '陈慧敏', permissions: [] as string[] } as CurrentUserView;

describe('the session of the page', () => {
  it('SESSION-21: all calls that met the expiry share one dialog, and go on after one sign-in', async () => {
    const store = createSessionStore();
    store.signedIn(user);
    const waiting = [store.expire(), store.expire()];
    expect(store.get()).toEqual({ user, expired: true });
    store.signedIn({ ...user, csrfSecret: 'new' });
    expect(await Promise.all(waiting)).toEqual([true, true]);
    expect(store.get()).toMatchObject({ expired: false, user: { csrfSecret: 'new' } });
  });

  it('SESSION-23: leaving gives the waiting calls up and forgets the person', async () => {
    const store = createSessionStore();
    store.signedIn(user);
    const waiting = store.expire();
    store.signedOut();
    expect(await waiting).toBe(false);
    expect(store.get()).toEqual({ user: null, expired: false });
  });

  it('SESSION-41: who is leaving anyway is not asked to sign in again', async () => {
    const store = createSessionStore();
    store.signedIn(user);
    store.leaving(true);
    expect(await store.expire()).toBe(false);
    expect(store.get().expired).toBe(false);
    store.leaving(false);
    void store.expire();
    expect(store.get().expired).toBe(true);
  });

  it('nobody to ask: an expiry before anyone signed in is just that', async () => {
    expect(await createSessionStore().expire()).toBe(false);
  });
});

describe('the readable cookie', () => {
  const text = encodeURIComponent(
    JSON.stringify({ userName: 'dean1', name: '陈慧敏', roleNames: ['院系审核人'], semester: '2026-2027-1', sso: '0' }),
  );

  it('SESSION-12: tells user name, name, roles, semester and single sign-on', () => {
    expect(parseUserCookie(`a=1; user=${text}; b=2`)).toEqual({
      userName: 'dean1',
      name: '陈慧敏',
      roleNames: ['院系审核人'],
      semester: '2026-2027-1',
      sso: '0',
    });
  });

  it('SESSION-06: missing, broken or without a userName, the visitor is signed out', () => {
    for (const cookies of [
      '',
      'other=1',
      'user=',
      'user=%7B',
      `user=${encodeURIComponent('{"name":"x"}')}`,
      `user=${encodeURIComponent('{"userName":""}')}`,
    ])
      expect(parseUserCookie(cookies)).toBeNull();
  });
});
