import { shuntStream } from '@jwxt/contracts/student-status/divert/shunt.events.ts';
import { shuntStreams, type Shunt } from '@jwxt/contracts/student-status/divert/shunt.state.ts';
import { SHUNT_PROCESS, shuntStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { onApplicationEnd, type ApplicationEnd } from '../../approval/shared/application-end.ts';
import { policyContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { PolicyRefused } from '../../kernel/policy-refused.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { shuntDecider, type ShuntCommand } from './shunt.decider.ts';

/** What becomes of a list when its application ends: it may be carried out, or is with the office again. */
export const settleShunt = onApplicationEnd<Shunt>(SHUNT_PROCESS, {
  name: 'shunt-outcome',
  async content({ applyId, businessId, round }, { handler }) {
    const { state } = await handler.read(shuntStream(businessId), shuntStreams);
    if (state.status === shuntStatus.collecting) throw new Error(`list ${businessId} does not exist`);
    // Sent again, or by another application, since.
    return state.applyId === applyId && state.round === round ? state : null;
  },
  passed: ({ diversionId }, { cause, data }, services) =>
    tell(services, cause, diversionId, { type: 'pass', applyId: data.applyId }),
  returned: closed,
  recalled: closed,
  notPassed: closed,
});

function closed(
  { diversionId }: Shunt,
  { cause, outcome, opinion }: ApplicationEnd<'returned' | 'notPassed' | 'recalled'>,
  services: CommandServices,
): Promise<Position | null> {
  return tell(services, cause, diversionId, { type: 'close', outcome, opinion });
}

async function tell(
  { handler }: CommandServices,
  cause: ApplicationEnd['cause'],
  diversionId: string,
  command: ShuntCommand,
): Promise<Position | null> {
  const purpose = `shunt.${command.type}`;
  const done = await handler.execute({
    stream: shuntStream(diversionId),
    decider: shuntDecider,
    command,
    context: policyContext(cause, purpose),
    facts: () => undefined,
  });
  if (isRefused(done)) throw new PolicyRefused(purpose, done.refused);
  return done.position;
}
