import { eventDefinitions } from '@jwxt/contracts/kernel/all-events.ts';
import { eventMetadata, type EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { EventDefinition } from '@jwxt/contracts/kernel/event.ts';
import type { EventToAppend } from '@jwxt/infra/runtime/event-log.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/event-log-reading.ts';
import type { DomainEvent } from './decider.ts';

/** A stored event that this version of the product cannot read. Nothing may be decided without it, so its reader stops. */
export class UnreadableEvent extends Error {
  constructor(event: Pick<RecordedEvent, 'stream' | 'revision' | 'type'>, reason: string) {
    super(`event ${event.type} at ${event.stream}@${event.revision} cannot be read: ${reason}`);
    this.name = 'UnreadableEvent';
  }
}

/** Lifts the data of one version to the next. Keyed by `type@version`. */
export type Upcasters = ReadonlyMap<string, (data: unknown) => unknown>;

/** No event type has had a second version yet. */
export const upcasters: Upcasters = new Map();

/** An event as deciders and policies see it. */
export interface StoredEvent<Event extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly stream: string;
  readonly event: Event;
  readonly metadata: EventMetadata;
  readonly revision: number;
}

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

/** Reads a recorded event at today's version. Throws {@link UnreadableEvent} for a type or version it does not know. */
export function decodeEvent<Event extends DomainEvent = DomainEvent>(
  recorded: RecordedEvent, definitions: ReadonlyMap<string, EventDefinition> = eventDefinitions, lifts: Upcasters = upcasters,
): StoredEvent<Event> {
  const definition = definitions.get(recorded.type);
  if (!definition) throw new UnreadableEvent(recorded, 'unknown type');
  const metadata = eventMetadata.safeParse(recorded.metadata);
  if (!metadata.success) throw new UnreadableEvent(recorded, 'its metadata is not ours');
  let version = metadata.data.schemaVersion;
  if (version > definition.version) throw new UnreadableEvent(recorded, `version ${version} is newer than ${definition.version}`);
  let data = recorded.data;
  for (; version < definition.version; version += 1) {
    const lift = lifts.get(`${recorded.type}@${version}`);
    if (!lift) throw new UnreadableEvent(recorded, `no upcaster from version ${version}`);
    data = lift(data);
  }
  return {
    id: recorded.id, stream: recorded.stream, revision: Number(recorded.revision), metadata: metadata.data,
    event: { type: recorded.type, data } as unknown as Event,
  };
}
