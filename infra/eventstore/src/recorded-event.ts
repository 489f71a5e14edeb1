/**
 * Events as they stand in the log: each one is a complete gRPC message, `ReadResp { event: ReadEvent { event:
 * RecordedEvent, commit_position } }` behind its five-byte prefix, so that serving an event is copying it.
 */
import { type ByteWriter, FieldReader, message, putVarint, varintSize } from './wire.ts';

/** One event as a client proposes it. `data` and `metadata` are kept byte for byte. */
export interface ProposedEvent {
  /** UUID, lower case, with hyphens. */
  id: string;
  type: string;
  isJson: boolean;
  data: Buffer;
  metadata: Buffer;
}

/** The revision of the `$streamDeleted` event; on the wire it is 2^63−1. */
export const TOMBSTONE_REVISION = Number.MAX_SAFE_INTEGER;
const TOMBSTONE_REVISION_ON_WIRE = 2n ** 63n - 1n;

const GRPC_PREFIX = 5;
const ID_FIELD_SIZE = 40;
const NO_BYTES = Buffer.alloc(0);
const TYPE_KEY = Buffer.from([0x0a, 4, ...Buffer.from('type')]);
const JSON_ENTRY = mapEntry('content-type', 'application/json');
const OCTET_STREAM_ENTRY = mapEntry('content-type', 'application/octet-stream');
const CREATED_KEY = Buffer.from([0x0a, 7, ...Buffer.from('created')]);

function mapEntry(key: string, value: string): Buffer {
  const entry = message((writer) => {
    writer.stringField(1, key);
    writer.stringField(2, value);
  });
  return message((writer) => writer.bytesField(6, entry));
}

/** Size the real server counts against its append limit. */
export function countedSize(event: ProposedEvent): number {
  return event.data.length + event.metadata.length + 2 * event.type.length;
}

/** Appends one stored event, prefix included, to `out`. `created` is in milliseconds since 1970. */
export function writeEvent(
  out: ByteWriter,
  stream: Buffer,
  event: ProposedEvent,
  at: { revision: number; position: number; created: number },
): void {
  const typeSize = Buffer.byteLength(event.type);
  const created = `${at.created}0000`;
  const typeEntry = TYPE_KEY.length + 1 + varintSize(typeSize) + typeSize;
  const createdEntry = CREATED_KEY.length + 2 + created.length;
  const contentType = event.isJson ? JSON_ENTRY : OCTET_STREAM_ENTRY;
  const identifier = 1 + varintSize(stream.length) + stream.length;
  const revisionSize = at.revision === TOMBSTONE_REVISION ? 9 : varintSize(at.revision);
  const positionSize = varintSize(at.position);
  const recorded =
    ID_FIELD_SIZE +
    lengthDelimited(identifier) +
    (1 + revisionSize) +
    2 * (1 + positionSize) +
    lengthDelimited(typeEntry) +
    contentType.length +
    lengthDelimited(createdEntry) +
    (event.metadata.length > 0 ? lengthDelimited(event.metadata.length) : 0) +
    lengthDelimited(event.data.length);
  const readEvent = lengthDelimited(recorded) + 1 + positionSize;
  const total = lengthDelimited(readEvent);

  out.reserve(GRPC_PREFIX + total);
  const { buffer } = out;
  let end = out.length;
  buffer[end] = 0;
  end = buffer.writeUInt32BE(total, end + 1);
  end = header(buffer, end, 0x0a, readEvent);
  end = header(buffer, end, 0x0a, recorded);
  end = header(buffer, end, 0x0a, 38);
  end = header(buffer, end, 0x12, 36);
  end += buffer.write(event.id, end, 'latin1');
  end = header(buffer, end, 0x12, identifier);
  end = header(buffer, end, 0x1a, stream.length);
  end += stream.copy(buffer, end);
  buffer[end++] = 0x18;
  end = putVarint(buffer, end, at.revision === TOMBSTONE_REVISION ? TOMBSTONE_REVISION_ON_WIRE : at.revision);
  buffer[end++] = 0x20;
  end = putVarint(buffer, end, at.position);
  buffer[end++] = 0x28;
  end = putVarint(buffer, end, at.position);
  end = header(buffer, end, 0x32, typeEntry);
  end += TYPE_KEY.copy(buffer, end);
  end = header(buffer, end, 0x12, typeSize);
  end += buffer.write(event.type, end);
  end += contentType.copy(buffer, end);
  end = header(buffer, end, 0x32, createdEntry);
  end += CREATED_KEY.copy(buffer, end);
  end = header(buffer, end, 0x12, created.length);
  end += buffer.write(created, end, 'latin1');
  if (event.metadata.length > 0) {
    end = header(buffer, end, 0x3a, event.metadata.length);
    end += event.metadata.copy(buffer, end);
  }
  end = header(buffer, end, 0x42, event.data.length);
  end += event.data.copy(buffer, end);
  buffer[end++] = 0x18;
  out.length = putVarint(buffer, end, at.position);
}

