import type { ProjectionsArea } from '../kernel/area.ts';
import { studentApplications } from './student-application.projection.ts';

/** What the area brings to the projections. */
export const studentApplicationArea: ProjectionsArea = {
  readModels: [studentApplications],
};
