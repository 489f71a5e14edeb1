import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Attempt, AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { reviseAttempt } from '@jwxt/contracts/score/attempts.command.ts';
import {
  attemptsStreams,
  bonusOf,
  isRecognised,
  type AttemptsState,
  type KnownAttempt,
  MOST_BONUS,
  takesBonus,
  withBonus,
} from '@jwxt/contracts/score/attempts.state.ts';
import { attemptSource } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { Decider, Decision } from '../../kernel/decider.ts';
import { refuse, refuseField, type Refused } from '../../kernel/refusal.ts';

/** What may be asked of one student's attempts at one course. */
export type AttemptsCommand =
  | { readonly type: 'record'; readonly attempt: Attempt }
  | {
      readonly type: 'withdraw';
      readonly attemptId: string;
      readonly student: StudentRef;
      readonly courseId: string;
      readonly reason: string;
    }
  | { readonly type: 'revise'; readonly revision: z.output<typeof reviseAttempt.payload> }
  | {
      readonly type: 'release';
      readonly studentCode: string;
      readonly courseId: string;
      readonly applyId: string;
      readonly time: string;
    }
  | ({ readonly type: 'cancel' } & ByApplication)
  | ({ readonly type: 'restore' } & ByApplication)
  | ({ readonly type: 'giveBonus'; readonly points: number } & ByApplication)
  | ({ readonly type: 'takeBonus' } & ByApplication)
  | { readonly type: 'reserve'; readonly courseId: string };
/** What an approved application of a student, or its revocation, does to an attempt. */
interface ByApplication {
  readonly attemptId: string;
  readonly student: StudentRef;
  readonly courseId: string;
  readonly applyId: string;
  readonly reason: string;
}
/** Facts of a reservation: what is asked for, as built from base data. Other commands need none. */
export interface AttemptsFacts {
  readonly request: RecognitionRequest | null;
}

/** No facts, for commands that carry all they need. */
export const noFacts: AttemptsFacts = { request: null };

/**
 * The rules of `attempts-<studentCode>.<courseId>`: an attempt exists once, is revised only by an approved change, goes
 * when its sheet is taken back, counts unless it was cancelled, has its bonuses on top of what its sheet says, and the
 * course is recognised at most once.
 */
export const attemptsDecider: Decider<AttemptsState, AttemptsCommand, AttemptsEvent, AttemptsFacts> = {
  streams: attemptsStreams,
  decide(state, command, facts) {
    switch (command.type) {
      case 'record':
        return record(state, command.attempt);
      case 'revise':
        return revise(state, command.revision);
      case 'withdraw':
        return recordedAttempt(state, command.attemptId)
          ? [
              {
                type: 'AttemptWithdrawn',
                data: {
                  attemptId: command.attemptId,
                  ...command.student,
                  courseId: command.courseId,
                  reason: command.reason,
                },
              },
            ]
          : [];
      case 'release':
        return holds(state, command.applyId, command.time)
          ? [
              {
                type: 'RecognitionReleased',
                data: { studentCode: command.studentCode, courseId: command.courseId, applyId: command.applyId },
              },
            ]
          : [];
      case 'cancel':
        return cancel(state, command);
      case 'restore':
        return state.cancellations[command.attemptId]?.applyId === command.applyId
          ? [{ type: 'AttemptRestored', data: givenBy(command) }]
          : [];
      case 'giveBonus':
        return giveBonus(state, command);
      case 'takeBonus':
        return takeBonus(state, command);
      case 'reserve':
        return facts.request ? reserve(state, command.courseId, facts.request) : [];
    }
  },
};

function record(state: AttemptsState, attempt: Attempt): Decision<AttemptsEvent> {
  const { attemptId, courseId, studentCode, studentNumber, studentName } = attempt;
  if (recordedAttempt(state, attemptId)) return [];
  if (attempt.source === attemptSource.recognised) {
    if (isRecognised(state)) return refuse('RECOGNITION_ALREADY', { course: attempt.courseName });
    if (state.reservation && state.reservation.applyId !== attempt.applyId) return openExists(state.reservation);
  }
  const cancellation = state.cancellations[attemptId];
  return [
    { type: 'AttemptRecorded', data: attempt },
    ...bonusesOn(state, attempt, attempt),
    // Its sheet was taken back and is published again: what was cancelled stays so.
    ...(cancellation === undefined
      ? []
      : [
          {
            type: 'AttemptCancelled' as const,
            data: { attemptId, courseId, studentCode, studentNumber, studentName, ...cancellation },
          },
        ]),
  ];
}

/** The attempt of an id, whether it counts or was cancelled. */
export function recordedAttempt({ recorded }: AttemptsState, attemptId: string): KnownAttempt | undefined {
  return recorded.find((attempt) => attempt.attemptId === attemptId);
}

const givenBy = ({ attemptId, student, courseId, applyId, reason }: ByApplication) => ({
  attemptId,
  ...student,
  courseId,
  applyId,
  reason,
});

function cancel(state: AttemptsState, command: ByApplication): Decision<AttemptsEvent> {
  const { attemptId, applyId } = command;
  if (state.cancellations[attemptId]?.applyId === applyId) return [];
  const known = state.attempts.find((attempt) => attempt.attemptId === attemptId);
  if (!known) return refuse('ATTEMPT_GONE');
  if (known.source === attemptSource.recognised) return refuse('ATTEMPT_RECOGNISED');
  return [{ type: 'AttemptCancelled', data: givenBy(command) }];
}

