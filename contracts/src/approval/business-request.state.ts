/** How a request that is decided by an approval may stand; `returned` may be asked for again. */
export type RequestOutcome = 'effected' | 'returned' | 'notPassed' | 'recalled';

/** What an application is about, in the stream of its own: absent, asked for, in force, or ended. */
export type BusinessRequestState<Request> =
  | { readonly status: 'none' }
  | { readonly status: 'requested' | RequestOutcome; readonly request: Request };
