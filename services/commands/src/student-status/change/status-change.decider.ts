import {
  statusChangeRequests,
  type StatusChangeRequest,
} from '@jwxt/contracts/student-status/change/status-change.events.ts';
import type { ChangedTo, StudentStatusEvent } from '@jwxt/contracts/student-status/change/student-status.events.ts';
import {
  studentStatusStreams,
  type StudentStatusState,
} from '@jwxt/contracts/student-status/change/student-status.state.ts';
import { createBusinessRequestDecider } from '../../approval/shared/business-request.decider.ts';
import type { Decider } from '../../kernel/decider.ts';
import { refuse } from '../../kernel/refusal.ts';

/** The rules of `statusChange-<applyId>`: asked for once a round, closed once. */
export const statusChangeDecider = createBusinessRequestDecider(statusChangeRequests, 'STATUS_CHANGE_NOT_EDITABLE');

/** What may be asked of `studentStatus-<studentCode>`. */
export type StudentStatusCommand =
  | {
      readonly type: 'implement';
      readonly request: StatusChangeRequest;
      readonly changedTo: ChangedTo;
      readonly document: { readonly number: string; readonly date: string } | null;
    }
  | { readonly type: 'cancel'; readonly applyId: string; readonly studentCode: string; readonly reason: string };

/** What the student is by now, as far as it is not what the application says; and the school day. */
export interface StudentStatusFacts {
  readonly changed: readonly string[];
  readonly today: string;
  readonly changeTypeName: string;
}

/**
 * What becomes of one student: a change is implemented once, while the student is what it was asked for; it is taken
 * back until its day (STUDENT-STATUS-16).
 */
export const studentStatusDecider: Decider<
  StudentStatusState,
  StudentStatusCommand,
  StudentStatusEvent,
  StudentStatusFacts
> = {
  streams: studentStatusStreams,
  decide({ changes }, command, { changed, today, changeTypeName }) {
    const applyId = command.type === 'implement' ? command.request.applyId : command.applyId;
    const known = changes.find((change) => change.applyId === applyId);
    if (known?.cancelled) return refuse('STATUS_CHANGE_CANCELLED');
    if (command.type === 'cancel') {
      if (!known) return refuse('STATUS_CHANGE_NOT_IMPLEMENTED');
      if (known.effectiveDate <= today) return refuse('STATUS_CHANGE_EFFECTED');
      const { studentCode, reason } = command;
      return [{ type: 'StatusChangeCancelled', data: { applyId, studentCode, changeTypeName, reason } }];
    }
    if (known) return refuse('STATUS_CHANGE_IMPLEMENTED');
    if (changed.length > 0) return refuse('STATUS_CHANGE_STALE', { changes: changed.join('；') });
    if (changes.some(({ cancelled, effectiveDate }) => !cancelled && effectiveDate > today))
      return refuse('STATUS_CHANGE_OPEN', { name: '待生效的异动' });
    const { studentCode, studentName, changeType, effectiveDate, endDate, before, after } = command.request;
    return [
      {
        type: 'StatusChangeImplemented',
        data: {
          applyId,
          studentCode,
          studentName,
          changeType,
          changeTypeName: command.request.changeTypeName,
          effectiveDate,
          endDate,
          before,
          after,
          changedTo: command.changedTo,
          document: command.document,
        },
      },
    ];
  },
};
