import type { EventContext } from '@jwxt/contracts/kernel/event.ts';
import { decodeEvent, type StoredEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { createLruCache } from '@jwxt/infra/runtime/lru-cache.ts';

/** An event at today's version with its place in the log. */
export type PlacedEvent = StoredEvent & { readonly position: Position; readonly recordedAt: Date };

/** Whole streams as the store has them. */
export interface StoredStreams {
  /**
   * Every event of a stream up to now. Events never change, so those read before are kept; the store is asked for the last of these, which
   * must still be the same, and for what has come after it.
   */
  read(stream: string): Promise<readonly PlacedEvent[]>;
}

interface Kept { readonly events: readonly PlacedEvent[]; readonly size: number }

/** Reads streams, keeping at most `maxKept` characters of event data. */
export function createStoredStreams(log: EventLog, maxKept = 32 * 1024 * 1024): StoredStreams {
  const streams = createLruCache<Kept>(maxKept);

  const readFrom = async (stream: string, revision: number): Promise<PlacedEvent[]> => {
    const events: PlacedEvent[] = [];
    for await (const recorded of log.readStream(stream, { fromRevision: BigInt(revision) })) {
      events.push({ ...decodeEvent(recorded), position: recorded.position, recordedAt: recorded.recordedAt });
    }
    return events;
  };

  return {
    async read(stream) {
      const known = streams.get(stream);
      const last = known?.events.at(-1);
      if (known && last) {
        const [same, ...fresh] = await readFrom(stream, last.revision);
        if (same?.id === last.id) return fresh.length === 0 ? known.events : keep(stream, [...known.events, ...fresh], known.size + sizeOf(fresh));
        streams.delete(stream);
      }
      const events = await readFrom(stream, 0);
      return keep(stream, events, sizeOf(events));
    },
  };

  function keep(stream: string, events: readonly PlacedEvent[], size: number): readonly PlacedEvent[] {
    streams.set(stream, { events, size }, size);
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

/** What folds are told beside the event. */
export function contextOf({ revision, metadata }: StoredEvent): EventContext {
  return { revision, time: metadata.time, userName: metadata.actor.userName, name: metadata.actor.name };
}
