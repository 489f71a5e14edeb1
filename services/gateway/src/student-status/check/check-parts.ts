import type { GatewayArea } from '../../kernel/area.ts';
import { infoCheckApprovalHandlers } from './info-check-approval.handlers.ts';
import { infoCheckFileAccess, infoCheckHandlers } from './info-check.handlers.ts';
import { infoCheckTimeHandlers } from './info-check-time.handlers.ts';
import { studentPhotoHandlers } from './student-photo.handlers.ts';

/** Answers about photos and info checks (STUDENT-STATUS-08, 21; PERM-14). */
export const statusCheckParts: GatewayArea = {
  handlers: [...studentPhotoHandlers, ...infoCheckHandlers, ...infoCheckTimeHandlers, ...infoCheckApprovalHandlers],
  fileAccess: [infoCheckFileAccess],
};
