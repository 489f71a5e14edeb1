/** Values that several requests have in common. */
import { CallError, status } from './grpc-call.ts';
import { FieldReader, MalformedMessage } from './wire.ts';

/** Revisions and positions beyond it mean the same as it: nothing is stored there. */
export const MAX_POSITION = Number.MAX_SAFE_INTEGER - 1;

/** The log keeps the length of a stream name in 16 bits. */
const MAX_NAME = 65_535;

/** Name inside a `StreamIdentifier` message. */
export function streamName(identifier: Buffer): string {
  let name = '';
  const reader = new FieldReader(identifier);
  while (reader.next()) {
    if (reader.field !== 3) {
      reader.skip();
      continue;
    }
    const bytes = reader.bytes();
    if (bytes.length > MAX_NAME)
      throw new CallError(status.INVALID_ARGUMENT, `the stream name is longer than ${MAX_NAME} bytes`);
    name = bytes.toString('utf8');
  }
  return name;
}

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Lower-case text of a `UUID` message, given as text or as two 64-bit halves. */
export function uuidText(message: Buffer): string {
  let text = '';
  const reader = new FieldReader(message);
  while (reader.next()) {
    if (reader.field === 1) text = structuredUuid(reader.bytes());
    else if (reader.field === 2) text = reader.string().toLowerCase();
    else reader.skip();
  }
  if (!UUID_TEXT.test(text)) throw new MalformedMessage(`"${text}" is no UUID`);
  return text;
}

function structuredUuid(message: Buffer): string {
  let most = 0n;
  let least = 0n;
  const reader = new FieldReader(message);
  while (reader.next()) {
    if (reader.field === 1) most = reader.uint64();
    else if (reader.field === 2) least = reader.uint64();
    else reader.skip();
  }
  const hex = most.toString(16).padStart(16, '0') + least.toString(16).padStart(16, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
