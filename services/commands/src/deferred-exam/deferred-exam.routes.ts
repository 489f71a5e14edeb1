import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { deferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { applyForDeferredExam, revokeDeferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { DEFERRED_EXAM_FILES } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import { deferredExamId } from '@jwxt/infra/runtime/event-id.ts';
import { firstNotAllowed } from '@jwxt/infra/runtime/status-allowance.ts';
import { bindingFiles } from '../file/shared/attached-files.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandDone, type CommandRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, refuseField, type Refused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { changeGrantedRemark } from '../score/shared/granted-remark.ts';
import { deferredExamRequestOf, type DeferredExamForm } from './deferred-exam-request.ts';
import { deferredExamDecider, isOver, type DeferredExamState } from './deferred-exam.decider.ts';
import { loadAttendedClass, type AttendedClass } from './deferred-exam.facts.ts';

/** Commands of applications to sit exams later. */
export const deferredExamRoutes: readonly CommandRoute[] = [
  defineRoute(applyForDeferredExam, (form, context, services) =>
    bindingFiles(
      services.pool,
      { businessTable: DEFERRED_EXAM_FILES, businessId: form.applyId, uploader: context.actor.userName },
      (files) => apply(form, files, context, services),
    ),
  ),

  // The sheet first: it says whether the leave can still be taken back. Repeated, it finds the remark gone.
  defineRoute(revokeDeferredExam, async ({ applyId, reason }, context, services) => {
    const stream = deferredExam.streamOf(applyId);
    const { state, applied } = await services.handler.read(stream, deferredExam.streams);
    if (state.status === 'none') return refuse('NOT_FOUND');
    if (state.status !== 'effected' && !applied.has(context.commandId)) return refuse('DEFERRED_NOT_EFFECTED');
    const taken = await changeGrantedRemark(
      services,
      { ...state.request, remark: scoreRemark.deferred, set: false, reason: `缓考撤销：${reason}` },
      context,
    );
    if (isRefused(taken)) return taken;
    const done = await services.handler.execute({
      stream,
      decider: deferredExamDecider,
      command: { type: 'revoke', reason },
      context,
      facts: () => undefined,
    });
    return isRefused(done) ? done : { result: { applyId }, position: later(taken.position, done.position) };
  }),
];

async function apply(
  form: DeferredExamForm,
  files: Parameters<Parameters<typeof bindingFiles>[2]>[0],
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  const { actor } = context;
  if (actor.studentCode !== null && actor.studentCode !== form.studentId) return refuse('OUT_OF_SCOPE');
  const barred = await firstNotAllowed(services.pool, [form.studentId], 'apply');
  if (barred) return refuse('STATUS_FORBIDS', { ...barred });
  const attended = await loadAttendedClass(services.pool, form.studentId, form.teachingClassId);
  if (!attended) return refuseField('DEFERRED_CLASS_UNKNOWN', {}, 'teachingClassId');
  const { applyId, state, repeated } = await placeOf(attended, context, services);
  if (applyId !== form.applyId) return refuse('DEFERRED_MOVED');
  const known = state.status === 'none' ? null : state.request;
  const request =
    known && (repeated || !mayOpenAgain(state.status))
      ? known
      : await deferredExamRequestOf(
          {
            form,
            attended,
            files,
            turn: known
              ? {
                  applyId,
                  round: known.application.round + 1,
                  processVersion: known.application.process.processVersion,
                }
              : { applyId, round: 1 },
          },
          context,
          services,
        );
  if (isRefused(request)) return request;
  const done = await services.handler.execute({
    stream: deferredExam.streamOf(applyId),
    decider: deferredExamDecider,
    command: { type: 'open', request },
    context,
    facts: () => undefined,
  });
  return isRefused(done) ? done : { result: { applyId }, position: done.position };
}

/**
 * Where the application of a student, course and semester goes: after those that ended without leave. A command that is
 * sent again finds the place that it took.
 */
async function placeOf(
  attended: AttendedClass,
  { commandId }: CommandContext,
  { handler }: CommandServices,
): Promise<{ applyId: string; state: DeferredExamState; repeated: boolean }> {
  for (let number = 1; ; number += 1) {
    const applyId = deferredExamId(attended, number);
    const { state, applied } = await handler.read(deferredExam.streamOf(applyId), deferredExam.streams);
    const repeated = applied.has(commandId);
    if (repeated || !isOver(state)) return { applyId, state, repeated };
  }
}
