import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { applyForRecognition } from '@jwxt/contracts/recognition/recognition.command.ts';
import { recognitionStream } from '@jwxt/contracts/recognition/recognition.events.ts';
import { noRecognition } from '@jwxt/contracts/recognition/recognition.state.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { loadDraftFacts } from '../kernel/application-draft.ts';
import { bindingFiles } from '../kernel/attached-files.ts';
import { attemptsDecider, type AttemptsFacts } from '../kernel/attempts.decider.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandDone, type CommandRoute, type CommandServices, type Policy } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { recognitionDecider } from './recognition.decider.ts';
import { loadCourseNames, loadGradeBands, loadPlanCourses, loadStudent } from './recognition.facts.ts';
import { openRecognition, settleRecognition } from './recognition.policy.ts';
import { recognitionRequestOf, RECOGNITION_PROCESS, type RecognitionForm } from './recognition-request.ts';
import { completeReservations, unavailable } from './reserve-courses.ts';

/** Commands of recognitions. */
export const recognitionRoutes: readonly CommandRoute[] = [
  defineRoute(applyForRecognition, (form, context, services) => (form.applyId === undefined
    ? submit(form, [], context, services)
    : bindingFiles(services.pool, { businessTable: RECOGNITION_FILES, businessId: form.applyId, uploader: context.actor.userName }, (files) => submit(form, files, context, services)))),
];

/** What reservations and approvals of recognitions set off. */
export const recognitionPolicies: readonly Policy[] = [openRecognition, settleRecognition];

/** The first course's reservation carries the whole request: what it was at the first try is what a repetition completes. */
async function submit(form: RecognitionForm, files: readonly AttachedFile[], context: CommandContext, services: CommandServices): Promise<CommandDone<{ applyId: string }> | Refused> {
  const [courseId = ''] = form.relateList.flatMap((pair) => pair.inSideList.map((inside) => inside.courseId)).toSorted();
  const reserved = await services.handler.execute({
    stream: attemptsStream(form.studentId, courseId), decider: attemptsDecider, command: { type: 'reserve', courseId }, context,
    facts: () => factsOf(form, files, context, services),
  });
  if (isRefused(reserved)) return reserved;
  const request = reserved.state.reservation?.request;
  if (!request) return refuse('CONCURRENT_CHANGE');
  const opened = await completeReservations(services, request, context);
  return isRefused(opened) ? opened : { result: { applyId: request.applyId }, position: later(reserved.position, opened.position) };
}

async function factsOf(form: RecognitionForm, files: readonly AttachedFile[], context: CommandContext, services: CommandServices): Promise<AttemptsFacts | Refused> {
  const { handler, pool } = services;
  const courseIds = form.relateList.flatMap((pair) => pair.inSideList.map((inside) => inside.courseId));
  const [student, courseNames, bands, sentAgain] = await Promise.all([
    loadStudent(pool, form.studentId), loadCourseNames(pool, courseIds), loadGradeBands(pool),
    form.applyId === undefined ? noRecognition : handler.read(recognitionStream(form.applyId), recognitionDecider).then(({ state }) => state),
  ]);
  const version = sentAgain.status === 'none' ? undefined : sentAgain.request.application.process.processVersion;
  const [plan, process] = await Promise.all([loadPlanCourses(pool, student?.njzydm ?? '', courseIds), loadDraftFacts(pool, RECOGNITION_PROCESS, version)]);
  const request = recognitionRequestOf(form, { actor: context.actor, now: context.time, newApplyId: derivedId(`${context.commandId}:application`), student, plan, courseNames, bands, process, sentAgain, files });
  if (isRefused(request)) return request;
  return await unavailable(services, request) ?? { request };
}
