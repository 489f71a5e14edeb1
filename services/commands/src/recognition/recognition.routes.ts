import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import {
  applyForRecognition,
  removeRecognition,
  revokeRecognition,
  saveRecognition,
  settleRecognition,
} from '@jwxt/contracts/recognition/recognition.command.ts';
import { recognitionStream } from '@jwxt/contracts/recognition/recognition.events.ts';
import {
  noRecognition,
  recognitionStreams,
  type RecognitionState,
} from '@jwxt/contracts/recognition/recognition.state.ts';
import { recognitionKinds } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { applicationId } from '@jwxt/infra/runtime/event-id.ts';
import { applicantOf, loadDraftFacts } from '../approval/shared/application-draft.ts';
import { bindingFiles } from '../file/shared/attached-files.ts';
import { attemptsDecider, type AttemptsFacts } from '../score/shared/attempts.decider.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import {
  defineRoute,
  type CommandDone,
  type CommandRoute,
  type CommandServices,
  type Policy,
} from '../kernel/command-route.ts';
import { isUuid } from '../kernel/is-uuid.ts';
import { isRefused, refuse, refuseField, type Refused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { loadAdjustedValues } from './adjusted-values.facts.ts';
import { recognitionDecider, type RecognitionCommand, type RecognitionFacts } from './recognition.decider.ts';
import {
  loadApplicationTimes,
  loadCourseNames,
  loadGradeBands,
  loadPlanCourses,
  loadScoreSources,
  loadStudent,
  type PlanCourse,
} from './recognition.facts.ts';
import { endRecognition, openRecognition } from './recognition.policy.ts';
import { followSettlement, watchSources, withdrawRevoked } from './recognition-in-force.policy.ts';
import { followOutsideScores } from './outside-school-score.policy.ts';
import { tellOfRecognitions } from './recognition-message.policy.ts';
import { recognitionRequestOf } from './recognition-request.ts';
import type { RecognitionForm } from './recognition-lines.ts';
import { loadPassMark } from '../score-setting/shared/pass-mark.facts.ts';
import { loadNamedAttempts } from './recognised-attempts.facts.ts';
import { completeReservations, unavailable } from './reserve-courses.ts';

/** Commands of recognitions. */
export const recognitionRoutes: readonly CommandRoute[] = [
  defineRoute(applyForRecognition, (form, context, services) =>
    bindingFiles(
      services.pool,
      { businessTable: RECOGNITION_FILES, businessId: form.applyId, uploader: context.actor.userName },
      (files) => submit(form, files, context, services),
    ),
  ),

  defineRoute(saveRecognition, async ({ kind, applyId, studentId, form }, context, services) => {
    const { actor } = context;
    const student = await loadStudent(services.pool, studentId);
    if (!student) return refuseField('RECOGNITION_NO_STUDENT', {}, 'studentId');
    if (actor.studentCode !== null && actor.studentCode !== student.studentCode) return refuse('OUT_OF_SCOPE');
    if (!isUuid(applyId)) return refuse('RECOGNITION_NOT_EDITABLE');
    const applicant = applicantOf(actor);
    return await change(
      applyId,
      { type: 'save', draft: { applyId, kind, ...student, applicant, form } },
      context,
      services,
    );
  }),

  defineRoute(removeRecognition, ({ kind, applyId }, context, services) =>
    change(applyId, { type: 'remove', kind, applyId, userName: context.actor.userName }, context, services),
  ),

  defineRoute(settleRecognition, ({ applyId, ...settling }, context, services) =>
    change(applyId, { type: 'settle', ...settling }, context, services, (state) =>
      settling.outcome === 'adjusted' ? loadAdjustedValues(services, state) : undefined,
    ),
  ),

  defineRoute(revokeRecognition, ({ applyId, ...revoking }, context, services) =>
    change(applyId, { type: 'revoke', ...revoking }, context, services),
  ),
];

/** What reservations and approvals of recognitions set off. */
export const recognitionPolicies: readonly Policy[] = [
  openRecognition,
  endRecognition,
  watchSources,
  followSettlement,
  withdrawRevoked,
  tellOfRecognitions,
  followOutsideScores,
];

async function change(
  applyId: string,
  command: RecognitionCommand,
  context: CommandContext,
  { handler }: CommandServices,
  facts: (state: RecognitionState) => Promise<RecognitionFacts | Refused> | RecognitionFacts = () => undefined,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  const done = await handler.execute({
    stream: recognitionStream(applyId),
    decider: recognitionDecider,
    command,
    context,
    facts,
  });
  return isRefused(done) ? done : { result: { applyId }, position: done.position };
}

/** The course whose attempts decide about the request: the first by code. */
function decidingCourseOf({ relateList }: RecognitionForm): string {
  return relateList.flatMap((pair) => pair.inSideList.map((inside) => inside.courseId)).toSorted()[0] ?? '';
}

/**
 * The first course's reservation carries the whole request: what it was at the first try is what a repetition
 * completes.
 */
async function submit(
  form: RecognitionForm,
  files: readonly AttachedFile[],
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  const courseId = decidingCourseOf(form);
  const reserved = await services.handler.execute({
    stream: attemptsStream(form.studentId, courseId),
    decider: attemptsDecider,
    command: { type: 'reserve', courseId },
    context,
    facts: () => factsOf(form, files, context, services),
  });
  if (isRefused(reserved)) return reserved;
  const request = reserved.state.reservation?.request;
  if (!request) throw new Error(`${context.commandId} has not reserved ${courseId}, and was not refused`);
  const opened = await completeReservations(services, { request, revision: reserved.revision }, context);
  return isRefused(opened)
    ? opened
    : { result: { applyId: request.applyId }, position: later(reserved.position, opened.position) };
}

async function factsOf(
  form: RecognitionForm,
  files: readonly AttachedFile[],
  context: CommandContext,
  services: CommandServices,
): Promise<AttemptsFacts | Refused> {
  const { handler, pool } = services;
  const courseIds = form.relateList.flatMap((pair) => pair.inSideList.map((inside) => inside.courseId));
  const [student, courseNames, bands, sources, times, attempts, known] = await Promise.all([
    loadStudent(pool, form.studentId),
    loadCourseNames(pool, courseIds),
    loadGradeBands(pool),
    loadScoreSources(pool),
    loadApplicationTimes(pool, form.kind, form.studentId, context.time),
    loadNamedAttempts(
      services,
      form.studentId,
      form.relateList.flatMap((pair) => pair.outSideList),
    ),
    form.applyId === undefined
      ? noRecognition
      : handler.read(recognitionStream(form.applyId), recognitionStreams).then(({ state }) => state),
  ]);
  const version = 'request' in known ? known.request.application.process.processVersion : undefined;
  const [plan, process, passMark] = await Promise.all([
    student ? loadPlanCourses(pool, student, courseIds) : new Map<string, PlanCourse>(),
    loadDraftFacts(pool, recognitionKinds[form.kind].processNo, version),
    loadPassMark(pool, form.studentId),
  ]);
  const request = recognitionRequestOf(form, {
    actor: context.actor,
    now: context.time,
    newApplyId: applicationId({
      stream: attemptsStream(form.studentId, decidingCourseOf(form)),
      commandId: context.commandId,
    }),
    student,
    plan,
    courseNames,
    bands,
    passMark,
    sources,
    times,
    attempts,
    process,
    known,
    files,
  });
  if (isRefused(request)) return request;
  return (await unavailable(services, request)) ?? { request };
}
