import type { ProjectionsArea } from '../kernel/area.ts';
import { recognitions } from './recognition.projection.ts';

/** What the area brings to the projections. */
export const recognitionArea: ProjectionsArea = {
  readModels: [recognitions],
};
