import { z } from 'zod';
import { actor, onBehalfOf, signInFacts } from './actor.ts';
import type { ReadModelName } from './read-model.vocabulary.ts';
import { fieldError } from './envelope.ts';

/** One command type: its name, its payload, and what the answer carries. */
export type CommandDefinition<
  N extends string = string,
  P extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = {
  readonly name: N;
  readonly payload: P;
  readonly result: R;
  /**
   * Parts of the payload that the gateway looks up: a repeated command is the same command although they have changed
   * meanwhile.
   */
  readonly lookedUp?: readonly string[];
  /**
   * Parts of the payload that nobody may learn, by path (`rows.password` for the password of every row): never in a
   * fingerprint, a log or an answer.
   */
  readonly secret?: readonly string[];
  /**
   * Read models in which people look for what it did: its sender finds it there. None where it changes rows, which show
   * it at once.
   */
  readonly shownIn: readonly ReadModelName[];
  /** How long its sender waits for one answer, in milliseconds, where it takes longer than others. */
  readonly answersWithinMs?: number;
};

/** Declares a command. */
export function defineCommand<N extends string, P extends z.ZodType, R extends z.ZodType>(
  name: N,
  payload: P,
  result: R,
  {
    lookedUp = [],
    secret = [],
    shownIn = [],
    answersWithinMs,
  }: {
    lookedUp?: readonly (keyof z.output<P> & string)[];
    secret?: readonly string[];
    shownIn?: readonly ReadModelName[];
    answersWithinMs?: number;
  } = {},
): CommandDefinition<N, P, R> {
  return {
    name,
    payload,
    result,
    lookedUp,
    secret,
    shownIn,
    ...(answersWithinMs === undefined ? {} : { answersWithinMs }),
  };
}

/** What the gateway posts to the commands service at `/commands/{name}`. */
export const commandEnvelope = z.object({
  commandId: z.string().min(1).max(128),
  correlationId: z.string(),
  clientAddress: z.string().nullable(),
  actor,
  /** Whose permission it is done by, where the actor has been handed it on and does not act in his own right. */
  onBehalfOf: onBehalfOf.optional(),
  /** Absent when no session stands behind the command. */
  signIn: signInFacts.optional(),
  /**
   * Permission code under which the gateway let the caller in; commands ask whether the actor holds it and whether it
   * is one for this command.
   */
  permission: z.string().nullable(),
  /** The request of its sender that a second person confirmed and that carries it out (decision 056). */
  confirmation: z.string().optional(),
  /** Another time than now. Taken only from the demo loader, and never when `NODE_ENV` is `production`. */
  at: z.string().optional(),
  payload: z.unknown(),
});
export type CommandEnvelope = z.output<typeof commandEnvelope>;

/** A position in the store's log as text, `commit/prepare`; read models are waited for by it. */
export const positionText = z.string().regex(/^\d+\/\d+$/);

/**
 * Accepted: the result, and the position of the last event that the command (and the policies it set off) wrote; null
 * when it wrote none.
 */
export const commandAccepted = z.object({
  status: z.literal('accepted'),
  result: z.unknown(),
  position: positionText.nullable(),
});
/** Refused: nothing was written. */
export const commandRefused = z.object({
  status: z.literal('refused'),
  code: z.string(),
  message: z.string(),
  fieldErrors: z.array(fieldError).optional(),
  data: z.unknown().optional(),
});
export const commandOutcome = z.discriminatedUnion('status', [commandAccepted, commandRefused]);
export type CommandOutcome = z.output<typeof commandOutcome>;
