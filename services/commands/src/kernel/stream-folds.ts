import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { createEventHistory, type EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import type { DomainEvent, StreamDefinition, StreamSchema } from '@jwxt/contracts/kernel/stream.ts';
import { recordedHash } from '@jwxt/infra/runtime/event-hash.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { EventLogUnavailable } from '@jwxt/infra/runtime/event-log-errors.ts';
import type { ReadStreamOptions } from '@jwxt/infra/runtime/event-log-reading.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { comparePositions } from '@jwxt/infra/runtime/log-position.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import { decodeEvent, type DecodedEvent, type StoredEvent } from './event-codec.ts';
import { createLruCache } from '@jwxt/infra/runtime/lru-cache.ts';

/** What one command did to a stream. */
export interface AppliedCommand {
  readonly command: string | undefined;
  /** Revision of its last event. */
  readonly revision: number;
  readonly position: Position;
}

/** What events fold into, whether they are stored or not. Never changed in place. */
export interface Fold<State> {
  readonly state: State;
  /** Of the last event; -1 without any. */
  readonly revision: number;
  /** Hash of the last event, which the next one names; null without any. */
  readonly head: string | null;
  /** About what it takes in memory. */
  readonly bytes: number;
}

/** A stream folded up to a revision (-1: it does not exist). */
export interface Folded<State> extends Fold<State> {
  /** Place of the last event; null when there is none. */
  readonly position: Position | null;
  /** Commands that wrote to the stream, by id. Shared by all folds of the stream: history is only ever added to. */
  readonly applied: ReadonlyMap<string, AppliedCommand>;
}

/** What one command wrote, and what the stream was right after it. */
export interface Replayed<State> {
  readonly state: State;
  readonly revision: number;
  readonly position: Position;
  readonly events: readonly StoredEvent[];
}

/** What a command has just stored, and the fold right after it. */
export interface Stored<State> {
  readonly context: Pick<EventMetadata, 'commandId' | 'command'>;
  readonly events: readonly StoredEvent[];
  readonly after: Fold<State>;
}

/** Folded streams, kept in memory and read on where they stopped. */
export interface StreamFolds {
  /** The cached fold, or null. It may be behind the stream. */
  cached<State>(stream: string): Folded<State> | null;
  /**
   * Reads what is not folded yet, at least up to a revision that the stream is known to have; throws
   * EventLogUnavailable when no node gives it.
   */
  refresh<State, Event extends DomainEvent>(
    stream: string,
    kind: StreamDefinition<State, Event>,
    known?: number,
  ): Promise<Folded<State>>;
  /**
   * Adds what commands have just stored, each with the fold right after it; `position` is the place of the last event
   * of all.
   */
  extend<State>(stream: string, from: Folded<State>, stored: readonly Stored<State>[], position: Position): void;
  /**
   * What commands that the stream is known to have wrote, up to the revision of the last one: what a repeated command
   * answers from. Those that were seen of late are remembered; else the stream is read from its beginning. Throws
   * EventLogUnavailable when no node gives that revision, or not all of them.
   */
  replay<State, Event extends DomainEvent>(
    stream: string,
    kind: StreamDefinition<State, Event>,
    revision: number,
    commandIds: readonly string[],
  ): Promise<ReadonlyMap<string, Replayed<State>>>;
  forget(stream: string): void;
  /** Forgets all streams: what their events say may read otherwise now. */
  forgetAll(): void;
}

/** The history of one kind of stream, made once. */
const histories = new WeakMap<StreamSchema, EventHistory>();
function historyOf(kind: StreamSchema): EventHistory {
  let history = histories.get(kind);
  if (!history) histories.set(kind, (history = createEventHistory([kind])));
  return history;
}

/** A fold without events, and what each event adds besides its data: the entry of its command. */
const EMPTY_BYTES = 700;
const EVENT_BYTES = 500;

/**
 * Whoever repeats a command does so within seconds: that many of a stream are remembered as they were, of all streams
 * about so many bytes. States share what they have in common; about what one has of its own.
 */
const REMEMBERED_OF_A_STREAM = 256;
const REMEMBERED_BYTES = 32 * 1024 * 1024;
const OWN_STATE_BYTES = 4_000;

interface RememberedCommand extends Replayed<unknown> {
  /** About what it takes in memory. */
  readonly bytes: number;
}

/** What the last commands of one stream wrote, by id, the oldest first. */
interface Remembered {
  readonly commands: Map<string, RememberedCommand>;
  bytes: number;
}

/** The fold with events that follow it, which may not be stored yet; its head stays, for who knows the bytes. */
export function foresee<State, Event extends DomainEvent>(
  kind: StreamDefinition<State, Event>,
  from: Fold<State>,
  events: readonly StoredEvent<Event>[],
): Fold<State> {
  let { state, revision, bytes } = from;
  const { head } = from;
  for (const { event, metadata, revision: at } of events) {
    state = kind.evolve(state, event, {
      revision: at,
      time: metadata.time,
      userName: metadata.actor.userName,
      name: metadata.actor.name,
    });
    bytes += EVENT_BYTES + JSON.stringify(event.data).length;
    revision = at;
  }
  return { state, revision, head, bytes };
}

/**
 * Keeps folds of about `maxBytes` in all: a school's term has more streams than a process should hold, and an old one
 * is read again in a moment.
 */
export function createStreamFolds(log: EventLog, maxBytes = 64 * 1024 * 1024): StreamFolds {
  const cache = createLruCache<Folded<unknown>>(maxBytes);
  const memory = createLruCache<Remembered>(REMEMBERED_BYTES);

  function remember(stream: string, commandId: string, command: RememberedCommand): void {
    const of = memory.get(stream) ?? { commands: new Map<string, RememberedCommand>(), bytes: 0 };
    const forgetOne = (id: string): void => {
      of.bytes -= of.commands.get(id)?.bytes ?? 0;
      of.commands.delete(id);
    };
    forgetOne(commandId);
    of.commands.set(commandId, command);
    of.bytes += command.bytes;
    for (const oldest of of.commands.keys()) {
      if (of.commands.size <= REMEMBERED_OF_A_STREAM) break;
      forgetOne(oldest);
    }
    memory.set(stream, of, of.bytes);
  }

  const keep = <State>(stream: string, folded: Folded<State>): Folded<State> => {
    const known = cache.get(stream);
    if (!known || known.revision <= folded.revision) cache.set(stream, folded, folded.bytes);
    return folded;
  };

  /**
   * Reads on from a fold; `seen` gets each recorded event with the fold right after it, and whether an earlier one of
   * its command is known.
   */
  async function readOn<State, Event extends DomainEvent>(
    { stream, kind, from }: { stream: string; kind: StreamDefinition<State, Event>; from: Folded<State> },
    options: ReadStreamOptions,
    seen?: (decoded: DecodedEvent<Event>, after: Folded<State> & { position: Position }, isKnown: boolean) => void,
  ): Promise<Folded<State>> {
    const applied = from.applied as Map<string, AppliedCommand>;
    let folded = from;
    let last: RecordedEvent | undefined;
    for await (const recorded of log.readStream(stream, { ...options, fromLeader: true })) {
      const decoded = decodeEvent<Event>(recorded, historyOf(kind));
      const { commandId, command } = decoded.metadata;
      const { position } = recorded;
      // A recorded event may be read as none: the stream has it all the same.
      const after = {
        ...foresee(kind, folded, decoded.events),
        revision: Number(recorded.revision),
        position,
        applied,
      };
      const isKnown = applied.has(commandId);
      applied.set(commandId, { command, revision: after.revision, position });
      seen?.(decoded, after, isKnown);
      folded = after;
      last = recorded;
    }
    return last === undefined ? folded : { ...folded, head: recordedHash(last).toString('base64url') };
  }

  return {
    cached: <State>(stream: string) => (cache.get(stream) as Folded<State> | undefined) ?? null,
    async refresh<State, Event extends DomainEvent>(stream: string, kind: StreamDefinition<State, Event>, known = -1) {
      const from = (cache.get(stream) as Folded<State> | undefined) ?? nothing(kind);
      const reaches = known > from.revision ? { reaches: BigInt(known) } : {};
      const whole = new Map<string, RememberedCommand>();
      let weighed = from.bytes;
      const folded = await readOn(
        { stream, kind, from },
        { fromRevision: BigInt(from.revision + 1), ...reaches },
        ({ metadata: { commandId }, events }, { state, revision, position, bytes }, isKnown) => {
          const before = whole.get(commandId);
          // Its first events came with an earlier read, which may have seen a part of it.
          if (isKnown && before === undefined) {
            memory.delete(stream);
            return;
          }
          whole.set(commandId, {
            state,
            revision,
            position,
            events: before === undefined ? events : [...before.events, ...events],
            bytes: (before?.bytes ?? OWN_STATE_BYTES) + bytes - weighed,
          });
          weighed = bytes;
        },
      );
      for (const [commandId, command] of whole) remember(stream, commandId, command);
      return keep(stream, folded);
    },
    extend(stream, from, stored, position) {
      const applied = from.applied as Map<string, AppliedCommand>;
      let { bytes } = from;
      for (const {
        context: { commandId, command },
        events,
        after,
      } of stored) {
        const { state, revision } = after;
        applied.set(commandId, { command, revision, position });
        const own = OWN_STATE_BYTES + after.bytes - bytes;
        remember(stream, commandId, { state, revision, position, events, bytes: own });
        bytes = after.bytes;
      }
      keep(stream, { ...(stored.at(-1)?.after ?? from), position, applied });
    },
    async replay<State, Event extends DomainEvent>(
      stream: string,
      kind: StreamDefinition<State, Event>,
      revision: number,
      commandIds: readonly string[],
    ) {
      const remembered = memory.get(stream)?.commands as ReadonlyMap<string, Replayed<State>> | undefined;
      if (remembered && commandIds.every((id) => remembered.has(id)))
        return new Map(commandIds.map((id) => [id, remembered.get(id)!]));
      const asked = new Set(commandIds);
      const found = new Map<string, Replayed<State>>();
      await readOn(
        { stream, kind, from: nothing(kind) },
        { maxCount: revision + 1, reaches: BigInt(revision) },
        ({ metadata: { commandId }, events }, { state, revision, position }) => {
          if (asked.has(commandId))
            found.set(commandId, {
              state,
              revision,
              position,
              events: [...(found.get(commandId)?.events ?? []), ...events],
            });
        },
      );
      if (found.size < asked.size)
        throw new EventLogUnavailable(
          `read ${stream}`,
          new Error(`${asked.size - found.size} commands are not there up to revision ${revision}`),
        );
      return found;
    },
    forget(stream) {
      cache.delete(stream);
      memory.delete(stream);
    },
    forgetAll() {
      cache.clear();
      memory.clear();
    },
  };
}

function nothing<State>({ initial }: { readonly initial: State }): Folded<State> {
  return { state: initial, revision: -1, head: null, bytes: EMPTY_BYTES, position: null, applied: new Map() };
}

/** The later of two positions, either of which may be missing. */
export function later(a: Position | null, b: Position | null): Position | null {
  if (!a) return b;
  if (!b) return a;
  return comparePositions(a, b) >= 0 ? a : b;
}
