import type { z } from 'zod';
import type { withoutEffect } from './application.events.ts';

/** How a request that is decided by an approval may stand. */
export type RequestOutcome = 'effected' | z.output<typeof withoutEffect>;

/**
 * A request that somebody made: asked for, in force, or ended; `clashed`: it passed, and could not take effect;
 * `revoked`: it was in force, and was taken back; `replaced`: it had come back, and another one was begun instead.
 */
export interface AskedRequest<Request> {
  readonly status: 'requested' | RequestOutcome | 'clashed' | 'revoked' | 'replaced';
  readonly request: Request;
}

/** What an application is about, in the stream of its own; `none`: nobody asked for it. */
export type BusinessRequestState<Request> = { readonly status: 'none' } | AskedRequest<Request>;

/** Whether it came back to its applicant, who may correct and send it again. */
export const mayOpenAgain = (status: BusinessRequestState<unknown>['status']): boolean =>
  status === 'returned' || status === 'recalled';
