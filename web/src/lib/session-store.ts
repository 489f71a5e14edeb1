import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';

/**
 * The session as the page knows it. `expired` means: the person is still shown, the page is kept, and a dialog asks to
 * sign in again.
 */
export type SessionState = { user: CurrentUserView | null; expired: boolean };

export type SessionStore = {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Somebody is signed in; calls that waited for it go on, unless a second step is still to be done. */
  signedIn(user: CurrentUserView): void;
  /** The session that waited for its second step is over: the password is asked again. */
  secondStepGone(): void;
  /**
   * The session is gone. Answers true once the same person has signed in again, false when they left. All callers share
   * one dialog.
   */
  expire(): Promise<boolean>;
  /**
   * The person is on the way out: a session that ends now is no surprise, and no dialog asks for it. `false`: the
   * person stays after all.
   */
  leaving(on: boolean): void;
  /** Nobody is signed in; calls that waited are given up. */
  signedOut(): void;
};

/** Holds the session. Calls nothing itself. */
export function createSessionStore(): SessionStore {
  let state: SessionState = { user: null, expired: false };
  let isLeaving = false;
  let waiting: { promise: Promise<boolean>; resolve: (again: boolean) => void } | null = null;
  const listeners = new Set<() => void>();
  const set = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const settle = (again: boolean) => {
    waiting?.resolve(again);
    waiting = null;
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signedIn(user) {
      isLeaving = false;
      const half = Boolean(user.secondStep);
      set({ user, expired: half && state.expired });
      if (!half) settle(true);
    },
    secondStepGone() {
      if (state.user !== null) set({ ...state, user: { ...state.user, secondStep: null } });
    },
    expire() {
      if (state.user === null || isLeaving) return Promise.resolve(false);
      if (waiting === null) {
        waiting = Promise.withResolvers<boolean>();
        set({ ...state, expired: true });
      }
      return waiting.promise;
    },
    leaving(on) {
      isLeaving = on;
    },
    signedOut() {
      set({ user: null, expired: false });
      settle(false);
    },
  };
}

export const sessionStore = createSessionStore();
