import type { EventContext } from '../kernel/event.ts';
import type { RecognitionRequest } from '../recognition/recognition.events.ts';
import type { Attempt, AttemptsEvent } from './attempts.events.ts';

/** Source of an attempt that a recognition made, @CJ_CJLY. */
export const RECOGNISED_SOURCE = '3';

/** The recognition application that holds the right to recognise this course. */
export type RecognitionReservation = {
  readonly applyId: string; readonly processName: string; readonly applicantName: string; readonly time: string;
  readonly request: RecognitionRequest | null;
};

/** All attempts of one student at one course, in the order in which they were recorded. */
export type AttemptsState = {
  readonly attempts: readonly Attempt[];
  readonly reservation: RecognitionReservation | null;
};

/** A student who never took the course. */
export const noAttempts: AttemptsState = { attempts: [], reservation: null };

/** Folds one event of `attempts-…`. */
export function evolveAttempts(state: AttemptsState, event: AttemptsEvent, _context?: EventContext): AttemptsState {
  switch (event.type) {
    case 'AttemptRecorded':
      return { attempts: [...state.attempts, event.data], reservation: event.data.applyId === state.reservation?.applyId ? null : state.reservation };
    case 'AttemptRevised':
      return { ...state, attempts: state.attempts.map((attempt) => (attempt.attemptId === event.data.attemptId ? { ...attempt, ...event.data.after } : attempt)) };
    case 'AttemptWithdrawn':
      return { ...state, attempts: state.attempts.filter((attempt) => attempt.attemptId !== event.data.attemptId) };
    case 'RecognitionReserved': {
      const { applyId, processName, applicantName, time, request } = event.data;
      return { ...state, reservation: { applyId, processName, applicantName, time, request: request ?? null } };
    }
    case 'RecognitionReleased':
      return { ...state, reservation: event.data.applyId === state.reservation?.applyId ? null : state.reservation };
    default: return event satisfies never;
  }
}

/**
 * 有效成绩 by rule ZGF: a passed attempt before a failed one, then the highest value, then the one recorded first. Attempts without a
 * value (缓考, 待定, …) do not count yet. Null when none counts.
 */
export function effectiveAttempt<A extends Pick<Attempt, 'final' | 'passed'>>(attempts: readonly A[]): A | null {
  return attempts.reduce<A | null>((best, attempt) => {
    if (attempt.final === null) return best;
    if (best === null || best.final === null) return attempt;
    if (attempt.passed !== best.passed) return attempt.passed ? attempt : best;
    return attempt.final > best.final ? attempt : best;
  }, null);
}

/** Whether a recognition has already made an attempt at this course. */
export function isRecognised(state: AttemptsState): boolean {
  return state.attempts.some((attempt) => attempt.source === RECOGNISED_SOURCE);
}
