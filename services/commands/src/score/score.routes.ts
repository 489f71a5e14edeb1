import type { CommandRoute, Policy } from '../kernel/command-route.ts';
import { openSheetApproval, recordAttempts, settleSheet } from './score-sheet.policy.ts';
import { scoreSheetRoutes } from './score-sheet.routes.ts';

/** Commands of score sheets, score changes and attempts. */
export const scoreRoutes: readonly CommandRoute[] = [...scoreSheetRoutes];
/** What submissions and approvals of scores set off. */
export const scorePolicies: readonly Policy[] = [openSheetApproval, settleSheet, recordAttempts];
