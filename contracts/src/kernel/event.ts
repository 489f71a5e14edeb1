import type { z } from 'zod';

/**
 * One event type: its wire name, the version written today, the schema of its data, and the names it was stored under
 * before.
 */
export type EventDefinition<T extends string = string, S extends z.ZodType<object> = z.ZodType<object>> = {
  readonly type: T;
  readonly version: number;
  readonly data: S;
  readonly formerNames: readonly string[];
};

/**
 * Declares an event type. Under a former name it is read at the same versions, as if it had always been called as it is
 * now.
 */
export function defineEvent<T extends string, S extends z.ZodType<object>>(
  type: T,
  version: number,
  data: S,
  { formerNames = [] }: { formerNames?: readonly string[] } = {},
): EventDefinition<T, S> {
  return { type, version, data, formerNames };
}

/** `{type, data}` of a definition, and of a union of definitions. */
export type EventOf<D extends EventDefinition> =
  D extends EventDefinition<infer T, infer S> ? { type: T; data: z.output<S> } : never;

/** Where, when and by whom an event came about: what a fold is told beside the event itself. */
export interface EventContext {
  /** Revision in its stream. */
  readonly revision: number;
  /** ISO instant. */
  readonly time: string;
  readonly userName: string;
  readonly name: string;
}
