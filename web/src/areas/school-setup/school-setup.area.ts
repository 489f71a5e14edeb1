import type { WebArea } from '../../lib/area.ts';
import { schoolSetupRoutes } from './school-setup.routes.tsx';

/** What the area brings to the pages. */
export const schoolSetupArea: WebArea = { routes: schoolSetupRoutes };
