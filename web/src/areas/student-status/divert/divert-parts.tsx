import type { WebArea } from '../../../lib/area.ts';

/** Pages of streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41). */
export const statusDivertParts: WebArea = { routes: () => [] };
