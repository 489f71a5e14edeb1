import type { WebArea } from '../../../lib/area.ts';

/** Pages of freshmen, class division and numbers (STUDENT-STATUS-11…15, 19). */
export const statusFreshmanParts: WebArea = { routes: () => [] };
