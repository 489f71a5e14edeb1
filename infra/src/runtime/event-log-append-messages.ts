/**
 * The messages of the protocol's `BatchAppend`, by hand: encoding an append with the generated classes costs as much as
 * deciding it.
 */
import { ByteWriter, FieldReader, message } from '@jwxt/eventstore/wire.ts';
import type { ExpectedRevision } from './event-log-errors.ts';
import type { Position } from './log-position.ts';

/** An event as it travels: JSON in UTF-8. */
export interface EncodedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/**
 * What the store answers to one append: where it stands, or why not. `actual` is the stream's revision, null when there
 * is no stream.
 */
export type AppendAnswer = { readonly correlation: string } & (
  | { readonly kind: 'appended'; readonly revision: bigint; readonly position: Position | undefined }
  | { readonly kind: 'conflict'; readonly actual: bigint | null }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string }
);

const nothing = Buffer.alloc(0);
const contentType = mapEntry('content-type', 'application/json');

function mapEntry(key: string, value: string): Buffer {
  return message((writer) => {
    writer.stringField(1, key);
    writer.stringField(2, value);
  });
}

/** `BatchAppendReq` of a whole append. The time limit goes as a duration, so that clocks that differ do no harm. */
export function encodeAppend(
  correlation: string,
  stream: string,
  expected: ExpectedRevision,
  limitSeconds: number,
  events: readonly EncodedEvent[],
): Buffer {
  const writer = new ByteWriter(
    256 + events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length + 256, 0),
  );
  writer.bytesField(1, uuid(correlation));
  writer.bytesField(
    2,
    message((options) => {
      options.bytesField(
        1,
        message((identifier) => identifier.stringField(3, stream)),
      );
      if (expected === 'no_stream') options.bytesField(3, nothing);
      else options.varintField(2, expected);
      options.bytesField(
        7,
        message((duration) => duration.varintField(1, limitSeconds)),
      );
    }),
  );
  for (const event of events) {
    writer.bytesField(
      3,
      message((proposed) => {
        proposed.bytesField(1, uuid(event.id));
        proposed.bytesField(2, mapEntry('type', event.type));
        proposed.bytesField(2, contentType);
        proposed.bytesField(3, event.metadata);
        proposed.bytesField(4, event.data);
      }),
    );
  }
  writer.varintField(4, 1);
  return writer.view();
}

function uuid(text: string): Buffer {
  return message((writer) => writer.stringField(2, text));
}

/** Decodes a `BatchAppendResp`. */
export function decodeAppendAnswer(bytes: Buffer): AppendAnswer {
  let correlation = '';
  let outcome: DistributiveOmit<AppendAnswer, 'correlation'> = {
    kind: 'failed',
    reason: 'Unknown',
    message: 'an answer without an outcome',
  };
  each(bytes, (reader) => {
    if (reader.field === 1) correlation = uuidText(reader.bytes());
    else if (reader.field === 2) outcome = failure(reader.bytes());
    else if (reader.field === 3) outcome = success(reader.bytes());
    else reader.skip();
  });
  return { correlation, ...outcome };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function each(bytes: Buffer, take: (reader: FieldReader) => void): void {
  const reader = new FieldReader(bytes);
  while (reader.next()) take(reader);
}

function success(bytes: Buffer): DistributiveOmit<AppendAnswer, 'correlation'> {
  let revision = 0n;
  let position: Position | undefined;
  each(bytes, (reader) => {
    if (reader.field === 1) revision = reader.uint64();
    else if (reader.field === 3) position = positionOf(reader.bytes());
    else reader.skip();
  });
  return { kind: 'appended', revision, position };
}

function positionOf(bytes: Buffer): Position {
  const position = { commit: 0n, prepare: 0n };
  each(bytes, (reader) => {
    if (reader.field === 1) position.commit = reader.uint64();
    else if (reader.field === 2) position.prepare = reader.uint64();
    else reader.skip();
  });
  return position;
}

/** A `google.rpc.Status` whose details are one of the store's error messages, known by its type name. */
function failure(bytes: Buffer): DistributiveOmit<AppendAnswer, 'correlation'> {
  let said = '';
  let reason = 'Unknown';
  let details: Buffer = nothing;
  each(bytes, (reader) => {
    if (reader.field === 2) said = reader.string();
    else if (reader.field === 3) {
      each(reader.bytes(), (any) => {
        if (any.field === 1) reason = any.string().replace(/^.*[./]/, '');
        else if (any.field === 2) details = any.bytes();
        else any.skip();
      });
    } else reader.skip();
  });
  if (reason !== 'WrongExpectedVersion') return { kind: 'failed', reason, message: said };
  let actual: bigint | null = null;
  each(details, (reader) => {
    if (reader.field === 1) actual = reader.uint64();
    else reader.skip();
  });
  return { kind: 'conflict', actual };
}

/** A `UUID` message as text, whichever of its two forms the store uses. */
function uuidText(bytes: Buffer): string {
  let text = '';
  each(bytes, (reader) => {
    if (reader.field === 2) text = reader.string();
    else if (reader.field === 1) {
      const halves = Buffer.alloc(16);
      each(reader.bytes(), (half) => {
        if (half.field === 1 || half.field === 2) halves.writeBigUInt64BE(half.uint64(), (half.field - 1) * 8);
        else half.skip();
      });
      text = halves.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    } else reader.skip();
  });
  return text.toLowerCase();
}
