import type { ProjectionsArea } from '../kernel/area.ts';
import { approvalContents } from './approval-content.projection.ts';
import { approvalList } from './approval-list.projection.ts';
import { approvalLog } from './approval-log.projection.ts';
import { secondaryAuths } from './secondary-auth.projection.ts';
import { todoQueue } from './todo-queue.projection.ts';

/** What the area brings to the projections. */
export const approvalArea: ProjectionsArea = {
  readModels: [approvalList, approvalLog, todoQueue, secondaryAuths, approvalContents],
};
