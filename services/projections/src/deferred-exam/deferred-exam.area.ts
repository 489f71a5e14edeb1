import type { ProjectionsArea } from '../kernel/area.ts';
import { deferredExams } from './deferred-exam.projection.ts';

/** What the area brings to the projections. */
export const deferredExamArea: ProjectionsArea = {
  readModels: [deferredExams],
};
