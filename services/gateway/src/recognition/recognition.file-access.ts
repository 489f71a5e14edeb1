import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { FileAccess } from '../kernel/file-access.ts';
import { mayDo } from '../kernel/principal.ts';
import { findRecognition } from './recognition.read.ts';

/** Whoever sees the application sees its evidence (RECOGNITION-06). Who may apply attaches it, and until then sees their own. */
export const recognitionFileAccess: FileAccess = {
  businessTable: RECOGNITION_FILES,
  async reads(businessId, { services, user }) {
    if (await findRecognition(services.db, user, businessId)) return 'all';
    return mayDo(user, 'systemScoreCognizance:apply') ? 'own' : 'none';
  },
  writes: (_businessId, { user }) => Promise.resolve(mayDo(user, 'systemScoreCognizance:apply')),
};
