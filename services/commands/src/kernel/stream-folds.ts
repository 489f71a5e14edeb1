import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { comparePositions } from '@jwxt/infra/runtime/log-position.ts';
import type { Decider, DomainEvent } from './decider.ts';
import { decodeEvent, type StoredEvent } from './event-codec.ts';
import { createLruCache } from '@jwxt/infra/runtime/lru-cache.ts';

/** What one command did to a stream. */
export interface AppliedCommand {
  readonly command: string | undefined;
  /** Revision of its last event. */
  readonly revision: number;
  readonly position: Position;
}

/** A stream folded up to a revision (-1: it does not exist). Never changed in place. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
  /** Commands that wrote to the stream, by id. Shared by all folds of the stream: history is only ever added to. */
  readonly applied: ReadonlyMap<string, AppliedCommand>;
}

/** Folded streams, kept in memory and read on where they stopped. */
export interface StreamFolds {
  /** The cached fold, or null. It may be behind the stream. */
  cached<State>(stream: string): Folded<State> | null;
  /** Reads what is not folded yet. */
  refresh<State, Event extends DomainEvent>(stream: string, decider: Foldable<State, Event>): Promise<Folded<State>>;
  /** Adds events just appended, unless the cached fold is not the one they follow. */
  extend<State, Event extends DomainEvent>(stream: string, decider: Foldable<State, Event>, from: Folded<State>, events: readonly Placed<Event>[]): Folded<State>;
  /** The state as it was right after a revision, with the stored events of one command: what a repeated command answers from. */
  at<State, Event extends DomainEvent>(stream: string, decider: Foldable<State, Event>, revision: number, commandId: string): Promise<{ state: State; events: StoredEvent<Event>[] }>;
  forget(stream: string): void;
}

export type Foldable<State, Event extends DomainEvent> = Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>;
/** A stored event with its place in the log. */
export type Placed<Event extends DomainEvent> = StoredEvent<Event> & { readonly position: Position };

/** Keeps folds of at most `maxEvents` events in all. */
export function createStreamFolds(log: EventLog, maxEvents = 300_000): StreamFolds {
  const cache = createLruCache<Folded<unknown>>(maxEvents);

  const step = <State, Event extends DomainEvent>(decider: Foldable<State, Event>, folded: Mutable<State>, event: Placed<Event>): void => {
    const { metadata, revision } = event;
    folded.state = decider.evolve(folded.state, event.event, { revision, time: metadata.time, userName: metadata.actor.userName, name: metadata.actor.name });
    folded.revision = revision;
    folded.applied.set(metadata.commandId, { command: metadata.command, revision, position: event.position });
  };

  const keep = <State>(stream: string, folded: Folded<State>): Folded<State> => {
    const known = cache.get(stream);
    if (!known || known.revision <= folded.revision) cache.set(stream, folded, folded.revision + 2);
    return folded;
  };

  const start = <State>(stream: string, decider: { initial: State }): Mutable<State> => {
    const known = cache.get(stream) as Folded<State> | undefined;
    return known ? { ...known, applied: known.applied as Map<string, AppliedCommand> } : { state: decider.initial, revision: -1, applied: new Map() };
  };

  return {
    cached: <State>(stream: string) => (cache.get(stream) as Folded<State> | undefined) ?? null,
    async refresh<State, Event extends DomainEvent>(stream: string, decider: Foldable<State, Event>) {
      const folded = start(stream, decider);
      for await (const recorded of log.readStream(stream, { fromRevision: BigInt(folded.revision + 1) })) {
        step(decider, folded, { ...decodeEvent<Event>(recorded), position: recorded.position });
      }
      return keep<State>(stream, folded);
    },
    extend<State, Event extends DomainEvent>(stream: string, decider: Foldable<State, Event>, from: Folded<State>, events: readonly Placed<Event>[]) {
      const folded: Mutable<State> = { state: from.state, revision: from.revision, applied: from.applied as Map<string, AppliedCommand> };
      for (const event of events) step(decider, folded, event);
      return keep<State>(stream, folded);
    },
    async at<State, Event extends DomainEvent>(stream: string, decider: Foldable<State, Event>, revision: number, commandId: string) {
      const folded: Mutable<State> = { state: decider.initial, revision: -1, applied: new Map() };
      const events: StoredEvent<Event>[] = [];
      for await (const recorded of log.readStream(stream, { maxCount: revision + 1 })) {
        const event = { ...decodeEvent<Event>(recorded), position: recorded.position };
        step(decider, folded, event);
        if (event.metadata.commandId === commandId) events.push(event);
      }
      return { state: folded.state, events };
    },
    forget: (stream) => cache.delete(stream),
  };
}

interface Mutable<State> {
  state: State;
  revision: number;
  applied: Map<string, AppliedCommand>;
}

/** The later of two positions, either of which may be missing. */
export function later(a: Position | null, b: Position | null): Position | null {
  if (!a) return b;
  if (!b) return a;
  return comparePositions(a, b) >= 0 ? a : b;
}
