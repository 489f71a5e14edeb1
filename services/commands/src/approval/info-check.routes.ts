import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { infoCheck } from '@jwxt/contracts/approval/info-check.events.ts';
import { toggleInfoChange } from '@jwxt/contracts/approval/info-check.operations.ts';
import type { CommandsArea } from '../kernel/area.ts';
import { defineRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused } from '../kernel/refusal.ts';
import { mayNotDecide } from './application.decider.ts';
import { infoToggleDecider } from './info-check.decider.ts';

/** Judging the rows of a check one by one; asking for one and its effect are the student status'. */
export const infoCheckRequests: CommandsArea = {
  routes: [
    defineRoute(toggleInfoChange, async ({ id }, context, services) => {
      const [applyId = ''] = id.split(':');
      const done = await services.handler.execute({
        stream: infoCheck.streamOf(applyId),
        decider: infoToggleDecider,
        command: { id },
        context,
        facts: async () => ({ approver: await decidesNow(applyId, context.actor.userName, services) }),
      });
      if (isRefused(done)) return done;
      const row = done.state.status === 'none' ? undefined : done.state.request.rows.find((one) => one.id === id);
      if (!row) throw new Error(`${context.commandId} has not changed ${id}, and was not refused`);
      return { result: { id, isEffective: row.isEffective }, position: done.position };
    }),
  ],
};

/** Whether a person might decide the application at this moment, in his own right. */
async function decidesNow(
  applyId: string,
  userName: string,
  { handler, isCandidate }: CommandServices,
): Promise<boolean> {
  const { state } = await handler.read(applicationStream(applyId), applicationStreams);
  if (
    state.phase !== 'inApproval' ||
    mayNotDecide(state.draft, userName) ||
    state.endorsedBy.includes(userName) ||
    (state.assignee && state.assignee.userName !== userName)
  )
    return false;
  return isCandidate(userName, state.node);
}
