import type { ProjectionsArea } from '../kernel/area.ts';
import { checkpoints } from './checkpoint.projection.ts';

/** What the area brings to the projections. */
export const integrityArea: ProjectionsArea = {
  readModels: [checkpoints],
};
