import type { EventContext } from '../kernel/event.ts';
import { defineStream } from '../kernel/stream.ts';
import { widened } from '../kernel/upcast.ts';
import type { RecognitionRequest } from '../recognition/recognition.events.ts';
import { replacedCourses } from '../recognition/recognition.rules.ts';
import { ATTEMPTS_STREAM_PREFIX, attemptsEvents, type Attempt, type AttemptsEvent } from './attempts.events.ts';
import { attemptSource } from './score.vocabulary.ts';

/** The recognition application that holds the right to recognise this course. */
export type RecognitionReservation = {
  readonly applyId: string;
  readonly processName: string;
  readonly applicantName: string;
  readonly time: string;
  readonly request: RecognitionRequest | null;
};

/** An attempt with the courses whose achievement it takes over: those that it was recognised or made from. */
export type KnownAttempt = Attempt & { readonly replaces: readonly string[] };

/** All attempts of one student at one course, in the order in which they were recorded. */
export type AttemptsState = {
  readonly attempts: readonly KnownAttempt[];
  readonly reservation: RecognitionReservation | null;
};

/** A student who never took the course. */
export const noAttempts: AttemptsState = { attempts: [], reservation: null };

/** Folds one event of `attempts-…`. */
export function evolveAttempts(state: AttemptsState, event: AttemptsEvent, _context?: EventContext): AttemptsState {
  switch (event.type) {
    case 'AttemptRecorded': {
      const settled = event.data.applyId === state.reservation?.applyId ? state.reservation : null;
      const replaces = event.data.replaces ?? replacedCourses(settled?.request, event.data.courseId);
      return {
        attempts: [...state.attempts, { ...event.data, replaces }],
        reservation: settled ? null : state.reservation,
      };
    }
    case 'AttemptRevised':
      return {
        ...state,
        attempts: state.attempts.map((attempt) =>
          attempt.attemptId === event.data.attemptId
            ? { ...attempt, ...event.data.after, rawFinal: event.data.after.rawFinal ?? null }
            : attempt,
        ),
      };
    case 'AttemptWithdrawn':
      return { ...state, attempts: state.attempts.filter((attempt) => attempt.attemptId !== event.data.attemptId) };
    case 'RecognitionReserved': {
      const { applyId, processName, applicantName, time, request } = event.data;
      return { ...state, reservation: { applyId, processName, applicantName, time, request: request ?? null } };
    }
    case 'RecognitionReleased':
      return { ...state, reservation: event.data.applyId === state.reservation?.applyId ? null : state.reservation };
    default:
      return event satisfies never;
  }
}

/** All attempts of students at courses. */
export const attemptsStreams = defineStream({
  prefix: ATTEMPTS_STREAM_PREFIX,
  events: attemptsEvents,
  upcasters: [widened('AttemptRecorded', 1)],
  initial: noAttempts,
  evolve: evolveAttempts,
});

/** Whether a recognition has already made an attempt at this course. */
export function isRecognised(state: AttemptsState): boolean {
  return state.attempts.some((attempt) => attempt.source === attemptSource.recognised);
}
