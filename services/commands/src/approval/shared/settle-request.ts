import type { BusinessRequest } from '@jwxt/contracts/approval/business-request.ts';
import type { DomainEvent } from '@jwxt/contracts/kernel/stream.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { policyContext, type CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices, Policy } from '../../kernel/command-route.ts';
import { PolicyRefused } from '../../kernel/policy-refused.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { onApplicationEnd, type ApplicationEnd } from './application-end.ts';
import type { RequestDecider } from './business-request.decider.ts';

/** What passed, as it is to take effect. */
interface Effect<Request> {
  readonly client: PoolClient;
  readonly context: CommandContext;
  readonly request: Request;
}

interface Ended<Request> {
  readonly applyId: string;
  readonly request: Request;
}

interface Settled<Request, Command, Event extends DomainEvent> {
  readonly kind: BusinessRequest<string, Request, Event>;
  readonly decider: RequestDecider<Request, Command, Event>;
  /**
   * Writes what passed into base data, once, in a transaction. Answers what its stream is told instead of its end when
   * that cannot be; null when it was written.
   */
  readonly takeEffect: (effect: Effect<Request>) => Promise<Command | null>;
}

/**
 * The policy of what becomes of a request when its application ends. First the effect, then the end: either may be
 * repeated.
 */
export function settleRequest<Request, Event extends DomainEvent, Command = never>(
  name: string,
  { kind: { processNo, streamOf, streams }, decider, takeEffect }: Settled<Request, Command, Event>,
): Policy {
  async function effect(
    { cause }: ApplicationEnd,
    request: Request,
    { pool }: CommandServices,
  ): Promise<Command | null> {
    const context = policyContext(cause, `${name}.effect`);
    const done = await applyOnce<{ instead?: Command | null }>(pool, context, async (client) => ({
      instead: await takeEffect({ client, context, request }),
    }));
    if (isRefused(done)) throw new PolicyRefused(`${name}.effect`, done.refused);
    return done.result.instead ?? null;
  }
  async function close(
    { applyId, instead }: Ended<Request> & { readonly instead?: Command | null },
    { cause, outcome, opinion }: ApplicationEnd,
    { handler }: CommandServices,
  ): Promise<Position | null> {
    const done = await handler.execute({
      stream: streamOf(applyId),
      decider,
      command: instead ?? { type: 'close', outcome, opinion },
      context: policyContext(cause, `${name}.close`),
      facts: () => undefined,
    });
    if (isRefused(done)) throw new PolicyRefused(`${name}.close`, done.refused);
    return done.position;
  }
  return onApplicationEnd<Ended<Request>>(processNo, {
    name,
    async content({ applyId }, { handler }) {
      const { state } = await handler.read(streamOf(applyId), streams);
      if (state.status === 'none') throw new Error(`content of application ${applyId} does not exist`);
      return { applyId, request: state.request };
    },
    passed: async (content, end, services) =>
      close({ ...content, instead: await effect(end, content.request, services) }, end, services),
    returned: close,
    notPassed: close,
    recalled: close,
  });
}
