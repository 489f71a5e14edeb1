/** How a request that is decided by an approval may stand. */
export type RequestOutcome = 'effected' | 'returned' | 'notPassed' | 'recalled';

/**
 * What an application is about, in the stream of its own: absent, asked for, in force, or ended; `clashed`: it passed,
 * and found its place taken.
 */
export type BusinessRequestState<Request> =
  | { readonly status: 'none' }
  | { readonly status: 'requested' | RequestOutcome | 'clashed'; readonly request: Request };

/** Whether it came back to its applicant, who may correct and send it again. */
export const mayOpenAgain = (status: BusinessRequestState<unknown>['status']): boolean =>
  status === 'returned' || status === 'recalled';
