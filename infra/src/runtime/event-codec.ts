import { eventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { UnreadableData } from '@jwxt/contracts/kernel/event-history.ts';
import type { DomainEvent } from '@jwxt/contracts/kernel/stream.ts';
import { derivedId } from './event-id.ts';
import { readPersonal } from './personal-cipher.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** A stored event that cannot be read. Nothing may be decided or shown without it. */
export class UnreadableEvent extends Error {
  /**
   * `unknown`: another version of the product wrote it, which may know more such events; `malformed`: this one is not
   * what it says it is.
   */
  readonly kind: UnreadableData['kind'];
  constructor(event: Pick<RecordedEvent, 'stream' | 'revision' | 'type'>, { kind, message }: UnreadableData) {
    super(`event ${event.type} at ${event.stream}@${event.revision} cannot be read: ${message}`);
    this.name = 'UnreadableEvent';
    this.kind = kind;
  }
}

/** An event as deciders, policies and projections see it: at today's version of its type. */
export interface StoredEvent<Event extends DomainEvent = DomainEvent> {
  /** Its own; of several that one recorded event was split into all but the first have one derived from it. */
  readonly id: string;
  readonly stream: string;
  readonly event: Event;
  readonly metadata: EventMetadata;
  readonly revision: number;
}

/** A recorded event as it is understood today: usually one event, several or none where an upcaster says so. */
export interface DecodedEvent<Event extends DomainEvent = DomainEvent> {
  readonly metadata: EventMetadata;
  readonly events: readonly StoredEvent<Event>[];
}

/** What decoding asks of a history. */
export type ReadableHistory = Pick<typeof eventHistory, 'read'>;

/**
 * Reads a recorded event at today's version and checks its data; the keys of its personal values were looked for before
 * (person-keys.ts). Throws {@link UnreadableEvent}.
 */
export function decodeEvent<Event extends DomainEvent>(
  recorded: RecordedEvent,
  history: ReadableHistory = eventHistory,
): DecodedEvent<Event> {
  const { id, stream } = recorded;
  const revision = Number(recorded.revision);
  try {
    const metadata = metadataOf(recorded);
    const events = history.read(recorded.type, metadata, readPersonal(recorded.data));
    return {
      metadata,
      events: events.map((event, part) => ({
        id: part === 0 ? id : derivedId(`${id}:${part}`),
        stream,
        event: event as Event,
        metadata,
        revision,
      })),
    };
  } catch (error) {
    if (error instanceof UnreadableData) throw new UnreadableEvent(recorded, error);
    throw error;
  }
}

function metadataOf({ metadata }: RecordedEvent): EventMetadata {
  const parsed = eventMetadata.safeParse(readPersonal(metadata));
  if (!parsed.success) throw new UnreadableData('unknown', 'its metadata is not ours');
  return parsed.data;
}
