import type { EventContext } from '@jwxt/contracts/kernel/event.ts';
import { decodeEvent, type StoredEvent } from '@jwxt/infra/runtime/event-codec.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';

/** An event at today's version with its place in the log. */
export type PlacedEvent = StoredEvent & { readonly position: Position; readonly recordedAt: Date };

/** Reads a whole stream. Events that happened after `asOf` (ISO instant) are left out. */
export async function readStoredStream(log: EventLog, stream: string, asOf: string | null): Promise<PlacedEvent[]> {
  const events: PlacedEvent[] = [];
  for await (const recorded of log.readStream(stream)) {
    const event = { ...decodeEvent(recorded), position: recorded.position, recordedAt: recorded.recordedAt };
    if (asOf === null || event.metadata.time <= asOf) events.push(event);
  }
  return events;
}

/** What folds are told beside the event. */
export function contextOf({ revision, metadata }: StoredEvent): EventContext {
  return { revision, time: metadata.time, userName: metadata.actor.userName, name: metadata.actor.name };
}
