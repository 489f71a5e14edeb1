import { COURSE_FILES, TEACHER_FILES } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { mayDo } from '../kernel/principal.ts';
import type { FileAccess } from '../kernel/services.ts';
import { findElective } from './elective.read.ts';

/**
 * Whoever sees the application sees its attachments (ELECTIVE-07). Who may apply attaches them, and until it is saved
 * sees the own ones.
 */
const accessTo = (businessTable: string, about: FileAccess['about']): FileAccess => ({
  businessTable,
  about,
  async reads(businessId, call) {
    if (await findElective(call.services.db, await viewerOf(call), businessId)) return 'all';
    return mayDo(call.user, 'publicCourseManage:apply') ? 'own' : 'none';
  },
  writes: (_businessId, { user }) => Promise.resolve(mayDo(user, 'publicCourseManage:apply')),
});

export const electiveFileAccess: readonly FileAccess[] = [
  accessTo(TEACHER_FILES, 'person'),
  accessTo(COURSE_FILES, 'everybody'),
];
