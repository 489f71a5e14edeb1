import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Attempt, AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { reviseAttempt } from '@jwxt/contracts/score/attempts.command.ts';
import { attemptsStreams, isRecognised, type AttemptsState } from '@jwxt/contracts/score/attempts.state.ts';
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
  | { readonly type: 'reserve'; readonly courseId: string };
/** Facts of a reservation: what is asked for, as built from base data. Other commands need none. */
export interface AttemptsFacts {
  readonly request: RecognitionRequest | null;
}

/** No facts, for commands that carry all they need. */
export const noFacts: AttemptsFacts = { request: null };

/**
 * The rules of `attempts-<studentCode>.<courseId>`: an attempt exists once, is revised only by an approved change, goes
 * when its sheet is taken back, and the course is recognised at most once.
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
        return state.attempts.some(({ attemptId }) => attemptId === command.attemptId)
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
      case 'reserve':
        return facts.request ? reserve(state, command.courseId, facts.request) : [];
    }
  },
};

function record(state: AttemptsState, attempt: Attempt): Decision<AttemptsEvent> {
  if (state.attempts.some(({ attemptId }) => attemptId === attempt.attemptId)) return [];
  if (attempt.source === attemptSource.recognised) {
    if (isRecognised(state)) return refuse('RECOGNITION_ALREADY', { course: attempt.courseName });
    if (state.reservation && state.reservation.applyId !== attempt.applyId) return openExists(state.reservation);
  }
  return [{ type: 'AttemptRecorded', data: attempt }];
}

function revise(
  state: AttemptsState,
  { attemptId, after, ...rest }: z.output<typeof reviseAttempt.payload>,
): Decision<AttemptsEvent> {
  const known = state.attempts.find((attempt) => attempt.attemptId === attemptId);
  if (!known) return refuse('NOT_FOUND');
  const before = {
    final: known.final,
    finalName: known.finalName,
    scoreRemarkCode: known.scoreRemarkCode,
    passed: known.passed,
  };
  const same =
    before.final === after.final &&
    before.finalName === after.finalName &&
    before.scoreRemarkCode === after.scoreRemarkCode &&
    before.passed === after.passed &&
    (known.rawFinal ?? null) === (after.rawFinal ?? null);
  return same ? [] : [{ type: 'AttemptRevised', data: { ...rest, attemptId, before, after } }];
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
