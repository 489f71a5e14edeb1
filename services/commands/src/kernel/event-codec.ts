import { eventHistory } from '@jwxt/contracts/all-events.ts';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { DomainEvent } from '@jwxt/contracts/kernel/stream.ts';
import { eventId } from '@jwxt/infra/runtime/event-id.ts';
import { eventHash } from '@jwxt/infra/runtime/event-hash.ts';
import { storedBytes, type EventToAppend, type StoredBytes } from '@jwxt/infra/runtime/event-log.ts';

// Reading events is shared with the projections; writing them is this service's alone.
export { decodeEvent, UnreadableEvent, type DecodedEvent, type StoredEvent } from '@jwxt/infra/runtime/event-codec.ts';

/** Where an event is to be written: its stream, and its number among those of its command there. */
interface EventPlace {
  readonly stream: string;
  readonly index: number;
}

/**
 * Checks an event against its schema and makes it ready to append. Throws when it does not fit: that is a fault of
 * ours.
 */
export function encodeEvent(
  event: DomainEvent,
  { stream, index }: EventPlace,
  about: Omit<EventMetadata, 'schemaVersion'>,
): EventToAppend & { data: object; metadata: EventMetadata } {
  const definition = eventHistory.definitions.get(event.type);
  if (!definition) throw new Error(`event type ${event.type} is not declared in contracts`);
  const content = {
    type: event.type,
    data: definition.data.parse(event.data),
    metadata: { ...about, schemaVersion: definition.version },
  };
  return { id: eventId({ stream, commandId: about.commandId, index, content }), ...content };
}

/** Where an event is to be written, and what it follows there. */
interface ChainPlace extends EventPlace {
  readonly revision: number;
  /** Hash of the event before it; null for the first of the stream. */
  readonly prev: string | null;
}

/** An event ready to append that names the one before it, and its own hash for the one after it. */
interface ChainedEvent {
  readonly event: EventToAppend & { data: object; metadata: EventMetadata; bytes: StoredBytes };
  readonly head: string;
}

/** {@link encodeEvent} for a place in a stream: every event that this service stores is one of these (decision 092). */
export function encodeChained(
  event: DomainEvent,
  { stream, index, revision, prev }: ChainPlace,
  about: Omit<EventMetadata, 'schemaVersion' | 'prev'>,
): ChainedEvent {
  const encoded = encodeEvent(event, { stream, index }, { ...about, prev });
  const bytes = storedBytes(encoded);
  return {
    event: { ...encoded, bytes },
    head: eventHash({ ...encoded, ...bytes, stream, revision }).toString('base64url'),
  };
}
