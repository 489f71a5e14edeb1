import type { ProjectionsArea } from '../kernel/area.ts';
import { electives } from './elective.projection.ts';

/** What the area brings to the projections. */
export const electiveArea: ProjectionsArea = {
  readModels: [electives],
};
