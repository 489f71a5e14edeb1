import type { ProjectionsArea } from '../kernel/area.ts';

/** What the area brings to the projections. */
export const studentStatusArea: ProjectionsArea = {
  readModels: [],
};
