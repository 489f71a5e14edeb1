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

/** What a student is: status, whether he is there, class, kind. */
export interface StudentStandingOn {
  readonly status: string;
  readonly inSchool: boolean;
  readonly bjdm: string;
  readonly studentType: string;
}

/**
 * What a student is on a day: as enrolled, and then part by part what was said last until then, by day of effect and
 * then in the order of implementing. `base.student_states_on` says the same of the facts.
 */
export function standingOn(
  { changes }: StudentStatusState,
  enrolled: StudentStandingOn,
  day: string,
): StudentStandingOn {
  return changes
    .filter(({ cancelled, effectiveDate }) => !cancelled && effectiveDate <= day)
    .map((change, at) => ({ ...change, at }))
    .toSorted((one, other) => one.effectiveDate.localeCompare(other.effectiveDate) || one.at - other.at)
    .reduce<StudentStandingOn>((standing, { changedTo }) => ({ ...standing, ...definedOf(changedTo) }), enrolled);
}

const definedOf = (changed: ChangedTo): Partial<StudentStandingOn> =>
  Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
