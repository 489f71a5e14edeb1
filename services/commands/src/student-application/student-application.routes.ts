import { studentApplication } from '@jwxt/contracts/student-application/student-application.events.ts';
import { bindingFiles } from '../file/shared/attached-files.ts';
import { partOf, type CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandDone, type CommandRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { apply } from './apply.ts';
import { studentApplicationDecider } from './student-application.decider.ts';
import type { StudentApplicationRules } from './student-application-rules.ts';

/** Commands of the applications of one kind. */
export function studentApplicationRoutes(rules: StudentApplicationRules): readonly CommandRoute[] {
  const { kind } = rules;
  return [
    defineRoute(kind.commands.apply, (sent, context, services) =>
      bindingFiles(
        services.pool,
        {
          businessTable: kind.files.businessTable,
          businessId: sent.applyId,
          uploader: context.actor.userName,
        },
        (files) => apply(rules, sent, files, context, services),
      ),
    ),
    defineRoute(kind.commands.revoke, (payload, context, services) => revoke(rules, payload, context, services)),
  ];
}

/** What it did first: that says whether it can still be taken back. Repeated, it finds it gone. */
async function revoke(
  { kind, revoke: takeBack }: StudentApplicationRules,
  { applyId, reason }: { applyId: string; reason: string },
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  const stream = studentApplication.streamOf(applyId);
  const { state, applied } = await services.handler.read(stream, studentApplication.streams);
  if (state.status === 'none' || state.request.processNo !== kind.processNo) return refuse('NOT_FOUND');
  if (state.status !== 'effected' && !applied.has(context.commandId)) return refuse('STUDENT_APPLICATION_NOT_EFFECTED');
  const taken = await takeBack(state.request, reason, partOf(context, 'effect'), services);
  if (isRefused(taken)) return taken;
  const done = await services.handler.execute({
    stream,
    decider: studentApplicationDecider,
    command: { type: 'revoke', reason },
    context,
    facts: () => undefined,
  });
  return isRefused(done) ? done : { result: { applyId }, position: later(taken, done.position) };
}
