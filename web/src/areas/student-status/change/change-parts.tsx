import type { WebArea } from '../../../lib/area.ts';

/** Pages of changes of status and what they do everywhere (STUDENT-STATUS-16, 40). */
export const statusChangeParts: WebArea = { routes: () => [] };
