import type { EventContext } from '../kernel/event.ts';
import { formatDecimal } from '../kernel/number-text.ts';
import { defineStream } from '../kernel/stream.ts';
import { widened } from '../kernel/upcast.ts';
import type { RecognitionRequest } from '../recognition/recognition.events.ts';
import { replacedCourses } from '../recognition/recognition.rules.ts';
import { ATTEMPTS_STREAM_PREFIX, attemptsEvents, type Attempt, type AttemptsEvent } from './attempts.events.ts';
import { attemptSource, PERCENTAGE_HIERARCHY, scoreRemark } from './score.vocabulary.ts';

/** The recognition application that holds the right to recognise this course. */
export type RecognitionReservation = {
  readonly applyId: string;
  readonly processName: string;
  readonly applicantName: string;
  readonly time: string;
  readonly request: RecognitionRequest | null;
};

/** An attempt as decisions know it. */
export type KnownAttempt = Attempt & {
  /** Courses whose achievement it takes over: those that it was recognised or made from. */
  readonly replaces: readonly string[];
  /** As it was recorded or revised, before any bonus. */
  readonly withoutBonus: Pick<Attempt, 'final' | 'finalName'>;
};
/** What an application gave an attempt: it holds by the attempt's id, also while that is withdrawn. */
type Given = { readonly applyId: string; readonly reason: string };
type Bonus = Given & { readonly points: number };

/** All attempts of one student at one course, in the order in which they were recorded. */
export type AttemptsState = {
  readonly recorded: readonly KnownAttempt[];
  readonly cancellations: Readonly<Record<string, Given>>;
  readonly bonuses: Readonly<Record<string, readonly Bonus[]>>;
  readonly reservation: RecognitionReservation | null;
  /** Those of the recorded ones that count: the one place that says which do. */
  readonly attempts: readonly KnownAttempt[];
  /** Those of them that were cancelled: history. */
  readonly cancelled: readonly KnownAttempt[];
};

/** A student who never took the course. */
export const noAttempts: AttemptsState = {
  recorded: [],
  cancellations: {},
  bonuses: {},
  reservation: null,
  attempts: [],
  cancelled: [],
};

/** Folds one event of `attempts-…`. */
export function evolveAttempts(state: AttemptsState, event: AttemptsEvent, _context?: EventContext): AttemptsState {
  switch (event.type) {
    case 'AttemptRecorded': {
      const settled = event.data.applyId === state.reservation?.applyId ? state.reservation : null;
      const replaces = event.data.replaces ?? replacedCourses(settled?.request, event.data.courseId);
      return counted(state, {
        recorded: [...state.recorded, { ...event.data, replaces, withoutBonus: valueOf(event.data) }],
        reservation: settled ? null : state.reservation,
      });
    }
    case 'AttemptRevised': {
      const { after, attemptId } = event.data;
      return changed(state, attemptId, { ...after, rawFinal: after.rawFinal ?? null, withoutBonus: valueOf(after) });
    }
    case 'AttemptWithdrawn':
      return counted(state, { recorded: state.recorded.filter(({ attemptId }) => attemptId !== event.data.attemptId) });
    case 'AttemptCancelled': {
      const { attemptId, applyId, reason } = event.data;
      return counted(state, { cancellations: { ...state.cancellations, [attemptId]: { applyId, reason } } });
    }
    case 'AttemptRestored': {
      const { [event.data.attemptId]: _, ...cancellations } = state.cancellations;
      return counted(state, { cancellations });
    }
    case 'AttemptBonusGiven': {
      const { attemptId, applyId, reason, points, after } = event.data;
      return changed(withBonuses(state, attemptId, applyId, [{ applyId, reason, points }]), attemptId, after);
    }
    case 'AttemptBonusTaken': {
      const { attemptId, applyId, after } = event.data;
      const rest = withBonuses(state, attemptId, applyId, []);
      // A score that has no value meanwhile (待定) does not get one by it.
      const hasValue = state.recorded.some((attempt) => attempt.attemptId === attemptId && attempt.final !== null);
      return hasValue ? changed(rest, attemptId, after) : rest;
    }
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

const valueOf = ({ final, finalName }: Pick<Attempt, 'final' | 'finalName'>) => ({ final, finalName });

/** The state with something else in it, and which attempts count then. */
function counted(state: AttemptsState, change: Partial<AttemptsState>): AttemptsState {
  const next = { ...state, ...change };
  const isCancelled = ({ attemptId }: KnownAttempt): boolean => attemptId in next.cancellations;
  return {
    ...next,
    attempts: next.recorded.filter((attempt) => !isCancelled(attempt)),
    cancelled: next.recorded.filter(isCancelled),
  };
}

/** An attempt with other values, whether it counts or not. */
function changed(state: AttemptsState, attemptId: string, values: Partial<KnownAttempt>): AttemptsState {
  return counted(state, {
    recorded: state.recorded.map((attempt) => (attempt.attemptId === attemptId ? { ...attempt, ...values } : attempt)),
  });
}

/** Puts what an application gives in the place of what it gave. */
function withBonuses(state: AttemptsState, attemptId: string, applyId: string, given: readonly Bonus[]): AttemptsState {
  const others = (state.bonuses[attemptId] ?? []).filter((bonus) => bonus.applyId !== applyId);
  return { ...state, bonuses: { ...state.bonuses, [attemptId]: [...others, ...given] } };
}

/** All attempts of students at courses. */
export const attemptsStreams = defineStream({
  prefix: ATTEMPTS_STREAM_PREFIX,
  events: attemptsEvents,
  upcasters: [widened('AttemptRecorded', 1), widened('AttemptRecorded', 2)],
  initial: noAttempts,
  evolve: evolveAttempts,
});

/** What awards have given an attempt so far, in hundredths. */
export function bonusOf({ bonuses }: AttemptsState, attemptId: string): number {
  return (bonuses[attemptId] ?? []).reduce((sum, { points }) => sum + points, 0);
}

/** Whether a recognition has already made an attempt at this course. */
export function isRecognised(state: AttemptsState): boolean {
  return state.attempts.some((attempt) => attempt.source === attemptSource.recognised);
}

/** Most that awards may add to one score (SCORE-MORE-36), and the highest score there is; hundredths. */
export const MOST_BONUS = 1_000;
const HIGHEST = 10_000;

/** Whether a score can have a bonus: a passed one in points, computed from what was typed. */
export function takesBonus({
  final,
  passed,
  scoreHierarchyCode = PERCENTAGE_HIERARCHY,
  scoreRemarkCode,
}: Pick<Attempt, 'final' | 'passed' | 'scoreHierarchyCode' | 'scoreRemarkCode'>): boolean {
  const computed = scoreRemarkCode === scoreRemark.normal || scoreRemarkCode === scoreRemark.selfStudy;
  return final !== null && passed && computed && scoreHierarchyCode === PERCENTAGE_HIERARCHY;
}

/** A score with `points` (hundredths) more, never above 100, shown with as many decimals as before. */
export function withBonus(
  { final, finalName }: { readonly final: number; readonly finalName: string },
  points: number,
): { final: number; finalName: string } {
  const raised = Math.min(HIGHEST, final + points);
  return { final: raised, finalName: formatDecimal(raised, 2, finalName.split('.')[1]?.length ?? 0) };
}
