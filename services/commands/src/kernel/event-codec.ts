import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { eventMetadata, type EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { DomainEvent } from '@jwxt/contracts/kernel/stream.ts';
import { eventId } from '@jwxt/infra/runtime/event-id.ts';
import { eventHash } from '@jwxt/infra/runtime/event-hash.ts';
import { storedBytes, type EventToAppend } from '@jwxt/infra/runtime/event-log.ts';
import type { PersonKeys } from '@jwxt/infra/runtime/person-keys.ts';
import { readPersonal } from '@jwxt/infra/runtime/personal-cipher.ts';

// Reading events is shared with the projections; writing them is this service's alone.
export { decodeEvent, UnreadableEvent, type DecodedEvent, type StoredEvent } from '@jwxt/infra/runtime/event-codec.ts';

/** What enciphers personal values; null where made-up events are written as they are. */
export type PersonalSeal = Pick<PersonKeys, 'prepare' | 'seal'> | null;

/** Where an event is to be written: its stream, and its number among those of its command there. */
interface EventPlace {
  readonly stream: string;
  readonly index: number;
}

/** An event as it is written, and as whoever has just decided it reads it. */
export interface EncodedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: EventMetadata;
  readonly stored: EventToAppend;
}

type About = Omit<EventMetadata, 'schemaVersion'>;

/** Loads the keys that events need, and makes those that nobody has made yet: to be done before they are encoded. */
export async function prepareKeys(events: readonly DomainEvent[], about: About, seal: PersonalSeal): Promise<void> {
  const { userName } = about.actor;
  await seal?.prepare([
    { schema: eventMetadata, data: about, userName },
    ...events.map((event) => ({ schema: definitionOf(event).data, data: event.data, userName })),
  ]);
}

/**
 * Checks an event against its schema and makes it ready to append, its personal values enciphered (decision 093). Its
 * id is made of what is stored, so that it tells nobody a value whose key is destroyed. Throws when it does not fit:
 * that is a fault of ours.
 */
export function encodeEvent(
  event: DomainEvent,
  { stream, index }: EventPlace,
  about: About,
  seal: PersonalSeal,
): EncodedEvent {
  const definition = definitionOf(event);
  const { userName } = about.actor;
  const sealed = (schema: (typeof definition)['data'], data: object): object =>
    seal === null ? data : seal.seal({ schema, data, userName });
  const content = {
    type: event.type,
    data: sealed(definition.data, definition.data.parse(event.data)),
    metadata: sealed(eventMetadata, { ...about, schemaVersion: definition.version }) as EventMetadata,
  };
  const id = eventId({ stream, commandId: about.commandId, index, content });
  return {
    id,
    type: event.type,
    data: readPersonal(content.data),
    metadata: readPersonal(content.metadata),
    stored: { id, ...content },
  };
}

function definitionOf({ type }: DomainEvent) {
  const definition = eventHistory.definitions.get(type);
  if (!definition) throw new Error(`event type ${type} is not declared in contracts`);
  return definition;
}

/** Where an event is to be written, and what it follows there. */
interface ChainPlace extends EventPlace {
  readonly revision: number;
  /** Hash of the event before it; null for the first of the stream. */
  readonly prev: string | null;
}

/** An event ready to append that names the one before it, and its own hash for the one after it. */
interface ChainedEvent {
  readonly event: EncodedEvent;
  readonly head: string;
}

/**
 * {@link encodeEvent} for a place in a stream: every event that this service stores is one of these (decision 092). The
 * hash is over what is stored, so that it stays whole when a key is destroyed.
 */
export function encodeChained(
  event: DomainEvent,
  { stream, index, revision, prev }: ChainPlace,
  about: Omit<About, 'prev'>,
  seal: PersonalSeal,
): ChainedEvent {
  const encoded = encodeEvent(event, { stream, index }, { ...about, prev }, seal);
  const bytes = storedBytes(encoded.stored);
  return {
    event: { ...encoded, stored: { ...encoded.stored, bytes } },
    head: eventHash({ ...encoded.stored, ...bytes, stream, revision }).toString('base64url'),
  };
}
