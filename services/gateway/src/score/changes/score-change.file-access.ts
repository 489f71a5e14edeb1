import { SCORE_CHANGE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { mayDo, type Principal } from '../../kernel/principal.ts';
import type { FileAccess } from '../../kernel/services.ts';
import { findChange } from './score-change.read.ts';

/**
 * Whoever reads the change with its scores opens its evidence: the applicant, the approvers of its units, the audit.
 * Who may apply attaches it, and until then sees the own.
 */
export const scoreChangeFileAccess: FileAccess = {
  businessTable: SCORE_CHANGE_FILES,
  about: 'person',
  async reads(businessId, call) {
    const mayRead = mayDo(call.user, 'scoreChangeAudit:detail');
    if (mayRead && (await findChange(call.services.db, await viewerOf(call), businessId))) return 'all';
    return mayApply(call.user) ? 'own' : 'none';
  },
  writes: (_businessId, { user }) => Promise.resolve(mayApply(user)),
};

const mayApply = (user: Principal): boolean => mayDo(user, 'scoreChange:apply') || mayDo(user, 'scoreChange:applyFor');
