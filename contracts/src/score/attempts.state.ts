import type { EventContext } from '../kernel/event.ts';
import { defineStream } from '../kernel/stream.ts';
import type { RecognitionRequest } from '../recognition/recognition.events.ts';
import { ATTEMPTS_STREAM_PREFIX, attemptsEvents, type Attempt, type AttemptsEvent } from './attempts.events.ts';
import type { EffectiveRule } from './score-rules.ts';
import { attemptSource, examNature } from './score.vocabulary.ts';

/** 补考一, 补考二, 结业后回校补考, of @XTGL_KSXZ. */
const MAKEUP_NATURES: ReadonlySet<string> = new Set([
  examNature.firstMakeup,
  examNature.secondMakeup,
  examNature.afterCompletion,
]);

/** The recognition application that holds the right to recognise this course. */
export type RecognitionReservation = {
  readonly applyId: string;
  readonly processName: string;
  readonly applicantName: string;
  readonly time: string;
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
      return {
        attempts: [...state.attempts, event.data],
        reservation: event.data.applyId === state.reservation?.applyId ? null : state.reservation,
      };
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
  initial: noAttempts,
  evolve: evolveAttempts,
});

/** What choosing looks at. Attempts come in the order in which they were recorded. */
type Choosable = Pick<Attempt, 'final' | 'passed' | 'examNature'>;

/**
 * 有效成绩 (SCORE-MORE-35). ZGF: a passed attempt before a failed one, then the highest value, then the one recorded
 * first. ZHC: the last one, unless it is a make-up exam that would lower what stands. SCJ: the first that was passed,
 * and while there is none the highest. Attempts without a value (缓考, 待定, …) do not count yet. Null when none
 * counts.
 */
export function effectiveAttempt<A extends Choosable>(attempts: readonly A[], rule: EffectiveRule = 'ZGF'): A | null {
  return attempts.reduce<A | null>((best, attempt) => {
    if (attempt.final === null) return best;
    if (best === null) return attempt;
    switch (rule) {
      case 'ZGF':
        return isBetter(attempt, best) ? attempt : best;
      case 'ZHC':
        return isMakeup(attempt) && isBetter(best, attempt) ? best : attempt;
      case 'SCJ':
        return !best.passed && isBetter(attempt, best) ? attempt : best;
      default:
        return rule satisfies never;
    }
  }, null);
}

/** Whether an attempt is a make-up exam: never a deferred one, which is a first exam. */
export function isMakeup({ examNature }: Pick<Attempt, 'examNature'>): boolean {
  return MAKEUP_NATURES.has(examNature);
}

/** By ZGF, for two attempts with a value. */
function isBetter(one: Choosable, other: Choosable): boolean {
  return one.passed === other.passed ? (one.final ?? 0) > (other.final ?? 0) : one.passed;
}

/** Whether a recognition has already made an attempt at this course. */
export function isRecognised(state: AttemptsState): boolean {
  return state.attempts.some((attempt) => attempt.source === attemptSource.recognised);
}
