import type { CommandRoute, Policy } from '../kernel/command-route.ts';

/** Commands of score sheets, score changes and attempts. */
export const scoreRoutes: readonly CommandRoute[] = [];
/** What approvals of scores set off. */
export const scorePolicies: readonly Policy[] = [];
