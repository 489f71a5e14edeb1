import { decideApplication, recallApplication } from '@jwxt/contracts/approval/application.command.ts';
import { applicationStream, type ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { publishProcess } from '@jwxt/contracts/system/system.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandDone, type CommandRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { applicationDecider, type ApplicationCommand, type ApplicationFacts } from './application.decider.ts';
import { publishVersion } from './process-publish.ts';

interface Shown {
  readonly applyId: string;
  readonly approvalBusinessStatus: string;
  readonly revision: number;
}

/** Commands of approvals and their processes. */
export const approvalRoutes: readonly CommandRoute[] = [
  defineRoute(decideApplication, (payload, context, services) => onApplication(payload.applyId, {
    type: 'decide', revision: payload.revision, result: payload.approvalStatus, backNode: payload.backNode,
    opinion: payload.approvalOpinion, isAllSchool: payload.isAllSchool,
  }, context, services)),
  defineRoute(recallApplication, (payload, context, services) =>
    onApplication(payload.applyId, { type: 'recall', reason: payload.reason ?? null }, context, services)),
  defineRoute(publishProcess, (definition, context, { pool }) => applyOnce(pool, context, (client) => publishVersion(client, context, definition))),
];

async function onApplication(
  applyId: string, command: ApplicationCommand, context: CommandContext, { handler, isCandidate }: CommandServices,
): Promise<CommandDone<Shown> | Refused> {
  const { userName, name, departmentName } = context.actor;
  const done = await handler.execute<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts>({
    stream: applicationStream(applyId), decider: applicationDecider, command, context,
    facts: async (state) => ({
      userName, name, departmentName,
      candidate: command.type === 'decide' && state.phase === 'inApproval' && await isCandidate(userName, state.node),
    }),
  });
  if (isRefused(done)) return done;
  if (done.state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  return { result: { applyId, approvalBusinessStatus: done.state.status, revision: done.revision }, position: done.position };
}
