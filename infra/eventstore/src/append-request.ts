/** What clients send to `Append`, `BatchAppend`, `Delete` and `Tombstone`, decoded. */
import type { Expectation } from './event-store.ts';
import { CallError, status } from './grpc-call.ts';
import { decodeMapEntry, type ProposedEvent } from './recorded-event.ts';
import { streamName, uuidText } from './request-values.ts';
import { FieldReader } from './wire.ts';

/** What a write is about. */
export interface WriteOptions {
  stream: string;
  expected: Expectation;
  /** How much longer the client waits, in milliseconds; Infinity when it did not say. */
  patience: number;
}

const NO_BYTES = Buffer.alloc(0);

/**
 * Decodes the options of any of the four calls, which number the expectation alike. Throws INVALID_ARGUMENT when there
 * is none.
 */
export function decodeWriteOptions(bytes: Buffer): WriteOptions {
  const options: Omit<WriteOptions, 'expected'> = { stream: '', patience: Infinity };
  let expected: Expectation | undefined;
  const reader = new FieldReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) options.stream = streamName(reader.bytes());
    else if (reader.field === 2) expected = reader.uint64();
    else if (reader.field === 6) options.patience = decodeSeconds(reader.bytes()) - Date.now();
    else if (reader.field === 7) options.patience = decodeSeconds(reader.bytes());
    else {
      if (reader.field === 3) expected = 'no_stream';
      else if (reader.field === 4) expected = 'any';
      else if (reader.field === 5) expected = 'stream_exists';
      reader.skip();
    }
  }
  if (expected === undefined) throw new CallError(status.INVALID_ARGUMENT, 'the expected revision is missing');
  return { ...options, expected };
}

/** Milliseconds of a protobuf Timestamp or Duration. */
function decodeSeconds(bytes: Buffer): number {
  let milliseconds = 0;
  const reader = new FieldReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) milliseconds += Number(BigInt.asIntN(64, reader.uint64())) * 1000;
    else if (reader.field === 2) milliseconds += reader.number() / 1_000_000;
    else reader.skip();
  }
  return milliseconds;
}

/** The options inside a `DeleteReq` or `TombstoneReq`. */
export function decodeDeleteRequest(bytes: Buffer): WriteOptions {
  const reader = new FieldReader(bytes);
  let options: WriteOptions | undefined;
  while (reader.next()) {
    if (reader.field === 1) options = decodeWriteOptions(reader.bytes());
    else reader.skip();
  }
  if (!options) throw new CallError(status.INVALID_ARGUMENT, 'options are missing');
  return options;
}

/** One `AppendReq`: the options (first message of the call) or one event. */
export function decodeAppendRequest(bytes: Buffer): { options?: WriteOptions; event?: ProposedEvent } {
  const reader = new FieldReader(bytes);
  const request: { options?: WriteOptions; event?: ProposedEvent } = {};
  while (reader.next()) {
    if (reader.field === 1) request.options = decodeWriteOptions(reader.bytes());
    else if (reader.field === 2) request.event = decodeProposed(reader.bytes());
    else reader.skip();
  }
  return request;
}

/** One `BatchAppendReq`: a chunk of an append. Options and events are left encoded, so that errors can be answered. */
export interface BatchChunk {
  /** The `UUID` message as it came. */
  correlation: Buffer;
  options: Buffer | undefined;
  events: Buffer[];
  isFinal: boolean;
}

/** Decodes a `BatchAppendReq`. */
export function decodeBatchChunk(bytes: Buffer): BatchChunk {
  const chunk: BatchChunk = { correlation: NO_BYTES, options: undefined, events: [], isFinal: false };
  const reader = new FieldReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) chunk.correlation = reader.bytes();
    else if (reader.field === 2) chunk.options = reader.bytes();
    else if (reader.field === 3) chunk.events.push(reader.bytes());
    else if (reader.field === 4) chunk.isFinal = reader.bool();
    else reader.skip();
  }
  return chunk;
}

/** Decodes a `ProposedMessage`. Throws missing-required-metadata-property, or MalformedMessage for a bad id. */
export function decodeProposed(bytes: Buffer): ProposedEvent {
  let id = '';
  let type: string | undefined;
  let contentType: string | undefined;
  let data: Buffer = NO_BYTES;
  let metadata: Buffer = NO_BYTES;
  const reader = new FieldReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) id = uuidText(reader.bytes());
    else if (reader.field === 2) {
      const { key, value } = decodeMapEntry(reader.bytes());
      if (key === 'type') type = value;
      else if (key === 'content-type') contentType = value;
    } else if (reader.field === 3) metadata = reader.bytes();
    else if (reader.field === 4) data = reader.bytes();
    else reader.skip();
  }
  if (!type || contentType === undefined) {
    throw new CallError(status.INVALID_ARGUMENT, 'Required Metadata Property is missing', {
      exception: 'missing-required-metadata-property',
      'required-metadata-properties': 'type,content-type',
    });
  }
  if (id === '') throw new CallError(status.INVALID_ARGUMENT, 'the event has no id');
  return { id, type, isJson: contentType === 'application/json', data, metadata };
}
