/** What a client asks of `Streams/Read`, decoded and checked. */
import { CallError, status } from './grpc-call.ts';
import { MAX_POSITION, streamName } from './request-values.ts';
import { FieldReader } from './wire.ts';

/** Where a read begins: a revision of a stream or a position of the log. */
export type Start = 'start' | 'end' | number;

/** Server-side filter of a $all read; exactly one of `regex` and `prefixes` is used. */
export interface FilterRequest {
  on: 'stream' | 'type';
  regex: string;
  prefixes: string[];
  /** A checkpoint follows each time this many events have been considered. */
  checkpointEvery: number;
}

/** A read or a subscription. */
export interface ReadRequest {
  /** Undefined for $all. */
  stream: string | undefined;
  start: Start;
  backwards: boolean;
  resolveLinks: boolean;
  /** Most events to deliver; undefined for a subscription. */
  count: number | undefined;
  filter: FilterRequest | undefined;
  structuredIds: boolean;
}

const DEFAULT_WINDOW = 32;

/** Decodes `ReadReq`. Throws INVALID_ARGUMENT for what the protocol does not allow. */
export function decodeReadRequest(bytes: Buffer): ReadRequest {
  const outer = new FieldReader(bytes);
  let options: Buffer | undefined;
  while (outer.next()) {
    if (outer.field === 1) options = outer.bytes();
    else outer.skip();
  }
  if (!options) throw invalid('options are missing');
  return decodeOptions(options);
}

function decodeOptions(options: Buffer): ReadRequest {
  const request: ReadRequest = {
    stream: undefined,
    start: 'start',
    backwards: false,
    resolveLinks: false,
    count: undefined,
    filter: undefined,
    structuredIds: false,
  };
  const seen = { target: false, amount: false, uuid: false };
  const reader = new FieldReader(options);
  while (reader.next()) {
    if (reader.field === 1) {
      const { stream, start } = decodeStreamOptions(reader.bytes());
      request.stream = stream;
      request.start = start;
      seen.target = true;
    } else if (reader.field === 2) {
      request.start = decodeAllOptions(reader.bytes());
      seen.target = true;
    } else if (reader.field === 3) request.backwards = reader.number() === 1;
    else if (reader.field === 4) request.resolveLinks = reader.bool();
    else if (reader.field === 5 || reader.field === 6) {
      if (reader.field === 5) request.count = reader.number();
      else reader.skip();
      seen.amount = true;
    } else if (reader.field === 7) request.filter = decodeFilter(reader.bytes());
    else if (reader.field === 9) {
      request.structuredIds = decodeUuidOption(reader.bytes());
      seen.uuid = true;
    } else reader.skip();
  }
  if (!seen.target || !seen.amount) throw invalid('neither a stream nor $all, or no count, was asked for');
  if (!seen.uuid) throw invalid('the uuid option is missing');
  if (request.count === undefined && request.backwards) throw invalid('a subscription cannot go backwards');
  if (request.stream !== undefined && request.filter) throw invalid('a single stream cannot be filtered');
  return request;
}

function decodeStreamOptions(bytes: Buffer): { stream: string; start: Start } {
  let stream = '';
  let start: Start = 'start';
  const reader = new FieldReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) stream = streamName(reader.bytes());
    else if (reader.field === 2) start = startAt(reader.uint64());
    else {
      if (reader.field === 4) start = 'end';
      reader.skip();
    }
  }
  if (stream === '') throw invalid('the stream name is empty');
  return { stream, start };
}

function decodeAllOptions(bytes: Buffer): Start {
  let start: Start = 'start';
  const reader = new FieldReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) start = decodePosition(reader.bytes());
    else {
      if (reader.field === 3) start = 'end';
      reader.skip();
    }
  }
  return start;
}

/** Commit and prepare position are equal on this node; the commit position counts. */
function decodePosition(bytes: Buffer): Start {
  let commit = 0n;
  const reader = new FieldReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) commit = reader.uint64();
    else reader.skip();
  }
  return startAt(commit);
}

/** The largest 64-bit number is another way to say the end. */
function startAt(value: bigint): Start {
  return value === 2n ** 64n - 1n ? 'end' : Math.min(Number(value), MAX_POSITION);
}

function decodeFilter(bytes: Buffer): FilterRequest {
  const filter: FilterRequest = { on: 'stream', regex: '', prefixes: [], checkpointEvery: 0 };
  let window = DEFAULT_WINDOW;
  let interval = 0;
  const reader = new FieldReader(bytes);
  while (reader.next()) {
    if (reader.field === 1 || reader.field === 2) {
      filter.on = reader.field === 1 ? 'stream' : 'type';
      const expression = new FieldReader(reader.bytes());
      while (expression.next()) {
        if (expression.field === 1) filter.regex = expression.string();
        else if (expression.field === 2) filter.prefixes.push(expression.string());
        else expression.skip();
      }
    } else if (reader.field === 3) window = Math.max(1, reader.number());
    else if (reader.field === 5) interval = reader.number();
    else reader.skip();
  }
  if (interval === 0) throw invalid('the checkpoint interval must be greater than 0');
  filter.checkpointEvery = window * interval;
  return filter;
}

function decodeUuidOption(bytes: Buffer): boolean {
  const reader = new FieldReader(bytes);
  if (!reader.next()) throw invalid('the uuid option is empty');
  return reader.field === 1;
}

function invalid(message: string): CallError {
  return new CallError(status.INVALID_ARGUMENT, message);
}
