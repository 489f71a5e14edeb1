import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { mayDo } from '../kernel/principal.ts';
import type { FileAccess } from '../kernel/services.ts';
import { findStudentApplication } from './student-application.read.ts';

/** Whoever sees the application sees its evidence. Who may apply attaches it, and until then sees their own. */
export const fileAccessOf = (kind: StudentApplicationKind): FileAccess => ({
  businessTable: kind.files.businessTable,
  about: 'person',
  async reads(businessId, call) {
    if (await findStudentApplication(call.services.db, kind, await viewerOf(call), businessId)) return 'all';
    return mayDo(call.user, kind.permissions.apply) ? 'own' : 'none';
  },
  writes: (_businessId, { user }) => Promise.resolve(mayDo(user, kind.permissions.apply)),
});
