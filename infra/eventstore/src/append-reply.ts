/** Replies to `Append`, `BatchAppend`, `Delete` and `Tombstone`. */
import type { Expectation } from './event-store.ts';
import { type ByteWriter, message } from './wire.ts';

const EMPTY = Buffer.alloc(0);

function putEmpty(writer: ByteWriter, field: number): void {
  writer.bytesField(field, EMPTY);
}

/** A `Position` message; commit and prepare position are the same here. */
export function encodePosition(position: number): Buffer {
  return message((writer) => {
    writer.varintField(1, position);
    writer.varintField(2, position);
  });
}

/**
 * `Success` of Append and of BatchAppend. Without a position nothing was written; `revision` is then the current one or
 * −1.
 */
function encodeSuccess(revision: number, position: number | undefined): Buffer {
  return message((writer) => {
    if (revision >= 0) writer.varintField(1, revision);
    else putEmpty(writer, 2);
    if (position === undefined) putEmpty(writer, 4);
    else writer.bytesField(3, encodePosition(position));
  });
}

/** `AppendResp` for an append that took effect; `revision` and `position` as in {@link encodeSuccess}. */
export function encodeAppendSuccess(revision: number, position: number | undefined): Buffer {
  return message((writer) => writer.bytesField(1, encodeSuccess(revision, position)));
}

/** `AppendResp` for a wrong expectation; `current` is −1 for no stream. */
export function encodeAppendConflict(expected: Expectation, current: number): Buffer {
  const conflict = message((writer) => {
    if (current >= 0) writer.varintField(6, current);
    else putEmpty(writer, 7);
    if (typeof expected === 'bigint') writer.varintField(8, expected);
    else putEmpty(writer, { any: 9, stream_exists: 10, no_stream: 11 }[expected]);
  });
  return message((writer) => writer.bytesField(2, conflict));
}

/** Details of the `WrongExpectedVersion` error of BatchAppend. */
export function encodeConflictDetails(expected: Expectation, current: number): Buffer {
  return message((writer) => {
    if (current >= 0) writer.varintField(1, current);
    else putEmpty(writer, 2);
    if (typeof expected === 'bigint') writer.varintField(3, expected);
    else putEmpty(writer, { any: 4, stream_exists: 5, no_stream: 6 }[expected]);
  });
}

/** A `StreamIdentifier` message. */
export function encodeStreamIdentifier(stream: string): Buffer {
  return message((writer) => writer.stringField(3, stream));
}

/**
 * `BatchAppendResp` of an append that took effect. `correlation` is the client's UUID message, sent back as it came.
 */
export function encodeBatchSuccess(
  correlation: Buffer,
  stream: string,
  revision: number,
  position: number | undefined,
): Buffer {
  return message((writer) => {
    writer.bytesField(1, correlation);
    writer.bytesField(3, encodeSuccess(revision, position));
    writer.bytesField(4, encodeStreamIdentifier(stream));
  });
}

/** Why one append of a BatchAppend failed. */
export interface BatchFailure {
  code: number;
  /** Full name of the protobuf message that carries the details. */
  type: string;
  message: string;
  details: Buffer;
}

/** `BatchAppendResp` with a `google.rpc.Status`. */
export function encodeBatchFailure(correlation: Buffer, stream: string, failure: BatchFailure): Buffer {
  const details = message((writer) => {
    writer.stringField(1, `type.googleapis.com/${failure.type}`);
    writer.bytesField(2, failure.details);
  });
  const error = message((writer) => {
    writer.varintField(1, failure.code);
    writer.stringField(2, failure.message);
    writer.bytesField(3, details);
  });
  return message((writer) => {
    writer.bytesField(1, correlation);
    writer.bytesField(2, error);
    writer.bytesField(4, encodeStreamIdentifier(stream));
  });
}

/** `DeleteResp` and `TombstoneResp`. */
export function encodeDeleted(position: number): Buffer {
  return message((writer) => writer.bytesField(1, encodePosition(position)));
}
