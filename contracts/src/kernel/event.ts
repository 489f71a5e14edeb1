import type { z } from 'zod';

/** One event type: its wire name, the version written today, and the schema of its data. */
export type EventDefinition<T extends string = string, S extends z.ZodType = z.ZodType> = {
  readonly type: T;
  readonly version: number;
  readonly data: S;
};

/** Declares an event type. */
export function defineEvent<T extends string, S extends z.ZodType>(type: T, version: number, data: S): EventDefinition<T, S> {
  return { type, version, data };
}

/** `{type, data}` of a definition, and of a union of definitions. */
export type EventOf<D extends EventDefinition> = D extends EventDefinition<infer T, infer S> ? { type: T; data: z.output<S> } : never;

/** Definitions by type, for reading: `byType(events).get(recorded.type)`. */
export function byType<D extends EventDefinition>(definitions: readonly D[]): ReadonlyMap<string, D> {
  return new Map(definitions.map((definition) => [definition.type, definition]));
}

/** Where, when and by whom an event came about: what a fold is told beside the event itself. */
export interface EventContext {
  /** Revision in its stream. */
  readonly revision: number;
  /** ISO instant. */
  readonly time: string;
  readonly userName: string;
  readonly name: string;
}
