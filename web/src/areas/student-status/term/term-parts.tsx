import type { WebArea } from '../../../lib/area.ts';
import { termRoutes } from './term.routes.tsx';

/** Pages of registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24). */
export const statusTermParts: WebArea = { routes: termRoutes };
