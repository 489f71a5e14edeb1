import { hash } from 'node:crypto';
import type { RecordedEvent } from './recorded-event.ts';

/** What the hash of an event is made of; `data` and `metadata` are the bytes that the store keeps. */
interface HashedEvent {
  /** Name of the stream as the product calls it, without the prefix of an installation. */
  readonly stream: string;
  readonly revision: bigint | number;
  readonly id: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

const tag = Buffer.from('jwxt-event-1\n');

/**
 * The hash of an event: SHA-256 over `jwxt-event-1\n` and, each behind its length as four bytes with the highest first,
 * stream, revision in decimal, id, type, data and metadata. `infra/verify` computes the same without the product; what
 * is hashed never changes (decision 092).
 */
export function eventHash({ stream, revision, id, type, data, metadata }: HashedEvent): Buffer {
  const texts = [stream, String(revision), id, type];
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(
    tag.length + 24 + sizes.reduce((sum, size) => sum + size, 0) + data.length + metadata.length,
  );
  let at = tag.copy(bytes);
  for (const [index, text] of texts.entries()) {
    at = bytes.writeUInt32BE(sizes[index]!, at);
    at += bytes.write(text, at);
  }
  for (const part of [data, metadata]) {
    at = bytes.writeUInt32BE(part.length, at);
    at += part.copy(bytes, at);
  }
  return hash('sha256', bytes, 'buffer');
}

/** The hash of an event that was read. */
export function recordedHash({ raw, stream, revision, id, type }: RecordedEvent): Buffer {
  if (!raw) throw new Error(`event ${stream}@${revision} was read without its bytes`);
  return eventHash({ stream, revision, id, type, ...raw });
}
