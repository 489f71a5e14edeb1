import type { GatewayArea } from '../kernel/area.ts';
import { changeHandlers } from './change/change-handlers.ts';
import { courseAdjustFileAccess } from './change/course-adjust.handlers.ts';
import { courseReplaceHandlers } from './individual/course-replace.handlers.ts';
import { planHandlers } from './plan/plan-handlers.ts';
import { schemaCourseHandlers } from './schema/schema-course.handlers.ts';
import { groupSyncHandlers } from './schema/group-sync.handlers.ts';
import { schemaHandlers } from './schema/schema.handlers.ts';
import { schemaReportHandlers } from './schema/schema-report.handlers.ts';
import { schemeSystemHandlers } from './scheme-system.handlers.ts';
import { schemeVersionHandlers } from './scheme-version.handlers.ts';

/** What the area brings to the gateway. */
export const schemeArea: GatewayArea = {
  handlers: [
    ...schemeVersionHandlers,
    ...schemeSystemHandlers,
    ...schemaHandlers,
    ...schemaCourseHandlers,
    ...schemaReportHandlers,
    ...groupSyncHandlers,
    ...planHandlers,
    ...changeHandlers,
    ...courseReplaceHandlers,
  ],
  fileAccess: [courseAdjustFileAccess],
};
