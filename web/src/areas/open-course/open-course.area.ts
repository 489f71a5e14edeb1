import type { WebArea } from '../../lib/area.ts';
import { openCourseRoutes } from './open-course.routes.tsx';

/** What the area brings to the pages. */
export const openCourseArea: WebArea = { routes: openCourseRoutes };
