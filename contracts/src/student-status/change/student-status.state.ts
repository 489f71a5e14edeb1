import { defineStream } from '../../kernel/stream.ts';
import {
  STUDENT_STATUS_STREAM_PREFIX,
  studentStatusEvents,
  type ChangedTo,
  type StudentStatusEvent,
} from './student-status.events.ts';

/** A change that was implemented. */
export interface ImplementedChange {
  readonly applyId: string;
  readonly changeType: string;
  readonly effectiveDate: string;
  readonly changedTo: ChangedTo;
  readonly cancelled: boolean;
}

/** All that was implemented of a student, in the order in which it was. */
export interface StudentStatusState {
  readonly changes: readonly ImplementedChange[];
}

function evolve(state: StudentStatusState, event: StudentStatusEvent): StudentStatusState {
  switch (event.type) {
    case 'StatusChangeImplemented': {
      const { applyId, changeType, effectiveDate, changedTo } = event.data;
      return { changes: [...state.changes, { applyId, changeType, effectiveDate, changedTo, cancelled: false }] };
    }
    case 'StatusChangeCancelled': {
      const known = state.changes.some(({ applyId }) => applyId === event.data.applyId);
      if (!known) throw new Error('StatusChangeCancelled of a change that was never implemented');
      return {
        changes: state.changes.map((change) =>
          change.applyId === event.data.applyId ? { ...change, cancelled: true } : change,
        ),
      };
    }
    default:
      return event satisfies never;
  }
}

/** The changes of one student. */
export const studentStatusStreams = defineStream({
  prefix: STUDENT_STATUS_STREAM_PREFIX,
  events: studentStatusEvents,
  initial: { changes: [] },
  evolve,
});
