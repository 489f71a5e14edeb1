/**
 * The append-only log. Appends that arrive while a write is under way form one group, written by one durable write off
 * the event loop. Nothing is acknowledged or readable before its group is on disk.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { AcknowledgedMark } from './acknowledged-mark.ts';
import {
  type Frame,
  type FrameExtent,
  FRAME_PREFIX,
  frameLength,
  frameLengthBefore,
  isFrame,
  readFrame,
  sealFrame,
  writeFrame,
} from './frame.ts';
import { type FramePlace, neighbours, within } from './frame-place.ts';
import { type CutTail, recoverLog } from './log-recovery.ts';
import type { ProposedEvent } from './recorded-event.ts';
import { createSegment, readFully, type Segment, SEGMENT_HEADER, writeDurably } from './segment.ts';
import { LogTail } from './log-tail.ts';
import { ByteWriter } from './wire.ts';

const READ_SIZE = 128 * 1024;
const READ_AT_ONCE = 1024 * 1024;

/** Called once per append: without an error when the frame is durable, with one when it never will be. */
export type Settle = (error?: Error) => void;

interface Group {
  base: number;
  opensSegment: boolean;
  writer: ByteWriter;
  starts: number[];
  settles: Settle[];
}

/** What was found when the log was opened. */
interface Found {
  cut: CutTail | undefined;
  acknowledgedLost: number;
}

/** Where the log is and how it is kept. */
export interface LogOptions {
  directory: string;
  /** A segment that has reached this size is followed by a new one. */
  segmentSize: number;
  /** Start even when acknowledged data at the end of the log is damaged or missing. */
  acceptLoss: boolean;
  /** Appends fail; called once until they succeed again. */
  onWriteFailure: (error: Error) => void;
}

/** A read found damage in data that was whole when the log was opened. */
export class DamagedRead extends Error {}

/** The log of one node: appends at its end, reads from anywhere. One process at a time may have it open. */
export class EventLog {
  readonly id: string;
  /** What had to be cut when the log was opened. */
  readonly cut: CutTail | undefined;
  /** Acknowledged bytes that were missing or damaged at the end of the log when it was opened. */
  readonly acknowledgedLost: number;
  /** Position behind the last durable frame: readers see everything before it. */
  end: number;
  readonly #segments: Segment[];
  readonly #directory: string;
  readonly #segmentSize: number;
  readonly #mark: AcknowledgedMark;
  readonly #onWriteFailure: (error: Error) => void;
  readonly #tail = new LogTail();
  #group: Group | undefined;
  #inFlight: Group | undefined;
  #spare: ByteWriter | undefined;
  #writing: Promise<void> | undefined;
  /** Set when the disk failed in a way that leaves its state unknown: nothing more is written until a restart. */
  #broken: Error | undefined;
  #isFailing = false;
  #closed = false;
  /** Position at which the next group begins, and whether it needs a new segment. */
  #next = 0;
  #mustOpen = false;
  /** Base of the segment that the next group falls into. */
  #segmentBase = 0;

  private constructor(options: LogOptions, segments: Segment[], id: string, found: Found, mark: AcknowledgedMark) {
    this.#directory = path.join(options.directory, 'log');
    this.#segmentSize = options.segmentSize;
    this.#segments = segments;
    this.#mark = mark;
    this.#onWriteFailure = options.onWriteFailure;
    this.id = id;
    this.cut = found.cut;
    this.acknowledgedLost = found.acknowledgedLost;
    this.end = segments.at(-1)?.end ?? 0;
    this.#resume();
  }

  /** Opens the log under `directory`, verifying every frame. Throws LogDamaged when it must not be used. */
  static async open(options: LogOptions): Promise<EventLog> {
    const directory = path.join(options.directory, 'log');
    fs.mkdirSync(directory, { recursive: true });
    const mark = new AcknowledgedMark(path.join(options.directory, 'acknowledged'));
    const asideDirectory = path.join(options.directory, 'damaged');
    const acknowledged = mark.found;
    const { segments, logId, cut } = await recoverLog({
      directory,
      asideDirectory,
      acknowledged,
      acceptLoss: options.acceptLoss,
    });
    const id = logId ?? randomBytes(16).toString('hex');
    const end = segments.at(-1)?.end ?? 0;
    // Positions that readers may have seen are not given out again: the log goes on behind them.
    if (acknowledged > end) segments.push(createSegment(directory, { logId: id, base: acknowledged, previousEnd: end }));
    return new EventLog(options, segments, id, { cut, acknowledgedLost: Math.max(0, acknowledged - end) }, mark);
  }

