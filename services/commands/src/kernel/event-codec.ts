import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { eventMetadata, type EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { DomainEvent } from '@jwxt/contracts/kernel/stream.ts';
import { eventId } from '@jwxt/infra/runtime/event-id.ts';
import { eventHash } from '@jwxt/infra/runtime/event-hash.ts';
import type { EventToAppend, StoredBytes } from '@jwxt/infra/runtime/event-log.ts';
import type { PersonKeys, Sealed } from '@jwxt/infra/runtime/person-keys.ts';
import type { z } from 'zod';

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
  readonly stored: EventToAppend & { readonly bytes: StoredBytes };
}

type About = Omit<EventMetadata, 'schemaVersion'>;

/** Loads the keys that events need, and makes those that nobody has made yet. */
export async function prepareKeys(events: readonly DomainEvent[], about: About, seal: PersonalSeal): Promise<void> {
  const { userName } = about.actor;
  await seal?.prepare([
    { schema: eventMetadata, data: about, userName },
    ...events.map((event) => ({ schema: definitionOf(event).data, data: event.data, userName })),
  ]);
}

/**
 * Checks an event against its schema and makes it ready to append, its personal values enciphered (decision 093); null
 * where its keys have to be prepared before. Its id is made of what is stored, so that it tells nobody a value whose
 * key is destroyed. Throws when it does not fit: that is a fault of ours.
 */
export function encodeEvent(
  event: DomainEvent,
  { stream, index }: EventPlace,
  about: About,
  seal: PersonalSeal,
): EncodedEvent | null {
  const definition = definitionOf(event);
  const { userName } = about.actor;
  const sealed = (schema: z.ZodType, data: object): Sealed | null =>
    seal === null ? { stored: data, readable: data } : seal.seal({ schema, data, userName });
  const data = sealed(definition.data, definition.data.parse(event.data));
  const metadata = data && sealed(eventMetadata, { ...about, schemaVersion: definition.version });
  if (!data || !metadata) return null;
  const texts = { data: JSON.stringify(data.stored), metadata: JSON.stringify(metadata.stored) };
  const id = eventId({ stream, commandId: about.commandId, index, type: event.type, ...texts });
  return {
    id,
    type: event.type,
    data: data.readable,
    metadata: metadata.readable as EventMetadata,
    stored: {
      id,
      type: event.type,
      data: data.stored,
      metadata: metadata.stored,
      bytes: { data: Buffer.from(texts.data), metadata: Buffer.from(texts.metadata) },
    },
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
 * hash is over what is stored, so that it stays whole when a key is destroyed. Null as there.
 */
export function encodeChained(
  event: DomainEvent,
  { stream, index, revision, prev }: ChainPlace,
  about: Omit<About, 'prev'>,
  seal: PersonalSeal,
): ChainedEvent | null {
  const encoded = encodeEvent(event, { stream, index }, { ...about, prev }, seal);
  if (!encoded) return null;
  const { id, type, bytes } = encoded.stored;
  return { event: encoded, head: eventHash({ id, type, ...bytes, stream, revision }).toString('base64url') };
}
