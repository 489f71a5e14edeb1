/**
 * The messages of the protocol's `Read`, by hand: building the generated classes for an event costs several times as
 * much as parsing its JSON.
 */
import { FieldReader, message, type ByteWriter } from '@jwxt/eventstore/wire.ts';
import type { Position } from './log-position.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** Server-side filter by the beginning of stream names or of event types. */
export type LogFilter = { streamPrefixes: string[] } | { eventTypePrefixes: string[] };

/** What to read: of one stream or of the log of all events, once or for as long as it lasts. Links are not followed. */
export type ReadRequest =
  | {
      readonly stream: string;
      readonly from: bigint | 'start' | 'end';
      readonly direction: 'forwards' | 'backwards';
      readonly maxCount: number;
    }
  | {
      readonly from: Position | 'start' | 'end';
      readonly direction: 'forwards' | 'backwards';
      readonly maxCount: number;
    }
  /** Follows the log after `from`. Without a filter: every event but the store's own. */
  | {
      readonly follow: Position | 'start';
      readonly filter: LogFilter | undefined;
      readonly checkpointInterval: number;
    };

/** What the store sends in answer, one after the other. `other`: nothing that is used here. */
export type ReadAnswer =
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  | { readonly kind: 'checkpoint'; readonly position: Position }
  | { readonly kind: 'confirmation' | 'caughtUp' | 'streamNotFound' | 'other' };

const nothing = Buffer.alloc(0);
const notTheStores = '^[^$].*';

/** `ReadReq`; ids are asked for as text. */
export function encodeRead(request: ReadRequest): Buffer {
  return message((writer) =>
    writer.bytesField(
      1,
      message((options) => {
        if ('stream' in request) options.bytesField(1, streamOptions(request.stream, request.from));
        else options.bytesField(2, allOptions('follow' in request ? request.follow : request.from));
        if ('follow' in request) {
          options.bytesField(6, nothing);
          options.bytesField(7, filterOptions(request.filter, request.checkpointInterval));
        } else {
          options.varintField(3, request.direction === 'forwards' ? 0 : 1);
          options.varintField(5, request.maxCount);
          options.bytesField(8, nothing);
        }
        options.bytesField(
          9,
          message((id) => id.bytesField(2, nothing)),
        );
      }),
    ),
  );
}

function streamOptions(stream: string, from: bigint | 'start' | 'end'): Buffer {
  return message((writer) => {
    writer.bytesField(
      1,
      message((identifier) => identifier.stringField(3, stream)),
    );
    if (typeof from === 'bigint') writer.varintField(2, from);
    else writer.bytesField(from === 'start' ? 3 : 4, nothing);
  });
}

function allOptions(from: Position | 'start' | 'end'): Buffer {
  return message((writer) => {
    if (typeof from === 'string') return writer.bytesField(from === 'start' ? 2 : 3, nothing);
    writer.bytesField(
      1,
      message((position) => {
        position.varintField(1, from.commit);
        position.varintField(2, from.prepare);
      }),
    );
  });
}

function filterOptions(filter: LogFilter | undefined, checkpointInterval: number): Buffer {
  const expression = (fill: (writer: ByteWriter) => void): Buffer => message(fill);
  return message((writer) => {
    if (!filter)
      writer.bytesField(
        2,
        expression((regex) => regex.stringField(1, notTheStores)),
      );
    else if ('streamPrefixes' in filter)
      writer.bytesField(
        1,
        expression((list) => filter.streamPrefixes.forEach((prefix) => list.stringField(2, prefix))),
      );
    else
      writer.bytesField(
        2,
        expression((list) => filter.eventTypePrefixes.forEach((prefix) => list.stringField(2, prefix))),
      );
    writer.bytesField(4, nothing);
    writer.varintField(5, checkpointInterval);
  });
}

/** Decodes a `ReadResp`. */
export function decodeReadAnswer(bytes: Buffer): ReadAnswer {
  const reader = new FieldReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) return eventOf(reader.message());
    if (reader.field === 2) return { kind: 'confirmation' };
    if (reader.field === 3) return { kind: 'checkpoint', position: positionOf(reader.message()) };
    if (reader.field === 4) return { kind: 'streamNotFound' };
    if (reader.field === 8) return { kind: 'caughtUp' };
    reader.skip();
  }
  return { kind: 'other' };
}

/** `ReadEvent`. Only a link whose target is gone has no event. */
function eventOf(reader: FieldReader): ReadAnswer {
  while (reader.next()) {
    if (reader.field === 1) return { kind: 'event', event: recordedOf(reader.message()) };
    reader.skip();
  }
  return { kind: 'other' };
}

function recordedOf(reader: FieldReader): RecordedEvent {
  let [id, stream, type, contentType, created] = ['', '', '', '', ''];
  let [revision, commit, prepare] = [0n, 0n, 0n];
  let [metadata, data]: [Buffer, Buffer] = [nothing, nothing];
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        id = textIn(reader.message(), 2);
        break;
      case 2:
        stream = textIn(reader.message(), 3);
        break;
      case 3:
        revision = reader.uint64();
        break;
      case 4:
        prepare = reader.uint64();
        break;
      case 5:
        commit = reader.uint64();
        break;
      case 6: {
        const { key, value } = entryOf(reader.message());
        if (key === 'type') type = value;
        else if (key === 'created') created = value;
        else if (key === 'content-type') contentType = value;
        break;
      }
      case 7:
        metadata = reader.bytes();
        break;
      case 8:
        data = reader.bytes();
        break;
      default:
        reader.skip();
    }
  }
  let [readData, readMetadata]: [unknown, unknown] = [unread, unread];
  return {
    id,
    type,
    stream,
    revision,
    position: { commit, prepare },
    // Whoever follows the log to count, hash or pass over events reads none of them.
    get data() {
      if (readData === unread) readData = contentType === 'application/json' ? parsed(data) : data;
      return readData;
    },
    get metadata() {
      if (readMetadata === unread) readMetadata = metadata.length === 0 ? undefined : parsed(metadata);
      return readMetadata;
    },
    raw: { data, metadata },
    // In ticks of a ten-thousandth of a millisecond, more than a number holds exactly.
    recordedAt: new Date(Number(created.slice(0, -4))),
  };
}

const unread = Symbol('not read yet');

/** The JSON in the bytes; what is none stays as it is, for whoever checks it. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes;
  }
}

/** The text that a message holds in one field. */
function textIn(reader: FieldReader, field: number): string {
  let text = '';
  while (reader.next()) {
    if (reader.field === field) text = reader.string();
    else reader.skip();
  }
  return text;
}

function entryOf(reader: FieldReader): { key: string; value: string } {
  const entry = { key: '', value: '' };
  while (reader.next()) {
    if (reader.field === 1) entry.key = reader.string();
    else if (reader.field === 2) entry.value = reader.string();
    else reader.skip();
  }
  return entry;
}

function positionOf(reader: FieldReader): Position {
  const position = { commit: 0n, prepare: 0n };
  while (reader.next()) {
    if (reader.field === 1) position.commit = reader.uint64();
    else if (reader.field === 2) position.prepare = reader.uint64();
    else reader.skip();
  }
  return position;
}