function lengthDelimited(size: number): number {
  return 1 + varintSize(size) + size;
}

function header(target: Buffer, at: number, tag: number, size: number): number {
  target[at] = tag;
  return putVarint(target, at + 1, size);
}

/** The parts of a stored event that the node itself looks at. */
export interface RecordedEvent {
  id: string;
  stream: string;
  /** {@link TOMBSTONE_REVISION} for the tombstone. */
  revision: number;
  type: string;
  /** Milliseconds since 1970. */
  created: number;
  data: Buffer;
}

/** The RecordedEvent message inside a stored event (prefix included) that starts at `at`. */
export function recordedBytes(bytes: Buffer, at: number): Buffer {
  const readResp = new FieldReader(bytes, at + GRPC_PREFIX, at + GRPC_PREFIX + bytes.readUInt32BE(at + 1));
  readResp.next();
  const readEvent = new FieldReader(readResp.bytes());
  readEvent.next();
  return readEvent.bytes();
}

/** Event id of a stored event, without decoding the rest. */
export function recordedId(recorded: Buffer): string {
  return recorded.toString('latin1', 4, 40);
}

/**
 * Event type of a stored event, without decoding the rest; its place follows from how {@link writeEvent} lays it out.
 */
export function recordedType(recorded: Buffer): string {
  let at = ID_FIELD_SIZE + 1;
  const identifier = varintAt(recorded, at);
  at = identifier.end + identifier.value;
  for (let field = 0; field < 3; field++) at = varintAt(recorded, at + 1).end;
  at = varintAt(recorded, at + 1).end + TYPE_KEY.length + 1;
  const size = varintAt(recorded, at);
  return recorded.toString('utf8', size.end, size.end + size.value);
}

function varintAt(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = bytes[at++]!;
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end: at };
    scale *= 128;
  }
}

/** Decodes the parts of a RecordedEvent message that the node looks at. */
export function decodeRecorded(recorded: Buffer): RecordedEvent {
  const event: RecordedEvent = {
    id: recordedId(recorded),
    stream: '',
    revision: 0,
    type: '',
    created: 0,
    data: NO_BYTES,
  };
  const reader = new FieldReader(recorded);
  while (reader.next()) {
    if (reader.field === 2) {
      const identifier = new FieldReader(reader.bytes());
      identifier.next();
      event.stream = identifier.string();
    } else if (reader.field === 3) {
      event.revision = Math.min(reader.number(), TOMBSTONE_REVISION);
    } else if (reader.field === 6) {
      const { key, value } = decodeMapEntry(reader.bytes());
      if (key === 'type') event.type = value;
      else if (key === 'created') event.created = Number(value.slice(0, -4));
    } else if (reader.field === 8) {
      event.data = reader.bytes();
    } else {
      reader.skip();
    }
  }
  return event;
}

/** One entry of a protobuf `map<string, string>`. */
export function decodeMapEntry(entry: Buffer): { key: string; value: string } {
  let key = '';
  let value = '';
  const reader = new FieldReader(entry);
  while (reader.next()) {
    if (reader.field === 1) key = reader.string();
    else if (reader.field === 2) value = reader.string();
    else reader.skip();
  }
  return { key, value };
}

/** The RecordedEvent message with its id as two 64-bit halves instead of text, for clients that ask for it. */
export function withStructuredId(recorded: Buffer, id: string): Buffer {
  const hex = id.replaceAll('-', '');
  const structured = message((writer) => {
    writer.varintField(1, BigInt(`0x${hex.slice(0, 16)}`));
    writer.varintField(2, BigInt(`0x${hex.slice(16)}`));
  });
  return message((writer) => {
    writer.bytesField(
      1,
      message((uuid) => uuid.bytesField(1, structured)),
    );
    writer.raw(recorded.subarray(ID_FIELD_SIZE));
  });
}
