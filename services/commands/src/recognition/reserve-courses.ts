import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { recognitionAccountStream } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import { recognitionAccountStreams } from '@jwxt/contracts/recognition/recognition-account.state.ts';
import { recognitionStream, type RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { attemptsDecider, holds, noFacts, type AttemptsCommand } from '../score/shared/attempts.decider.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { createKeyedLock } from '../kernel/keyed-lock.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { recognitionAccountDecider, takingOf, type AccountCommand } from './recognition-account.decider.ts';
import { coursesOf, recognitionDecider } from './recognition.decider.ts';
import { loadRequiredCredit } from './recognition.facts.ts';

/** A request whose first course is reserved, as the stored event says it, and that event's revision. */
export interface ReservedRequest {
  readonly request: RecognitionRequest;
  readonly revision: number;
}

/** What became of a request: it is open, and the place of the last event written for it. */
export interface Opened {
  readonly position: Position | null;
}

/**
 * One request is completed once at a time: the command, and the policy that completes what a crash left, do not step
 * between each other.
 */
const completing = createKeyedLock();

/**
 * Completes a request whose first course is reserved: reserves the other courses, takes the credits of the student's
 * account, then opens the recognition; or, when something cannot be had, gives all back and answers why. The first
 * course decides: while the request holds it, the request is alive; when it is given back, the request is dead for
 * good, whatever is repeated. Safe to call again at any time.
 */
export function completeReservations(
  services: CommandServices,
  reserved: ReservedRequest,
  context: CommandContext,
): Promise<Opened | Refused> {
  const {
    applyId,
    application: { applyTime },
  } = reserved.request;
  // The steps bear the time of the request, not that of whoever takes them: it is the same whichever process does.
  return completing.run(applyId, () => complete(services, reserved, { ...context, time: applyTime }));
}

async function complete(
  services: CommandServices,
  { request, revision }: ReservedRequest,
  context: CommandContext,
): Promise<Opened | Refused> {
  const { handler } = services;
  const { applyId, application } = request;
  const content = (await handler.read(recognitionStream(applyId), recognitionStreams)).state;
  if ('request' in content && content.request.application.round >= application.round) {
    // Already open: what may be missing is its application, which the policy of the repeated append opens.
    if (content.request.application.applyTime !== application.applyTime)
      return await giveBack(services, request, context, refuse('RECOGNITION_NOT_EDITABLE'));
    const opened = await handler.execute({
      stream: recognitionStream(applyId),
      decider: recognitionDecider,
      command: { type: 'open', request },
      context: part(context, request, 'open'),
      facts: () => undefined,
    });
    return isRefused(opened) ? opened : { position: opened.position };
  }
  const [first = '', ...others] = coursesOf(request);
  if (!(await holdsCourse(services, request, { courseId: first, known: revision })))
    return await giveBack(
      services,
      request,
      context,
      (await unavailable(services, request)) ?? refuse('CONCURRENT_CHANGE'),
    );
  let last: Position | null = null;
  for (const courseId of others) {
    const reserved = await onCourse(services, request, context, courseId, { type: 'reserve', courseId }, request);
    if (isRefused(reserved)) return await giveBack(services, request, context, reserved);
    last = later(last, reserved.position);
  }
  const taken = await onAccount(services, request, context, takingCredit(request));
  if (isRefused(taken)) return await giveBack(services, request, context, taken);
  last = later(last, taken.position);
  const opened = await handler.execute({
    stream: recognitionStream(applyId),
    decider: recognitionDecider,
    command: { type: 'open', request },
    context: part(context, request, 'open'),
    facts: () => undefined,
  });
  return isRefused(opened)
    ? await giveBack(services, request, context, opened)
    : { position: later(last, opened.position) };
}

/** Why a course or the credits cannot be had as things stand, before anything is reserved; null when all can. */
export async function unavailable(
  { handler, pool }: CommandServices,
  request: RecognitionRequest,
): Promise<Refused | null> {
  for (const courseId of coursesOf(request)) {
    const { state } = await handler.read(attemptsStream(request.studentCode, courseId), attemptsStreams);
    const decision = attemptsDecider.decide(state, { type: 'reserve', courseId }, { request });
    if ('refused' in decision) return decision;
  }
  const account = await handler.read(recognitionAccountStream(request.studentCode), recognitionAccountStreams);
  const taking = recognitionAccountDecider.decide(
    account.state,
    takingCredit(request),
    await loadRequiredCredit(pool, request.studentCode),
  );
  return 'refused' in taking ? taking : null;
}

/**
 * Gives back what a request holds, the deciding course first. All of it, or it throws: whoever repeats it goes on where
 * it stopped.
 */
export async function releaseCourses(
  services: CommandServices,
  request: RecognitionRequest,
  context: CommandContext,
): Promise<Position | null> {
  let last: Position | null = null;
  for (const courseId of coursesOf(request)) {
    const {
      applyId,
      studentCode,
      application: { applyTime },
    } = request;
    const released = await onCourse(
      services,
      request,
      context,
      courseId,
      { type: 'release', studentCode, courseId, applyId, time: applyTime },
      null,
    );
    last = later(last, given('release', released));
  }
  const {
    applyId,
    studentCode,
    application: { applyTime },
  } = request;
  const returned = await onAccount(services, request, context, {
    type: 'giveBack',
    studentCode,
    applyId,
    time: applyTime,
  });
  return later(last, given('giveBack', returned));
}

/** Nothing that is given back can be refused by a rule. */
function given(step: string, done: { readonly position: Position | null } | Refused): Position | null {
  if (isRefused(done)) throw new PolicyRefused(`recognition.${step}`, done.refused);
  return done.position;
}

async function giveBack(
  services: CommandServices,
  request: RecognitionRequest,
  context: CommandContext,
  why: Refused,
): Promise<Refused> {
  await releaseCourses(services, request, context);
  return why;
}

function onCourse(
  { handler }: CommandServices,
  request: RecognitionRequest,
  context: CommandContext,
  courseId: string,
  command: AttemptsCommand,
  asked: RecognitionRequest | null,
) {
  return handler.execute({
    stream: attemptsStream(request.studentCode, courseId),
    decider: attemptsDecider,
    command,
    context: part(context, request, `${command.type}:${courseId}`),
    facts: () => (asked ? { request: asked } : noFacts),
  });
}

function takingCredit(request: RecognitionRequest): AccountCommand {
  return {
    type: 'take',
    studentCode: request.studentCode,
    processName: request.application.process.processName,
    taking: takingOf(request),
  };
}

function onAccount(
  { handler, pool }: CommandServices,
  request: RecognitionRequest,
  context: CommandContext,
  command: AccountCommand,
) {
  return handler.execute({
    stream: recognitionAccountStream(request.studentCode),
    decider: recognitionAccountDecider,
    command,
    context: part(context, request, `account:${command.type}`),
    facts: () => (command.type === 'take' ? loadRequiredCredit(pool, request.studentCode) : null),
  });
}

/** Ids from the request, so that the command and the policies repeat each other's steps instead of adding to them. */
function part(context: CommandContext, { applyId, application }: RecognitionRequest, step: string): CommandContext {
  return {
    ...context,
    commandId: derivedId(`recognition:${applyId}:${application.round}:${application.applyTime}:${step}`),
    command: `recognition:${step}`,
  };
}

/** Whether the request holds a course, by a state not older than a revision that is known. */
async function holdsCourse(
  { handler }: CommandServices,
  { studentCode, applyId, application }: RecognitionRequest,
  { courseId, known }: { courseId: string; known: number },
): Promise<boolean> {
  return holds(
    (await handler.read(attemptsStream(studentCode, courseId), attemptsStreams, known)).state,
    applyId,
    application.applyTime,
  );
}
