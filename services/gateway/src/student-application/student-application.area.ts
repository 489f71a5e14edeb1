import { studentApplicationKinds as kinds } from '@jwxt/contracts/student-application/all-student-applications.ts';
import type { GatewayArea } from '../kernel/area.ts';
import { projectCategoryHandlers } from './project-category.handlers.ts';
import { fileAccessOf } from './student-application.file-access.ts';
import { studentApplicationHandlers } from './student-application.handlers.ts';

/** What the area brings to the gateway. */
export const studentApplicationArea: GatewayArea = {
  handlers: [...kinds.flatMap(studentApplicationHandlers), ...projectCategoryHandlers],
  fileAccess: kinds.map(fileAccessOf),
};
