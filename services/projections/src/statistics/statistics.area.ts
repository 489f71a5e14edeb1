import type { ProjectionsArea } from '../kernel/area.ts';
import { approvalStatistics } from './approval-statistics.projection.ts';
import { entryProgress } from './entry-progress.projection.ts';
import { scoreStatistics } from './score-statistics.projection.ts';

/** What the area brings to the projections. */
export const statisticsArea: ProjectionsArea = {
  readModels: [scoreStatistics, approvalStatistics, entryProgress],
};
