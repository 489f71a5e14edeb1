import { eventHistory } from '@jwxt/contracts/all-events.ts';
import type { EventContext } from '@jwxt/contracts/kernel/event.ts';
import { foldStream, type DomainEvent, type StreamDefinition } from '@jwxt/contracts/kernel/stream.ts';
import { countCache, type Cache } from '@jwxt/infra/runtime/cache-figures.ts';
import { decodeEvent, type ReadableHistory, type StoredEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { createLruCache } from '@jwxt/infra/runtime/lru-cache.ts';

/** An event at today's version with its place in the log. */
export type PlacedEvent = StoredEvent & { readonly position: Position; readonly recordedAt: Date };

/** Whole streams as the store has them. */
export interface StoredStreams {
  /**
   * Every event of a stream up to now. Events never change, so those read before are kept; the store is asked for the
   * last of these, which must still be the same, and for what has come after it.
   */
  read(stream: string): Promise<readonly PlacedEvent[]>;
  readonly cache: Cache;
}

/** `last` is the last recorded event, which may be read as several or none. */
interface Kept {
  readonly events: readonly PlacedEvent[];
  readonly last: Pick<RecordedEvent, 'id' | 'revision'>;
  readonly size: number;
}

/** Reads streams, keeping at most `maxKept` characters of event data. */
export function createStoredStreams(
  log: EventLog,
  maxKept = 32 * 1024 * 1024,
  history: ReadableHistory = eventHistory,
): StoredStreams {
  const streams = createLruCache<Kept>(maxKept);
  const count = countCache();

  const recordedFrom = async (stream: string, fromRevision: bigint): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    for await (const recorded of log.readStream(stream, { fromRevision })) events.push(recorded);
    return events;
  };
  const placed = (recorded: RecordedEvent): PlacedEvent[] =>
    decodeEvent(recorded, history).events.map((event) => ({
      ...event,
      position: recorded.position,
      recordedAt: recorded.recordedAt,
    }));

  return {
    cache: {
      figures: () => count.figures(streams.size),
      clear() {
        streams.clear();
        count.changed();
      },
    },
    async read(stream) {
      const known = count.found(streams.get(stream));
      if (known) {
        const [same, ...fresh] = await recordedFrom(stream, known.last.revision);
        if (same?.id === known.last.id) return fresh.length === 0 ? known.events : keep(stream, known, fresh);
        streams.delete(stream);
      }
      return keep(stream, { events: [], size: 0 }, await recordedFrom(stream, 0n));
    },
  };

  function keep(
    stream: string,
    known: Pick<Kept, 'events' | 'size'>,
    recorded: readonly RecordedEvent[],
  ): readonly PlacedEvent[] {
    const fresh = recorded.flatMap(placed);
    const events = [...known.events, ...fresh];
    const size = known.size + sizeOf(fresh);
    const last = recorded.at(-1);
    if (last) {
      streams.set(stream, { events, last: { id: last.id, revision: last.revision }, size }, size);
      count.changed();
    }
    return events;
  }
}

function sizeOf(events: readonly PlacedEvent[]): number {
  return events.reduce((sum, { event }) => sum + JSON.stringify(event.data).length, 0);
}

/** Those of the events that had happened by a moment (ISO instant); all of them for null. */
export function until(asOf: string | null, events: readonly PlacedEvent[]): readonly PlacedEvent[] {
  return asOf === null ? events : events.filter((event) => event.metadata.time <= asOf);
}

/** The state that the events of one stream fold into. */
export function foldEvents<State, Event extends DomainEvent>(
  streams: StreamDefinition<State, Event>,
  events: readonly StoredEvent[],
): State {
  return foldStream(
    streams,
    events.map((stored) => [stored.event as Event, contextOf(stored)] as const),
  );
}

/** What folds are told beside the event. */
export function contextOf({ revision, metadata }: StoredEvent): EventContext {
  return { revision, time: metadata.time, userName: metadata.actor.userName, name: metadata.actor.name };
}
