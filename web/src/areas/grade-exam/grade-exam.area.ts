import type { WebArea } from '../../lib/area.ts';
import { gradeExamRoutes } from './grade-exam.routes.tsx';

/** What the area brings to the pages. */
export const gradeExamArea: WebArea = { routes: gradeExamRoutes };
