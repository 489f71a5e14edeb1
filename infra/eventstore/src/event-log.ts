/**
 * The append-only log. Appends that arrive while a write is under way form one group, written by one durable write off
 * the event loop. Nothing is acknowledged or readable before its group is on disk.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { AcknowledgedMark } from './acknowledged-mark.ts';
import { type FrameExtent, sealFrame, writeFrame } from './frame.ts';
import { type CutTail, recoverLog } from './log-recovery.ts';
import type { ProposedEvent } from './recorded-event.ts';
import { createSegment, type Segment, SEGMENT_HEADER, writeDurably } from './segment.ts';
import { LogReader } from './log-reader.ts';
import { LogTail } from './log-tail.ts';
import { ByteWriter } from './wire.ts';

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

/** The log of one node: appends at its end, reads from anywhere. One process at a time may have it open. */
export class EventLog {
  readonly id: string;
  /** What had to be cut when the log was opened. */
  readonly cut: CutTail | undefined;
  /** Acknowledged bytes that were missing or damaged at the end of the log when it was opened. */
  readonly acknowledgedLost: number;
  /** Position behind the last durable frame: readers see everything before it. */
  end: number;
  /** Reads what is durable. */
  readonly reader: LogReader;
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
    this.reader = new LogReader(segments, this.#tail);
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

  /** Writes what is queued, then closes the files. */
  async close(): Promise<void> {
    while (this.#writing) await this.#writing;
    if (this.#closed) return;
    this.#closed = true;
    this.#mark.close();
    for (const segment of this.#segments) fs.closeSync(segment.fd);
  }
}
