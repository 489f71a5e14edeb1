import type { EventContext, EventDefinition, EventOf } from './event.ts';
import type { Upcaster } from './upcast.ts';

/** An event of a union of definitions. */
export interface DomainEvent {
  readonly type: string;
  readonly data: object;
}

/** What it takes to read the events of one kind of stream, of whatever year. */
export interface StreamSchema {
  /** Beginning of the names of these streams, with its hyphen. */
  readonly prefix: string;
  readonly events: readonly EventDefinition[];
  readonly upcasters: readonly Upcaster[];
}

/**
 * One kind of stream: its events, and the state that they fold into. Deciders, replays and kept folds all fold with
 * this.
 */
export interface StreamDefinition<State, Event extends DomainEvent> extends StreamSchema {
  readonly initial: State;
  evolve(state: State, event: Event, context: EventContext): State;
}

/** Events of a kind of stream, and of a union of them. */
export type EventOfStream<S> = S extends StreamDefinition<infer _State, infer Event> ? Event : never;

/** A kind of stream whose events no log and no replay tells by themselves. */
export interface UntoldStream {
  readonly untold: true;
}

/** Marks a kind of stream: its events need no words. Whoever declares it so says by what else they are told. */
export function untold<State, Event extends DomainEvent>(
  streams: StreamDefinition<State, Event>,
): StreamDefinition<State, Event> & UntoldStream {
  return { ...streams, untold: true };
}

/** Anything when each event has a name of its own, else a sentence that no list of events is. */
type DistinctEvents<E extends readonly EventDefinition[]> = E extends readonly [
  infer First extends EventDefinition,
  ...infer Rest extends readonly EventDefinition[],
]
  ? First['type'] extends Rest[number]['type']
    ? `two events are called ${First['type']}`
    : DistinctEvents<Rest>
  : unknown;

/** Declares a kind of stream. Two events of one name do not compile. */
export function defineStream<const E extends readonly EventDefinition[], State>(declaration: {
  readonly prefix: `${string}-`;
  readonly events: E & DistinctEvents<E>;
  readonly upcasters?: readonly Upcaster[];
  readonly initial: NoInfer<State>;
  evolve(state: State, event: EventOf<E[number]>, context: EventContext): State;
}): StreamDefinition<State, EventOf<E[number]>> {
  const { prefix, events, upcasters = [], initial, evolve } = declaration;
  return { prefix, events, upcasters, initial, evolve };
}

/** Folds events from the beginning, each with where and when it happened. */
export function foldStream<State, Event extends DomainEvent>(
  { initial, evolve }: StreamDefinition<State, Event>,
  events: readonly (readonly [Event, EventContext])[],
): State {
  return events.reduce((state, [event, context]) => evolve(state, event, context), initial);
}
