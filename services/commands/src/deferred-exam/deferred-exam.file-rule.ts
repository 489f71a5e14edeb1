import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { deferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { DEFERRED_EXAM_FILES } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import type { FileRule } from '../kernel/command-route.ts';
import { refuse } from '../kernel/refusal.ts';

/** Evidence is attached while nothing is sent, or what was sent was taken back; each binds what he attached himself. */
export const deferredExamFileRule: FileRule = {
  businessTable: DEFERRED_EXAM_FILES,
  async refuses({ businessId, services }) {
    const { state } = await services.handler.read(deferredExam.streamOf(businessId), deferredExam.streams);
    return state.status === 'none' || mayOpenAgain(state.status) ? null : refuse('FILE_LOCKED');
  },
};
