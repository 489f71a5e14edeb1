import { eventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { eventDefinitions } from '@jwxt/contracts/kernel/all-events.ts';
import type { EventDefinition } from '@jwxt/contracts/kernel/event.ts';
import type { RecordedEvent } from './event-log-reading.ts';

/** A stored event that this version of the product cannot read. Nothing may be decided or shown without it, so its reader stops. */
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

/** An event as deciders, policies and projections see it: at today's version of its type. */
export interface StoredEvent<Event extends { readonly type: string; readonly data: object } = { readonly type: string; readonly data: object }> {
  readonly id: string;
  readonly stream: string;
  readonly event: Event;
  readonly metadata: EventMetadata;
  readonly revision: number;
}

/** Reads a recorded event at today's version. Throws {@link UnreadableEvent} for a type or version it does not know. */
export function decodeEvent<Event extends { readonly type: string; readonly data: object }>(
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
