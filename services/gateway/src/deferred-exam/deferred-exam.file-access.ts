import { DEFERRED_EXAM_FILES } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { mayDo } from '../kernel/principal.ts';
import type { FileAccess } from '../kernel/services.ts';
import { findDeferredExam } from './deferred-exam.read.ts';

/** Whoever sees the application sees its evidence. Who may apply attaches it, and until then sees their own. */
export const deferredExamFileAccess: FileAccess = {
  businessTable: DEFERRED_EXAM_FILES,
  about: 'person',
  async reads(businessId, call) {
    if (await findDeferredExam(call.services.db, await viewerOf(call), businessId)) return 'all';
    return mayDo(call.user, 'deferredExamApply:apply') ? 'own' : 'none';
  },
  writes: (_businessId, { user }) => Promise.resolve(mayDo(user, 'deferredExamApply:apply')),
};
