import { z } from 'zod';

/** Parts of a list of applications, each by where they stand. */
export const approvedViews = ['todo', 'open', 'passed', 'refused', 'all'] as const;
export const approvedView = z.enum(approvedViews).default('all');
export type ApprovedView = z.output<typeof approvedView>;
