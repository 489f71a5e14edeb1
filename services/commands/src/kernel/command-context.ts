import type { Actor, OnBehalfOf, SignInFacts } from '@jwxt/contracts/kernel/actor.ts';
import { POLICY_USER } from '@jwxt/contracts/kernel/actor.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { StoredEvent } from './event-codec.ts';

/** Everything about a command besides what it asks for. */
export interface CommandContext {
  readonly commandId: string;
  /** Name and fingerprint of the payload: the same id with another fingerprint is another command. */
  readonly command: string;
  readonly correlationId: string;
  /** Event that a policy reacts to; null for a person. */
  readonly causationId: string | null;
  readonly clientAddress: string | null;
  readonly actor: Actor;
  /** How that person came in; absent for policies and for what is loaded. */
  readonly signIn?: SignInFacts;
  readonly permission: string | null;
  /** Whose permission it is done by; absent in the actor's own right. */
  readonly onBehalfOf?: OnBehalfOf;
  /** Who confirmed it as the second person (`姓名（账号）`); absent where nobody had to. */
  readonly confirmedBy?: string;
  /** ISO instant with milliseconds: the server's clock. */
  readonly time: string;
  /** The span of the command, parent of what it does; absent when nobody traces. */
  readonly traceparent?: string;
}

/** What happens by itself. */
export const systemActor: Actor = {
  userName: POLICY_USER,
  name: '系统',
  roleCodes: [],
  roleNames: [],
  gh: null,
  studentCode: null,
  departmentId: null,
  departmentName: null,
};

/** Context of one part of a command that is done once, in its turn: the same command again has the same parts. */
export function partOf(context: CommandContext, part: string): CommandContext {
  return {
    ...context,
    commandId: derivedId(`${context.commandId}:${part}`),
    command: `${context.command}:${part}`,
  };
}

/**
 * Context of a command that a policy derives from an event: the same event and purpose always give the same command id.
 * The effect carries its cause's time, so that carrying it out later, or again, writes the same.
 */
export function policyContext(cause: StoredEvent, purpose: string, time: string = cause.metadata.time): CommandContext {
  return {
    commandId: derivedId(`${cause.id}:${purpose}`),
    command: `policy:${purpose}`,
    correlationId: cause.metadata.correlationId,
    causationId: cause.id,
    clientAddress: null,
    actor: systemActor,
    permission: null,
    time,
    ...(cause.metadata.traceparent === undefined ? {} : { traceparent: cause.metadata.traceparent }),
  };
}
