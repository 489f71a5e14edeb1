import { eventDefinitions } from '@jwxt/contracts/kernel/all-events.ts';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { EventToAppend } from '@jwxt/infra/runtime/event-log.ts';
import type { DomainEvent } from './decider.ts';

// Reading events is shared with the projections; writing them is this service's alone.
export { decodeEvent, UnreadableEvent, type StoredEvent } from '@jwxt/infra/runtime/event-codec.ts';

/** Checks an event against its schema and makes it ready to append. Throws when it does not fit: that is a fault of ours. */
export function encodeEvent(event: DomainEvent, id: string, metadata: Omit<EventMetadata, 'schemaVersion'>): EventToAppend & { data: object; metadata: EventMetadata } {
  const definition = eventDefinitions.get(event.type);
  if (!definition) throw new Error(`event type ${event.type} is not declared in contracts`);
  return {
    id, type: event.type,
    data: definition.data.parse(event.data) as object,
    metadata: { ...metadata, schemaVersion: definition.version },
  };
}
