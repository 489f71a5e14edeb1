/**
 * A frame is what one append leaves in the log: all its events, or nothing.
 *
 *     0  u32  magic
 *     4  u32  length of the whole frame
 *     8  u32  CRC-32 of the bytes from 12 to the trailer
 *    12  f64  position of the frame in the log
 *    20  f64  everything before this position was already acknowledged when the frame was written
 *    28  f64  revision of its first event
 *    36  u32  number of events
 *    40  u16  length of the stream name, then the name
 *        per event: u32 distance back to the frame's start, then the event (recorded-event.ts)
 *   end  u32  length again, for reading backwards
 *
 * An event's position is the log offset of its distance field.
 */
import { crc32 } from 'node:zlib';
import { type ProposedEvent, recordedBytes, writeEvent } from './recorded-event.ts';
import type { ByteWriter } from './wire.ts';

const MAGIC = 0x314d5246;
const HEADER = 42;
const TRAILER = 4;
/** Bytes between an event's position and its gRPC message: the distance field. */
const DISTANCE = 4;
const GRPC_PREFIX = 5;

/** The smallest number of bytes from which {@link frameLength} can tell a frame's length. */
export const FRAME_PREFIX = 8;

/** Where a frame and its events have come to stand. */
export interface FrameExtent {
  position: number;
  length: number;
  firstRevision: number;
  lastEventPosition: number;
}

/** A frame inside a buffer that was read from the log. */
export interface Frame {
  position: number;
  length: number;
  acknowledged: number;
  stream: string;
  firstRevision: number;
  count: number;
  bytes: Buffer;
  /** Offset of the frame in `bytes`. */
  start: number;
  /** Offset of the first event's distance field in `bytes`. */
  eventsStart: number;
}

/** One event of a frame: `bytes[messageStart, end)` is the gRPC message to send. */
export interface StoredEvent {
  position: number;
  revision: number;
  messageStart: number;
  end: number;
}

/** Adds a frame to `out`, which stands at log position `base`. It is not valid until {@link sealFrame}. */
export function writeFrame(
  out: ByteWriter,
  base: number,
  stream: Buffer,
  firstRevision: number,
  events: readonly ProposedEvent[],
  created: number,
): FrameExtent {
  const start = out.length;
  const position = base + start;
  out.reserve(HEADER + stream.length);
  const { buffer } = out;
  buffer.writeUInt32LE(MAGIC, start);
  buffer.writeDoubleLE(position, start + 12);
  buffer.writeDoubleLE(firstRevision, start + 28);
  buffer.writeUInt32LE(events.length, start + 36);
  buffer.writeUInt16LE(stream.length, start + 40);
  stream.copy(buffer, start + HEADER);
  out.length = start + HEADER + stream.length;
  let lastEventPosition = position;
  for (let index = 0; index < events.length; index++) {
    lastEventPosition = base + out.length;
    out.reserve(DISTANCE);
    out.length = out.buffer.writeUInt32LE(out.length - start, out.length);
    writeEvent(out, stream, events[index]!, { revision: firstRevision + index, position: lastEventPosition, created });
  }
  out.reserve(TRAILER);
  const length = out.length + TRAILER - start;
  out.length = out.buffer.writeUInt32LE(length, out.length);
  out.buffer.writeUInt32LE(length, start + 4);
  return { position, length, firstRevision, lastEventPosition };
}

/** Completes a frame just before it is written: what is acknowledged by now, and the checksum. */
export function sealFrame(bytes: Buffer, start: number, acknowledged: number): void {
  const length = bytes.readUInt32LE(start + 4);
  bytes.writeDoubleLE(acknowledged, start + 20);
  bytes.writeUInt32LE(crc32(bytes.subarray(start + 12, start + length - TRAILER)), start + 8);
}

/** Length of the frame at `start`, or 0 when no frame starts there. Needs {@link FRAME_PREFIX} bytes. */
export function frameLength(bytes: Buffer, start: number): number {
  return bytes.readUInt32LE(start) === MAGIC ? bytes.readUInt32LE(start + 4) : 0;
}

/** Length of the frame that ends at `end`, or 0 when the bytes before it are too few. */
export function frameLengthBefore(bytes: Buffer, end: number): number {
  return end < TRAILER ? 0 : bytes.readUInt32LE(end - TRAILER);
}

/** Whether a whole, undamaged frame that belongs at `position` starts at `start`. */
export function isFrame(bytes: Buffer, start: number, position: number): boolean {
  if (start < 0 || start + HEADER + TRAILER > bytes.length) return false;
  const length = frameLength(bytes, start);
  if (length < HEADER + TRAILER || start + length > bytes.length) return false;
  return (
    bytes.readDoubleLE(start + 12) === position &&
    bytes.readUInt32LE(start + length - TRAILER) === length &&
    bytes.readUInt32LE(start + 8) === crc32(bytes.subarray(start + 12, start + length - TRAILER))
  );
}

/** Offset of the next place at or after `start` where a frame may begin, or −1. */
export function nextFrameCandidate(bytes: Buffer, start: number): number {
  const magic = Buffer.alloc(4);
  magic.writeUInt32LE(MAGIC);
  return bytes.indexOf(magic, start);
}

/** Reads the header of the frame at `start`, which must be whole. */
export function readFrame(bytes: Buffer, start: number): Frame {
  const nameSize = bytes.readUInt16LE(start + 40);
  return {
    position: bytes.readDoubleLE(start + 12),
    length: bytes.readUInt32LE(start + 4),
    acknowledged: bytes.readDoubleLE(start + 20),
    firstRevision: bytes.readDoubleLE(start + 28),
    count: bytes.readUInt32LE(start + 36),
    stream: bytes.toString('utf8', start + HEADER, start + HEADER + nameSize),
    bytes,
    start,
    eventsStart: start + HEADER + nameSize,
  };
}

/** The events of a frame, in order. */
export function eventsOf(frame: Frame): StoredEvent[] {
  const { bytes, start, position, firstRevision, count } = frame;
  const events: StoredEvent[] = [];
  let at = frame.eventsStart;
  for (let index = 0; index < count; index++) {
    const messageStart = at + DISTANCE;
    const end = messageStart + GRPC_PREFIX + bytes.readUInt32BE(messageStart + 1);
    events.push({ position: position + at - start, revision: firstRevision + index, messageStart, end });
    at = end;
  }
  return events;
}

/** The RecordedEvent message of one event of a frame. */
export function recordedIn(frame: Frame, event: StoredEvent): Buffer {
  return recordedBytes(frame.bytes, event.messageStart);
}
