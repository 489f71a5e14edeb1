/**
 * Reads of the durable part of the log: from memory when it was written lately, else from the segment files, with
 * checksums.
 */
import fs from 'node:fs';
import { type Frame, FRAME_PREFIX, frameLength, frameLengthBefore, isFrame, readFrame } from './frame.ts';
import { type FramePlace, neighbours, within } from './frame-place.ts';
import { LogDamaged } from './log-check.ts';
import type { LogTail } from './log-tail.ts';
import { readFully, type Segment, SEGMENT_HEADER } from './segment.ts';

const READ_SIZE = 128 * 1024;
const READ_AT_ONCE = 1024 * 1024;

/** Reads of one log. The log itself adds to the segments and to the tail. */
export class LogReader {
  readonly #segments: readonly Segment[];
  readonly #tail: LogTail;

  constructor(segments: readonly Segment[], tail: LogTail) {
    this.#segments = segments;
    this.#tail = tail;
  }

  /** Whole frames from the frame boundary `position` on; empty at the end of the log. */
  async readFrom(position: number): Promise<Frame[]> {
    let at = Math.max(position, this.#segments[0] ? this.#segments[0].base + SEGMENT_HEADER : 0);
    let segment = this.#segmentAt(at);
    if (segment && at >= segment.end) {
      segment = this.#segments[this.#segments.indexOf(segment) + 1];
      at = segment ? segment.base + SEGMENT_HEADER : at;
    }
    if (!segment || at >= segment.end) return [];
    at = Math.max(at, segment.base + SEGMENT_HEADER);
    if (at >= segment.end) return [];
    const recent = this.#tail.from(at);
    if (recent) return framesIn(recent, at, false);
    const available = segment.end - at;
    let bytes = await readFully(segment.fd, Math.min(READ_SIZE, available), at - segment.base);
    const first = bytes.length < FRAME_PREFIX ? 0 : frameLength(bytes, 0);
    if (first > bytes.length && first <= available) bytes = await readFully(segment.fd, first, at - segment.base);
    return verified(framesIn(bytes, at, true), at, segment);
  }

  /** Whole frames that end at the frame boundary `position`, last first; empty at the start of the log. */
  async readBefore(position: number): Promise<Frame[]> {
    let segment = this.#segmentAt(position);
    let end = segment ? Math.min(position, segment.end) : 0;
    while (segment && end <= segment.base + SEGMENT_HEADER) {
      segment = this.#segments[this.#segments.indexOf(segment) - 1];
      end = segment?.end ?? 0;
    }
    if (!segment) return [];
    const first = segment.base + SEGMENT_HEADER;
    let start = Math.max(first, end - READ_SIZE);
    let bytes = await readFully(segment.fd, end - start, start - segment.base);
    const lastLength = frameLengthBefore(bytes, bytes.length);
    if (lastLength > bytes.length && lastLength <= end - first) {
      start = end - lastLength;
      bytes = await readFully(segment.fd, lastLength, start - segment.base);
    }
    const frames: Frame[] = [];
    for (let at = bytes.length; at > 0;) {
      const length = frameLengthBefore(bytes, at);
      if (length === 0 || length > at) break;
      at -= length;
      if (!isFrame(bytes, at, start + at)) break;
      frames.push(readFrame(bytes, at));
    }
    return verified(frames, end, segment);
  }

  /** Whether a frame ends at `position`. */
  async isFrameEnd(position: number): Promise<boolean> {
    try {
      const last = (await this.readBefore(position))[0];
      return last !== undefined && last.position + last.length === position;
    } catch (error) {
      if (error instanceof LogDamaged) return false;
      throw error;
    }
  }

  /** The frame at a known place. */
  async readFrame(position: number, length: number): Promise<Frame> {
    const recent = this.#tail.from(position);
    if (recent) return readFrame(recent, 0);
    const segment = this.#segmentAt(position)!;
    const bytes = await readFully(segment.fd, length, position - segment.base);
    return verified(framesIn(bytes, position, true), position, segment)[0]!;
  }

  /** The frames at known places of one stream, in the order given, at most about a megabyte of them. */
  async readFramesAt(places: readonly FramePlace[]): Promise<Frame[]> {
    const runs = neighbours(within(places, READ_AT_ONCE));
    const frames = await Promise.all(
      runs.map((run) => (run.length === 1 ? this.#readOne(run[0]!) : this.#readRun(run))),
    );
    return frames.flat();
  }

  async #readOne(place: FramePlace): Promise<Frame[]> {
    return [await this.readFrame(place.position, place.length)];
  }

  /** Reads places that touch each other with one access. */
  async #readRun(run: readonly FramePlace[]): Promise<Frame[]> {
    const first = run[0]!.position < run.at(-1)!.position ? run[0]! : run.at(-1)!;
    const segment = this.#segmentAt(first.position)!;
    const length = run.reduce((sum, place) => sum + place.length, 0);
    const bytes = await readFully(segment.fd, length, first.position - segment.base);
    return run.map((place) => {
      const at = place.position - first.position;
      if (!isFrame(bytes, at, place.position)) {
        throw damagedAt(segment, place.position);
      }
      return readFrame(bytes, at);
    });
  }

  /** As {@link readFrame}, at once: for decisions that must not be overtaken. */
  readFrameNow(position: number, length: number): Frame {
    const recent = this.#tail.from(position);
    if (recent) return readFrame(recent, 0);
    const segment = this.#segmentAt(position)!;
    const bytes = Buffer.allocUnsafe(length);
    fs.readSync(segment.fd, bytes, 0, length, position - segment.base);
    return verified(framesIn(bytes, position, true), position, segment)[0]!;
  }

  /** Start of the frame that holds the event at `position`, or of the first frame behind it when there is none. */
  async frameStart(position: number): Promise<number> {
    const segment = this.#segmentAt(position);
    if (!segment) return this.#segments[0] ? this.#segments[0].base + SEGMENT_HEADER : 0;
    const first = segment.base + SEGMENT_HEADER;
    if (position < first) return first;
    if (position + FRAME_PREFIX > segment.end) return segment.end;
    const distance = (await readFully(segment.fd, 4, position - segment.base)).readUInt32LE(0);
    const start = position - distance;
    if (start >= first) {
      const length = frameLength(await readFully(segment.fd, FRAME_PREFIX, start - segment.base), 0);
      if (length > distance && start + length <= segment.end) {
        const bytes = await readFully(segment.fd, length, start - segment.base);
        if (isFrame(bytes, 0, start)) return start;
      }
    }
    return this.#searchFrame(first, position);
  }

  /** For a position that is no event's: walks the segment from its beginning. */
  async #searchFrame(first: number, position: number): Promise<number> {
    let at = first;
    for (;;) {
      const frames = await this.readFrom(at);
      const found = frames.find((frame) => frame.position + frame.length > position);
      if (found) return found.position;
      const last = frames.at(-1);
      if (!last) return at;
      at = last.position + last.length;
    }
  }

  #segmentAt(position: number): Segment | undefined {
    let low = 0;
    let high = this.#segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#segments[middle]!.base <= position) low = middle;
      else high = middle - 1;
    }
    const segment = this.#segments[low];
    return segment && segment.base <= position ? segment : undefined;
  }
}

/**
 * The frames in `bytes`, which stand at log position `position`. With `verify`, stops at the first that is not whole.
 */
function framesIn(bytes: Buffer, position: number, verify: boolean): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; verify ? isFrame(bytes, at, position + at) : at < bytes.length;) {
    const frame = readFrame(bytes, at);
    frames.push(frame);
    at += frame.length;
  }
  return frames;
}

function verified(frames: Frame[], position: number, segment: Segment): Frame[] {
  if (frames.length === 0) throw damagedAt(segment, position);
  return frames;
}

function damagedAt(segment: Segment, position: number): LogDamaged {
  return new LogDamaged(`${segment.path} 偏移 ${position - segment.base} 处的数据已损坏`, position);
}
