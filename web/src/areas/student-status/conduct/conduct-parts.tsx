import type { WebArea } from '../../../lib/area.ts';

/** Pages of rewards, punishments, leave and yearly grades (STUDENT-STATUS-29, 35, 38, 39). */
export const statusConductParts: WebArea = { routes: () => [] };
