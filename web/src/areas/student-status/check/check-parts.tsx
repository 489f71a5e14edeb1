import type { WebArea } from '../../../lib/area.ts';

/** Pages of photos and info checks (STUDENT-STATUS-08, 21; PERM-14). */
export const statusCheckParts: WebArea = { routes: () => [] };
