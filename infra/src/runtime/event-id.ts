import { hash } from 'node:crypto';

/** Namespace of all ids derived from commands. Changing it would break the idempotency of running commands. */
const commandNamespace = Buffer.from('6f0f3a5c1d8e4b7a9c2e5d7f80a1b3c4', 'hex');

/** What the id of an event is made of. */
interface EventOrigin {
  readonly stream: string;
  readonly commandId: string;
  /** Number of the event among those of the command on the stream, from 0. */
  readonly index: number;
  readonly type: string;
  /** What is stored of the event, as the texts that are stored: JSON. */
  readonly data: string;
  readonly metadata: string;
}

/**
 * The id of an event that a command produces on a stream: UUID version 5 over the stream, the command, the index and
 * the whole content. The store takes an append for a repeat by its ids alone, so that equal ids must mean equal events:
 * the same command decided twice, by two services or at two moments, is a conflict, and the second finds what the first
 * has stored. Events written under former rules keep their ids: whether a command was carried out is read from their
 * metadata, never from an id.
 */
export function eventId({ stream, commandId, index, type, data, metadata }: EventOrigin): string {
  const place = JSON.stringify([stream, commandId, index, type]).slice(0, -1);
  return uuidV5(`${place},${data},${metadata}]`);
}

/**
 * The id of the application that a command on a stream asks for: the same for every repetition of it, different on
 * every stream.
 */
export function applicationId({ stream, commandId }: Pick<EventOrigin, 'stream' | 'commandId'>): string {
  return uuidV5(JSON.stringify([stream, commandId, 'application']));
}

/**
 * Id of a student's application to sit the exam of a course of a semester later. They are numbered from 1, so that two
 * that are asked for at once meet in one stream, and one that is open is found without a list.
 */
export function deferredExamId(
  { studentCode, courseId, semesterId }: { studentCode: string; courseId: string; semesterId: string },
  number: number,
): string {
  const stream = `deferredExam-of-${studentCode}.${courseId}.${semesterId}`;
  return applicationId({ stream, commandId: String(number) });
}

/** A UUID derived from a name: the same name always gives the same id. */
export function derivedId(name: string): string {
  return uuidV5(name);
}

function uuidV5(name: string): string {
  const bytes = hash('sha1', Buffer.concat([commandNamespace, Buffer.from(name)]), 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
