import { secondaryAuthStream, type SecondaryAuth } from '@jwxt/contracts/approval/secondary-auth.events.ts';
import { grantSecondaryAuth, revokeSecondaryAuth } from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import { toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandDone, type CommandRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { secondaryAuthDecider, type SecondaryAuthCommand } from './secondary-auth.decider.ts';
import { loadApprover, mayApproveAtAll, processesDecidedBy } from './secondary-auth.facts.ts';

/** Commands of authorisations. */
export const secondaryAuthRoutes: readonly CommandRoute[] = [
  defineRoute(grantSecondaryAuth, async ({ toUser, beginTime, endTime, reason, processNos }, context, services) => {
    const target = await loadApprover(services.pool, toUser);
    if (!target) return refuse('DELEGATION_NO_USER', { name: toUser });
    const { userName, name, departmentName } = context.actor;
    const auth: SecondaryAuth = {
      // The same command again means the same authorisation.
      authId: derivedId(`${context.commandId}:auth`),
      fromUser: { userName, name, departmentName },
      toUser: { userName: toUser, ...target },
      authType: '1',
      processNos: [...new Set(processNos)],
      beginTime: toInstant(beginTime),
      endTime: toInstant(endTime),
      reason,
    };
    return onAuthorisation(auth.authId, { type: 'grant', auth }, toUser, context, services);
  }),
  defineRoute(revokeSecondaryAuth, ({ authId }, context, services) =>
    onAuthorisation(authId, { type: 'revoke' }, null, context, services),
  ),
];

async function onAuthorisation(
  authId: string,
  command: SecondaryAuthCommand,
  toUser: string | null,
  context: CommandContext,
  { handler, pool }: CommandServices,
): Promise<CommandDone<{ authId: string }> | Refused> {
  const { userName } = context.actor;
  const done = await handler.execute({
    stream: secondaryAuthStream(authId),
    decider: secondaryAuthDecider,
    command,
    context,
    facts: async () => ({
      userName,
      now: context.time,
      decides: toUser === null ? new Set<string>() : await processesDecidedBy(pool, userName),
      targetMayApprove: toUser !== null && (await mayApproveAtAll(pool, toUser)),
    }),
  });
  return isRefused(done) ? done : { result: { authId }, position: done.position };
}
