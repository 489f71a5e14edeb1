import { studentApplications } from '@jwxt/contracts/student-application/all-student-applications.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application.kind.ts';
import type { GatewayArea } from '../kernel/area.ts';
import { fileAccessOf } from './student-application.file-access.ts';
import { studentApplicationHandlers } from './student-application.handlers.ts';

const kinds: readonly StudentApplicationKind[] = studentApplications;

/** What the area brings to the gateway. */
export const studentApplicationArea: GatewayArea = {
  handlers: kinds.flatMap(studentApplicationHandlers),
  fileAccess: kinds.map(fileAccessOf),
};
