import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { studentApplication } from '@jwxt/contracts/student-application/student-application.events.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import type { FileRule } from '../kernel/command-route.ts';
import { refuse } from '../kernel/refusal.ts';

/**
 * Evidence is attached while nothing is sent, or what was sent came back; each binds what he attached himself. The page
 * makes the id of a new application.
 */
export const fileRuleOf = ({ files }: StudentApplicationKind): FileRule => ({
  businessTable: files.businessTable,
  async refuses({ businessId, services }) {
    const { state } = await services.handler.read(studentApplication.streamOf(businessId), studentApplication.streams);
    return state.status === 'none' || mayOpenAgain(state.status) ? null : refuse('FILE_LOCKED');
  },
});
