import {
  studentApplication,
  type StudentApplicationEvent,
  type StudentApplicationRequest,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import type { BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import {
  createBusinessRequestDecider,
  type BusinessRequestCommand,
} from '../approval/shared/business-request.decider.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';

export type StudentApplicationState = BusinessRequestState<StudentApplicationRequest>;

/** What may be asked of an application; `clash`: it passed and could not take effect; `revoke`: it is taken back. */
export type StudentApplicationCommand =
  | BusinessRequestCommand<StudentApplicationRequest>
  | { readonly type: 'clash'; readonly why: string }
  | { readonly type: 'revoke'; readonly reason: string };

const requests = createBusinessRequestDecider(studentApplication, 'STUDENT_APPLICATION_NOT_EDITABLE');

/** The rules of `studentApplication-<applyId>`: one student and kind, asked for once a round. */
export const studentApplicationDecider: Decider<
  StudentApplicationState,
  StudentApplicationCommand,
  StudentApplicationEvent,
  undefined
> = {
  ...requests,
  decide(state, command, facts) {
    switch (command.type) {
      case 'open':
        return isOfSame(state, command.request) ? requests.decide(state, command, facts) : refuse('NOT_FOUND');
      case 'close':
        return requests.decide(state, command, facts);
      case 'clash':
        if (state.status === 'none') return refuse('NOT_FOUND');
        if (state.status === 'clashed') return [];
        if (state.status !== 'requested') return refuse('STUDENT_APPLICATION_NOT_EDITABLE');
        return [{ type: 'StudentApplicationClashed', data: { applyId: state.request.applyId, why: command.why } }];
      case 'revoke':
        if (state.status !== 'effected') return refuse('STUDENT_APPLICATION_NOT_EFFECTED');
        return [
          { type: 'StudentApplicationRevoked', data: { applyId: state.request.applyId, reason: command.reason } },
        ];
    }
  },
};

/** An application stays of its kind and student, whoever sends it again. */
function isOfSame(state: StudentApplicationState, { processNo, studentCode }: StudentApplicationRequest): boolean {
  return (
    state.status === 'none' || (state.request.processNo === processNo && state.request.studentCode === studentCode)
  );
}

/** Whether its subject may be asked for anew: it came to nothing, is in force no more, or is with its applicant. */
export const leavesSubjectFree = ({ status }: StudentApplicationState): boolean =>
  status !== 'none' && status !== 'requested' && status !== 'effected';
