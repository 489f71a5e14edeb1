import { recognitionStream, type RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import { recognitionKindList, recognitionKinds } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { attemptsStream, type Attempt, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptSource, examNature, scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { attemptsDecider, noFacts } from '../score/shared/attempts.decider.ts';
import { onApplicationEnd, type ApplicationEnd } from '../approval/shared/application-end.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { loadScoreRule } from '../score-setting/shared/pass-mark.facts.ts';
import { loadRulesInForce } from '../score-setting/shared/score-rules.facts.ts';
import { later } from '../kernel/stream-folds.ts';
import { coursesOf, recognitionDecider } from './recognition.decider.ts';
import { loadCurrentSemester } from './recognition.facts.ts';
import { recognisedText } from './recognition-lines.ts';
import { completeReservations, releaseCourses } from './reserve-courses.ts';

/**
 * The first reservation of a request opens the rest, whatever broke after it; the other reservations follow from it.
 */
export const openRecognition: Policy = {
  name: 'recognition-open',
  types: ['RecognitionReserved'],
  start: 'beginning',
  async react(stored, services) {
    const event = stored.event as AttemptsEvent;
    if (
      event.type !== 'RecognitionReserved' ||
      !event.data.request ||
      event.data.courseId !== coursesOf(event.data.request)[0]
    )
      return null;
    const opened = await completeReservations(
      services,
      { request: event.data.request, revision: stored.revision },
      policyContext(stored, 'recognition.open'),
    );
    // A request that could not be completed has given everything back: that is its end, not a failure of the policy.
    return isRefused(opened) ? null : opened.position;
  },
};

/**
 * What becomes of a recognition when its application ends: the recognised scores exist, or the courses are free again.
 */
export const endRecognition = onApplicationEnd(
  recognitionKindList.map((kind) => recognitionKinds[kind].processNo),
  {
    name: 'recognition-outcome',
    async content({ applyId, round }, { handler }) {
      const { state } = await handler.read(recognitionStream(applyId), recognitionStreams);
      if (!('request' in state)) throw new Error(`recognition ${applyId} does not exist`);
      // A later round may have begun when this one is looked at again: it keeps its courses.
      return state.request.application.round > round ? null : state.request;
    },
    passed: async (request, end, services) =>
      later(await recordRecognised(services, end.cause, request), await close(request, end, services)),
    returned: giveBack,
    notPassed: giveBack,
    recalled: giveBack,
  },
);

/** One attempt for each in-plan course, in the semester of approval (domain-model-score §4). */
async function recordRecognised(
  { handler, pool }: CommandServices,
  cause: StoredEvent,
  request: RecognitionRequest,
): Promise<Position | null> {
  const [semesterId, rule, inForce] = await Promise.all([
    loadCurrentSemester(pool),
    loadScoreRule(pool),
    loadRulesInForce(pool, [request.studentCode]),
  ]);
  let last: Position | null = null;
  for (const inside of request.relateList.flatMap((pair) => pair.inSideList)) {
    const { studentCode, studentNumber, studentName, departmentId, bjdm, njzydm, applyId } = request;
    const {
      courseId,
      courseNum,
      courseName,
      courseCredit,
      openDepartmentId,
      scoreCognizanceFinalValue: final,
    } = inside;
    const attempt: Attempt = {
      attemptId: `${applyId}.${courseId}`,
      studentCode,
      studentNumber,
      studentName,
      courseId,
      courseNum,
      courseName,
      courseCredit,
      semesterId: semesterId ?? inside.semesterId,
      examNature: examNature.recognised,
      final,
      finalName: recognisedText(inside),
      scoreRemarkCode: scoreRemark.normal,
      passed: final >= rule.passMark,
      source: attemptSource.recognised,
      ruleVersion: inForce.get(request.studentCode)?.ruleVersion ?? rule.ruleVersion,
      scoreHierarchyCode: inside.scoreHierarchyCode,
      teachingClassId: null,
      scoreType: null,
      applyId,
      openDepartmentId,
      departmentId,
      bjdm,
      njzydm,
    };
    const done = await handler.execute({
      stream: attemptsStream(studentCode, courseId),
      decider: attemptsDecider,
      command: { type: 'record', attempt },
      context: policyContext(cause, `attempts.record:${courseId}`),
      facts: () => noFacts,
    });
    if (isRefused(done)) throw new PolicyRefused('attempts.record', done.refused);
    last = later(last, done.position);
  }
  return last;
}

async function giveBack(
  request: RecognitionRequest,
  end: ApplicationEnd,
  services: CommandServices,
): Promise<Position | null> {
  const released = await releaseCourses(services, request, policyContext(end.cause, 'recognition.release'));
  return later(released, await close(request, end, services));
}

async function close(
  { applyId }: RecognitionRequest,
  { cause, outcome, opinion }: ApplicationEnd,
  { handler }: CommandServices,
): Promise<Position | null> {
  const done = await handler.execute({
    stream: recognitionStream(applyId),
    decider: recognitionDecider,
    command: { type: 'close', outcome, opinion },
    context: policyContext(cause, 'recognition.close'),
    facts: () => undefined,
  });
  if (isRefused(done)) throw new PolicyRefused('recognition.close', done.refused);
  return done.position;
}
