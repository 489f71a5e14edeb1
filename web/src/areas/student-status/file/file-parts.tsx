import type { WebArea } from '../../../lib/area.ts';

/** Pages of the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). */
export const statusFileParts: WebArea = { routes: () => [] };
