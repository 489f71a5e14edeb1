import type { EventContext } from '../kernel/event.ts';
import { defineStream } from '../kernel/stream.ts';
import {
  SECONDARY_AUTH_STREAM_PREFIX,
  secondaryAuthEvents,
  type SecondaryAuth,
  type SecondaryAuthEvent,
} from './secondary-auth.events.ts';

/** One authorisation as it stands. Whether it is in force also depends on the clock: {@link authStatusAt}. */
export type SecondaryAuthState =
  | { readonly phase: 'none' }
  | { readonly phase: 'granted' | 'revoked'; readonly auth: SecondaryAuth };

export const noSecondaryAuth: SecondaryAuthState = { phase: 'none' };

/** Status of an authorisation (SYSADMIN-18). */
export const authStatus = { upcoming: '0', inForce: '1', ended: '2', revoked: '3' } as const;
export type AuthStatus = (typeof authStatus)[keyof typeof authStatus];
export const authStatusNames = {
  [authStatus.upcoming]: '待生效',
  [authStatus.inForce]: '有效',
  [authStatus.ended]: '已过期',
  [authStatus.revoked]: '已撤销',
} as const satisfies Record<AuthStatus, string>;

/** Folds one event. */
export function evolveSecondaryAuth(
  state: SecondaryAuthState,
  event: SecondaryAuthEvent,
  _at?: EventContext,
): SecondaryAuthState {
  switch (event.type) {
    case 'SecondaryAuthGranted':
      return { phase: 'granted', auth: event.data };
    case 'SecondaryAuthRevoked':
      if (state.phase === 'none') throw new Error('an authorisation that nobody gave cannot be revoked');
      return { phase: 'revoked', auth: state.auth };
    default:
      return event satisfies never;
  }
}

/** Authorisations. */
export const secondaryAuthStreams = defineStream({
  prefix: SECONDARY_AUTH_STREAM_PREFIX,
  events: secondaryAuthEvents,
  initial: noSecondaryAuth,
  evolve: evolveSecondaryAuth,
});

/** Status at an instant: the end itself is no longer in force. */
export function authStatusAt(
  { beginTime, endTime, revoked }: { beginTime: string; endTime: string; revoked: boolean },
  now: string,
): AuthStatus {
  if (revoked) return authStatus.revoked;
  if (Date.parse(now) >= Date.parse(endTime)) return authStatus.ended;
  return Date.parse(now) >= Date.parse(beginTime) ? authStatus.inForce : authStatus.upcoming;
}
