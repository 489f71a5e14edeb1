import type { z } from 'zod';
import { commandOutcome, type CommandDefinition, type CommandEnvelope } from '@jwxt/contracts/kernel/command.ts';
import { errors, type ErrorCode } from '@jwxt/contracts/all-errors.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { createBackoff, pause } from '@jwxt/infra/runtime/backoff.ts';
import { InternalCallError, type InternalClient } from '@jwxt/infra/runtime/internal-http.ts';
import type { Session } from './session-store.ts';
import { actorOf, type Principal } from './principal.ts';
import { Refused } from './refused.ts';

/** An accepted command: what it answers, and the log position that its effects reach; null when it wrote nothing. */
export interface Accepted<Result> {
  readonly result: Result;
  readonly position: string | null;
}

/** In whose name, under which permission and trace, from where. */
export interface Sender {
  readonly user: Principal;
  readonly session: Pick<Session, 'loginWay' | 'issuedBy'>;
  readonly permission: PermissionCode | null;
  readonly traceId: string;
  readonly traceparent: string;
  readonly clientAddress: string | null;
  /** The confirmed request that this carries out (decision 056). */
  readonly confirmation?: string;
}

/** Sends commands to the commands service. */
export interface CommandClient {
  /**
   * Sends one command in the sender's name. A missing answer is asked for again: the command id makes that safe. Throws
   * {@link Refused} with the refusal's code, text, field errors and data; SERVICE_UNAVAILABLE when it was certainly not
   * sent, REQUEST_TIMEOUT when nobody knows.
   */
  send<D extends CommandDefinition>(
    definition: D,
    payload: z.input<D['payload']>,
    sender: Sender,
    commandId: string,
  ): Promise<Accepted<z.output<D['result']>>>;
}

const attemptMs = 10_000;
const defaultRetryForMs = 10_000;

/** Creates the client over an internal connection. */
export function createCommandClient(
  client: InternalClient,
  { retryForMs = defaultRetryForMs }: { retryForMs?: number } = {},
): CommandClient {
  return {
    async send(definition, payload, sender, commandId) {
      const envelope: CommandEnvelope = {
        commandId,
        correlationId: sender.traceId,
        clientAddress: sender.clientAddress,
        actor: actorOf(sender.user),
        signIn: { way: sender.session.loginWay, issuedBy: sender.session.issuedBy },
        permission: sender.permission,
        ...(sender.user.onBehalfOf === undefined ? {} : { onBehalfOf: sender.user.onBehalfOf }),
        ...(sender.confirmation === undefined ? {} : { confirmation: sender.confirmation }),
        payload,
      };
      const outcome = await post(client, definition, envelope, sender.traceparent, retryForMs);
      if (outcome.status === 'refused') {
        throw new Refused(
          isErrorCode(outcome.code) ? outcome.code : 'INTERNAL',
          {},
          {
            message: outcome.message,
            ...(outcome.fieldErrors ? { fieldErrors: outcome.fieldErrors } : {}),
            data: outcome.data,
          },
        );
      }
      return {
        result: definition.result.parse(outcome.result) as z.output<(typeof definition)['result']>,
        position: outcome.position,
      };
    },
  };
}

/** Asks until there is an answer, for a while. One attempt that may have arrived is enough for not knowing. */
async function post(
  client: InternalClient,
  { name, answersWithinMs = attemptMs }: Pick<CommandDefinition, 'name' | 'answersWithinMs'>,
  body: CommandEnvelope,
  traceparent: string,
  retryForMs: number,
): Promise<z.output<typeof commandOutcome>> {
  const deadline = Date.now() + retryForMs;
  const backoff = createBackoff(50, 1_000);
  let maybeArrived = false;
  for (;;) {
    try {
      const answer = await client.call(`/commands/${name}`, {
        method: 'POST',
        body,
        traceparent,
        timeoutMs: answersWithinMs,
      });
      const outcome = commandOutcome.safeParse(answer.body);
      if (outcome.success) return outcome.data;
      if (answer.status !== 503) throw new TypeError(`command ${name}: HTTP ${answer.status} without an outcome`);
    } catch (error) {
      if (!(error instanceof InternalCallError)) throw error;
      maybeArrived ||= error.sent;
    }
    const waitMs = backoff.next();
    if (Date.now() + waitMs > deadline) throw new Refused(maybeArrived ? 'REQUEST_TIMEOUT' : 'SERVICE_UNAVAILABLE');
    await pause(waitMs);
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return code in errors;
}