function giveBonus(state: AttemptsState, command: ByApplication & { points: number }): Decision<AttemptsEvent> {
  const { attemptId, applyId, reason, points } = command;
  const bonuses = state.bonuses[attemptId] ?? [];
  if (bonuses.some((bonus) => bonus.applyId === applyId)) return [];
  const known = state.attempts.find((attempt) => attempt.attemptId === attemptId);
  if (!known) return refuse('ATTEMPT_GONE');
  if (!takesBonus(known)) return refuse('BONUS_NOT_FOR', { course: known.courseName, final: known.finalName });
  const given = bonusOf(state, attemptId);
  if (given + points > MOST_BONUS)
    return refuse('BONUS_TOO_MUCH', { course: known.courseName, given: String(given / 100) });
  return bonusEvents(known, known, [{ applyId, reason, points }]);
}

/** The bonuses that an attempt has from before, on top of a value that its sheet gives it. */
function bonusesOn({ bonuses }: AttemptsState, attempt: Attempt, value: Valued): AttemptsEvent[] {
  return takesBonus({ ...attempt, ...value }) ? bonusEvents(attempt, value, bonuses[attempt.attemptId] ?? []) : [];
}

type Valued = Pick<Attempt, 'final' | 'finalName'>;

function bonusEvents(
  { attemptId, courseId, studentCode, studentNumber, studentName }: Attempt,
  value: Valued,
  bonuses: AttemptsState['bonuses'][string],
): AttemptsEvent[] {
  let before = { final: value.final ?? 0, finalName: value.finalName };
  return bonuses.map((bonus) => {
    const after = withBonus(before, bonus.points);
    const event: AttemptsEvent = {
      type: 'AttemptBonusGiven',
      data: { attemptId, courseId, studentCode, studentNumber, studentName, ...bonus, before, after },
    };
    before = after;
    return event;
  });
}

function takeBonus(state: AttemptsState, command: ByApplication): Decision<AttemptsEvent> {
  const bonuses = state.bonuses[command.attemptId] ?? [];
  if (!bonuses.some(({ applyId }) => applyId === command.applyId)) return [];
  const known = recordedAttempt(state, command.attemptId);
  if (!known) return refuse('ATTEMPT_GONE');
  const { withoutBonus, final, finalName } = known;
  const rest = bonuses.filter(({ applyId }) => applyId !== command.applyId);
  const before = { final: final ?? 0, finalName };
  const after = takesBonus(known)
    ? rest.reduce((value, { points }) => withBonus(value, points), { ...withoutBonus, final: withoutBonus.final ?? 0 })
    : before;
  return [{ type: 'AttemptBonusTaken', data: { ...givenBy(command), before, after } }];
}

function revise(
  state: AttemptsState,
  { attemptId, after, ...rest }: z.output<typeof reviseAttempt.payload>,
): Decision<AttemptsEvent> {
  const known = recordedAttempt(state, attemptId);
  if (!known) return refuse('NOT_FOUND');
  const { withoutBonus } = known;
  const before = {
    final: known.final,
    finalName: known.finalName,
    scoreRemarkCode: known.scoreRemarkCode,
    passed: known.passed,
  };
  const same =
    withoutBonus.final === after.final &&
    withoutBonus.finalName === after.finalName &&
    before.scoreRemarkCode === after.scoreRemarkCode &&
    before.passed === after.passed &&
    (known.rawFinal ?? null) === (after.rawFinal ?? null);
  return same
    ? []
    : [
        { type: 'AttemptRevised', data: { ...rest, attemptId, before, after } },
        ...bonusesOn(state, { ...known, ...after }, after),
      ];
}

function reserve(state: AttemptsState, courseId: string, request: RecognitionRequest): Decision<AttemptsEvent> {
  const {
    applyId,
    studentCode,
    application: { applyTime, applicant, process },
  } = request;
  const { course, field } = placeOf(request, courseId);
  if (isRecognised(state)) return refuseField('RECOGNITION_ALREADY', { course }, field);
  if (holds(state, applyId, applyTime)) return [];
  const passed = passedAttempt(state);
  if (passed) return refuseField('RECOGNITION_PASSED', { course, final: passed.finalName }, field);
  if (state.reservation) return openExists(state.reservation);
  return [
    {
      type: 'RecognitionReserved',
      data: {
        studentCode,
        courseId,
        applyId,
        processName: process.processName,
        applicantName: applicant.name,
        time: applyTime,
        request,
      },
    },
  ];
}

/** Whether this very request holds the course: the application, and the moment it was (last) applied for. */
export function holds(state: AttemptsState, applyId: string, time: string): boolean {
  return state.reservation?.applyId === applyId && state.reservation.time === time;
}

function openExists({ processName, applicantName, time }: NonNullable<AttemptsState['reservation']>): Refused {
  return refuse('APPROVAL_OPEN_EXISTS', { process: processName, name: applicantName, time: toDateTimeText(time) });
}

/** The attempt by which a course is passed, so that nothing is left to recognise; undefined when there is none. */
export function passedAttempt({ attempts }: AttemptsState): Attempt | undefined {
  return attempts.find(({ passed }) => passed);
}

/** Name of a course that is asked for, and its field. */
function placeOf({ relateList }: RecognitionRequest, courseId: string): { course: string; field: string } {
  for (const [at, { inSideList }] of relateList.entries())
    for (const [place, inside] of inSideList.entries())
      if (inside.courseId === courseId)
        return { course: inside.courseName, field: `relateList.${at}.inSideList.${place}.courseId` };
  throw new Error(`${courseId} is not asked for`);
}
