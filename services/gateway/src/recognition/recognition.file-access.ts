import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { recognitionKindList, recognitionKinds } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { mayDo, type Principal } from '../kernel/principal.ts';
import type { FileAccess } from '../kernel/services.ts';
import { findRecognitions, recognitionKind } from './recognition.read.ts';

/**
 * Whoever sees the application, of any kind, sees its evidence (RECOGNITION-06). Who may apply attaches it, and until
 * then sees their own.
 */
export const recognitionFileAccess: FileAccess = {
  businessTable: RECOGNITION_FILES,
  about: 'person',
  async reads(businessId, call) {
    const { db } = call.services;
    const kind = await recognitionKind(db, businessId);
    if (kind !== undefined && (await findRecognitions(db, await viewerOf(call), kind, [businessId])).length > 0)
      return 'all';
    return mayApply(call.user) ? 'own' : 'none';
  },
  writes: (_businessId, { user }) => Promise.resolve(mayApply(user)),
};

const mayApply = (user: Principal): boolean =>
  recognitionKindList.some((kind) => mayDo(user, recognitionKinds[kind].codes.apply));
