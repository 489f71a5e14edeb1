import type { GatewayArea } from '../kernel/area.ts';
import { physicalTaskHandlers } from './physical-task.handlers.ts';
import { plateHandlers } from './plate.handlers.ts';
import { specialItemGroupHandlers } from './special-item-group.handlers.ts';
import { teacherAnswerHandlers } from './teacher-answer.handlers.ts';
import { teacherHoursHandlers } from './teacher-hours.handlers.ts';
import { teachingJobHandlers } from './teaching-job.handlers.ts';

/** What the area brings to the gateway. */
export const openCourseArea: GatewayArea = {
  handlers: [
    ...teachingJobHandlers,
    ...plateHandlers,
    ...physicalTaskHandlers,
    ...specialItemGroupHandlers,
    ...teacherAnswerHandlers,
    ...teacherHoursHandlers,
  ],
};
