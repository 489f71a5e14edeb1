import { recognitionAccountStream } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import { recognitionAccountStreams } from '@jwxt/contracts/recognition/recognition-account.state.ts';
import {
  recognitionStream,
  type RecognitionEvent,
  type RecognitionRequest,
} from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import { attemptsStream, type Attempt, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { attemptsDecider, noFacts, type AttemptsCommand } from '../score/shared/attempts.decider.ts';
import { recognitionAccountDecider } from './recognition-account.decider.ts';
import { recognitionDecider } from './recognition.decider.ts';

const attemptChanges = [
  'AttemptRecorded',
  'AttemptRevised',
  'AttemptWithdrawn',
  'AttemptCancelled',
  'AttemptRestored',
  'AttemptBonusGiven',
  'AttemptBonusTaken',
] as const;
type SourceEvent =
  | Extract<AttemptsEvent, { type: (typeof attemptChanges)[number] }>
  | Extract<RecognitionEvent, { type: 'RecognitionEffected' }>;

/**
 * Notes on a recognition in force that a score it rests on has changed, was withdrawn or came back: when that happens,
 * and, for what happened while it was decided, when it takes effect.
 */
export const watchSources: Policy = {
  name: 'recognition-sources',
  types: [...attemptChanges, 'RecognitionEffected'],
  start: 'beginning',
  async react(stored, services) {
    const event = stored.event as SourceEvent;
    if (event.type === 'RecognitionEffected') return noteSources(event.data.applyId, stored, services, '');
    // The first score of a course: nothing rests on it yet.
    if (event.type === 'AttemptRecorded' && stored.revision === 0) return null;
    const { studentCode, attemptId } = event.data;
    const { state } = await services.handler.read(recognitionAccountStream(studentCode), recognitionAccountStreams);
    const using = state.taken.find(({ sources }) => sources.some(({ key }) => key === attemptId));
    return using ? noteSources(using.applyId, stored, services, 'reason' in event.data ? event.data.reason : '') : null;
  },
};

async function noteSources(
  applyId: string,
  cause: StoredEvent,
  { handler }: CommandServices,
  reason: string,
): Promise<Position | null> {
  const { state } = await handler.read(recognitionStream(applyId), recognitionStreams);
  if (!('request' in state)) return null;
  const { studentCode, relateList } = state.request;
  let last: Position | null = null;
  for (const { attemptId, outCourseId } of relateList.flatMap((pair) => pair.outSideList)) {
    if (attemptId === undefined || outCourseId === undefined) continue;
    const course = await handler.read(attemptsStream(studentCode, outCourseId), attemptsStreams);
    const now = course.state.attempts.find((attempt) => attempt.attemptId === attemptId);
    const noted = await handler.execute({
      stream: recognitionStream(applyId),
      decider: recognitionDecider,
      command: { type: 'noteSource', attemptId, after: now?.finalName ?? null, reason },
      context: policyContext(cause, `recognition.source:${attemptId}`),
      facts: () => undefined,
    });
    if (isRefused(noted)) throw new PolicyRefused('recognition.source', noted.refused);
    last = later(last, noted.position);
  }
  return last;
}

/** The recognised scores follow what the office has settled. */
export const followSettlement: Policy = {
  name: 'recognition-settled',
  types: ['RecognitionSettled'],
  start: 'beginning',
  async react(stored, services) {
    const { data } = stored.event as Extract<RecognitionEvent, { type: 'RecognitionSettled' }>;
    const request = await requestOf(data.applyId, services);
    let last: Position | null = null;
    for (const { courseId, after } of data.values)
      last = later(
        last,
        await onRecognised(
          services,
          stored,
          request,
          courseId,
          ({ attemptId, studentCode, studentNumber, studentName }) => ({
            type: 'revise',
            revision: {
              attemptId,
              studentCode,
              studentNumber,
              studentName,
              courseId,
              applyId: data.applyId,
              reason: `认定按原成绩调整：${data.reason}`,
              after: {
                final: after.scoreCognizanceFinalValue,
                finalName: after.finalName,
                scoreRemarkCode: scoreRemark.normal,
                passed: true,
              },
            },
          }),
        ),
      );
    return last;
  },
};

/** With a revoked recognition its scores go, and the student's account has its credits and sources again. */
export const withdrawRevoked: Policy = {
  name: 'recognition-revoked',
  types: ['RecognitionRevoked'],
  start: 'beginning',
  async react(stored, services) {
    const { data } = stored.event as Extract<RecognitionEvent, { type: 'RecognitionRevoked' }>;
    const request = await requestOf(data.applyId, services);
    let last: Position | null = null;
    for (const { courseId } of request.relateList.flatMap((pair) => pair.inSideList))
      last = later(
        last,
        await onRecognised(
          services,
          stored,
          request,
          courseId,
          ({ attemptId, studentCode, studentNumber, studentName }) => ({
            type: 'withdraw',
            attemptId,
            student: { studentCode, studentNumber, studentName },
            courseId,
            reason: `认定撤销：${data.reason}`,
          }),
        ),
      );
    const returned = await services.handler.execute({
      stream: recognitionAccountStream(request.studentCode),
      decider: recognitionAccountDecider,
      command: {
        type: 'giveBack',
        studentCode: request.studentCode,
        applyId: request.applyId,
        time: request.application.applyTime,
      },
      context: policyContext(stored, 'recognition.giveBack'),
      facts: () => null,
    });
    if (isRefused(returned)) throw new PolicyRefused('recognition.giveBack', returned.refused);
    return later(last, returned.position);
  },
};

async function requestOf(applyId: string, { handler }: CommandServices): Promise<RecognitionRequest> {
  const { state } = await handler.read(recognitionStream(applyId), recognitionStreams);
  if (!('request' in state)) throw new Error(`recognition ${applyId} does not exist`);
  return state.request;
}

/** Carries a command out on the score that a recognition made at a course; nothing where it is gone already. */
async function onRecognised(
  { handler }: CommandServices,
  cause: StoredEvent,
  { applyId, studentCode }: RecognitionRequest,
  courseId: string,
  commandOn: (attempt: Attempt) => AttemptsCommand,
): Promise<Position | null> {
  const stream = attemptsStream(studentCode, courseId);
  const attempt = (await handler.read(stream, attemptsStreams)).state.attempts.find((each) => each.applyId === applyId);
  if (!attempt) return null;
  const command = commandOn(attempt);
  const done = await handler.execute({
    stream,
    decider: attemptsDecider,
    command,
    context: policyContext(cause, `attempts.${command.type}:${courseId}`),
    facts: () => noFacts,
  });
  if (isRefused(done)) throw new PolicyRefused(`attempts.${command.type}`, done.refused);
  return done.position;
}