  /** Bytes accepted but not yet handed to the disk. */
  get queuedBytes(): number {
    return this.#group?.writer.length ?? 0;
  }

  /** Queues one frame. The extent is final unless `settle` reports an error. */
  append(stream: Buffer, firstRevision: number, events: readonly ProposedEvent[], created: number, settle: Settle): FrameExtent {
    const group = (this.#group ??= this.#newGroup());
    group.starts.push(group.writer.length);
    group.settles.push(settle);
    const extent = writeFrame(group.writer, group.base, stream, firstRevision, events, created);
    this.#next = group.base + group.writer.length;
    this.#writing ??= this.#write();
    return extent;
  }

  /** Calls `settle` when everything queued by now is settled. */
  afterQueued(settle: Settle): void {
    const group = this.#group ?? this.#inFlight;
    if (group) group.settles.push(settle);
    else settle();
  }

  /** Puts the next group behind what is on disk. */
  #resume(): void {
    const last = this.#segments.at(-1);
    this.#next = last?.end ?? 0;
    this.#mustOpen = last === undefined;
    this.#segmentBase = last?.base ?? 0;
  }

  #newGroup(): Group {
    const opensSegment = this.#mustOpen || this.#next - this.#segmentBase >= this.#segmentSize;
    const base = opensSegment ? this.#next + SEGMENT_HEADER : this.#next;
    if (opensSegment) this.#segmentBase = this.#next;
    this.#mustOpen = false;
    const writer = this.#spare ?? new ByteWriter(64 * 1024);
    this.#spare = undefined;
    writer.length = 0;
    return { base, opensSegment, writer, starts: [], settles: [] };
  }

  async #write(): Promise<void> {
    // The appends of this turn of the event loop gather in one group.
    await new Promise(setImmediate);
    for (let group = this.#group; group !== undefined; group = this.#group) {
      this.#group = undefined;
      this.#inFlight = group;
      try {
        if (this.#broken) throw this.#broken;
        await this.#writeGroup(group);
      } catch (error) {
        this.#fail(group, error as Error);
        continue;
      }
      for (const settle of group.settles) settle();
      if (group.writer.buffer.length <= 4 * 1024 * 1024) this.#spare = group.writer;
    }
    this.#inFlight = undefined;
    this.#writing = undefined;
  }

  async #writeGroup(group: Group): Promise<void> {
    const bytes = group.writer.view();
    for (const start of group.starts) sealFrame(bytes, start, this.end);
    if (group.opensSegment) {
      const header = { logId: this.id, base: group.base - SEGMENT_HEADER, previousEnd: this.#segments.at(-1)?.end ?? 0 };
      this.#segments.push(createSegment(this.#directory, header));
    }
    const segment = this.#segments.at(-1)!;
    await writeDurably(segment.fd, bytes, group.base - segment.base);
    segment.end = group.base + bytes.length;
    this.end = segment.end;
    this.#isFailing = false;
    this.#mark.write(this.end);
    this.#tail.push(group.base, bytes);
  }

  /** Fails the group and all that queued behind it, whose positions build on it. */
  #fail(group: Group, error: Error): void {
    if (!this.#isFailing) this.#onWriteFailure(error);
    this.#isFailing = true;
    const queued = this.#group;
    this.#group = undefined;
    const segment = this.#segments.at(-1);
    const full = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!full) this.#broken ??= error;
    try {
      if (segment) fs.ftruncateSync(segment.fd, segment.end - segment.base);
    } catch (truncation) {
      this.#broken ??= truncation as Error;
    }
    this.#resume();
    for (const settle of [...group.settles, ...(queued?.settles ?? [])]) settle(error);
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
      if (error instanceof DamagedRead) return false;
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
    const frames = await Promise.all(runs.map((run) => (run.length === 1 ? this.#readOne(run[0]!) : this.#readRun(run))));
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
        throw new DamagedRead(damagedAt(segment, place.position));
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

  /** Writes what is queued, then closes the files. */
  async close(): Promise<void> {
    while (this.#writing) await this.#writing;
    if (this.#closed) return;
    this.#closed = true;
    await this.#mark.close();
    for (const segment of this.#segments) fs.closeSync(segment.fd);
  }
}

/** The frames in `bytes`, which stand at log position `position`. With `verify`, stops at the first that is not whole. */
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
  if (frames.length === 0) throw new DamagedRead(damagedAt(segment, position));
  return frames;
}

function damagedAt(segment: Segment, position: number): string {
  return `${segment.path} 偏移 ${position - segment.base} 处没有完整的数据`;
}
