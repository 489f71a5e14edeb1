import type { ProjectionsArea } from '../kernel/area.ts';
import { majorSchemas } from './major-schema.projection.ts';

/** What the area brings to the projections. */
export const schemeArea: ProjectionsArea = {
  readModels: [majorSchemas],
};
