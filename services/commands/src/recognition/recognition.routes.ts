import type { CommandRoute, Policy } from '../kernel/command-route.ts';

/** Commands of recognitions. */
export const recognitionRoutes: readonly CommandRoute[] = [];
/** What approvals of recognitions set off. */
export const recognitionPolicies: readonly Policy[] = [];
