import type { WebArea } from '../../../lib/area.ts';

/** Pages of warnings (STUDENT-STATUS-25…28, 30…33). */
export const statusWarningParts: WebArea = { routes: () => [] };
