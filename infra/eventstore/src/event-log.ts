/**
 * The append-only log. Appends that arrive while a write is under way form one group, written by one durable write off
 * the event loop. Nothing is acknowledged or readable before its group is on disk.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { AcknowledgedMark } from './acknowledged-mark.ts';
import { type FrameExtent, sealFrame, writeFrame } from './frame.ts';
import { type CutTail, type Recovered, recoverLog } from './log-recovery.ts';
import type { ProposedEvent } from './recorded-event.ts';
import { createSegment, type Segment, SEGMENT_HEADER, writeDurably } from './segment.ts';
import { LogReader } from './log-reader.ts';
import { LogTail } from './log-tail.ts';
import { ByteWriter } from './wire.ts';

/** Errors that say only that there is no room. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Called once per append: without an error when the frame is durable, with one when it never will be. */
export type Settle = (error?: Error) => void;

interface Group {
  base: number;
  opensSegment: boolean;
  writer: ByteWriter;
  starts: number[];
  settles: Settle[];
}

/** Where the log is and how it is kept. */
export interface LogOptions {
  directory: string;
  /** A segment that has reached this size is followed by a new one. */
  segmentSize: number;
  /** Start even when acknowledged data at the end of the log is damaged or missing. */
  acceptLoss: boolean;
  /** Bytes at the end of the log that are verified before it is opened. */
  verifyBytes: number;
  /** There is no room: appends fail; called once until they succeed again. */
  onFull: (error: Error) => void;
  /**
   * The disk failed and what is on it is unknown: nothing more is written, and only a restart tells what was stored.
   */
  onBroken: (error: Error) => void;
}

/** The log of one node: appends at its end, reads from anywhere. One process at a time may have it open. */
export class EventLog {
  readonly id: string;
  /** What had to be cut when the log was opened. */
  readonly cut: CutTail | undefined;
  /** Acknowledged bytes that were missing or damaged at the end of the log when it was opened. */
  readonly acknowledgedLost: number;
  /** Older segments, to be verified while the log is in use. */
  readonly unverified: readonly Segment[];
  /** Position behind the last durable frame: readers see everything before it. */
  end: number;
  /** Awaited before a group is written, when there is something to wait for. */
  pace: () => Promise<void> | undefined = () => undefined;
  /** Reads what is durable. */
  readonly reader: LogReader;
  readonly #segments: Segment[];
  readonly #directory: string;
  readonly #segmentSize: number;
  readonly #mark: AcknowledgedMark;
  readonly #onFull: (error: Error) => void;
  readonly #onBroken: (error: Error) => void;
  readonly #tail = new LogTail();
  #group: Group | undefined;
  #inFlight: Group | undefined;
  #spare: ByteWriter | undefined;
  #writing: Promise<void> | undefined;
  #broken: Error | undefined;
  #isFull = false;
  #closed = false;
  /** Position at which the next group begins, and whether it needs a new segment. */
  #next = 0;
  #mustOpen = false;
  /** Base of the segment that the next group falls into. */
  #segmentBase = 0;

  private constructor(options: LogOptions, recovered: Recovered, id: string, mark: AcknowledgedMark) {
    const { segments, cut, unverified } = recovered;
    this.#directory = path.join(options.directory, 'log');
    this.#segmentSize = options.segmentSize;
    this.#segments = segments;
    this.reader = new LogReader(segments, this.#tail);
    this.#mark = mark;
    this.#onFull = options.onFull;
    this.#onBroken = options.onBroken;
    this.id = id;
    this.cut = cut;
    this.unverified = unverified;
    const end = segments.at(-1)?.end ?? 0;
    this.acknowledgedLost = Math.max(0, mark.found - end);
    // Positions that readers may have seen are not given out again: the log goes on behind them.
    if (mark.found > end)
      segments.push(createSegment(this.#directory, { logId: id, base: mark.found, previousEnd: end }));
    this.end = segments.at(-1)?.end ?? 0;
    if (this.end > 0) mark.write(this.end);
    this.#resume();
  }

  /** Opens the log under `directory`, verifying its end. Throws LogDamaged when it must not be used. */
  static async open(options: LogOptions): Promise<EventLog> {
    const directory = path.join(options.directory, 'log');
    fs.mkdirSync(directory, { recursive: true });
    const mark = new AcknowledgedMark(path.join(options.directory, 'acknowledged'));
    const asideDirectory = path.join(options.directory, 'damaged');
    const { acceptLoss, verifyBytes } = options;
    try {
      const recovered = await recoverLog({
        directory,
        asideDirectory,
        acknowledged: mark.found,
        acceptLoss,
        verifyBytes,
      });
      return new EventLog(options, recovered, recovered.logId ?? randomBytes(16).toString('hex'), mark);
    } catch (error) {
      mark.close();
      throw error;
    }
  }

  /** Bytes accepted but not yet handed to the disk. */
  get queuedBytes(): number {
    return this.#group?.writer.length ?? 0;
  }

  /** Queues one frame. The extent is final unless `settle` reports an error. */
  append(
    stream: Buffer,
    firstRevision: number,
    events: readonly ProposedEvent[],
    created: number,
    settle: Settle,
  ): FrameExtent {
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
        const behind = this.pace();
        if (behind) await behind;
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
      const header = {
        logId: this.id,
        base: group.base - SEGMENT_HEADER,
        previousEnd: this.#segments.at(-1)?.end ?? 0,
      };
      this.#segments.push(createSegment(this.#directory, header));
    }
    const segment = this.#segments.at(-1)!;
    await writeDurably(segment.fd, bytes, group.base - segment.base);
    segment.end = group.base + bytes.length;
    this.end = segment.end;
    this.#isFull = false;
    this.#mark.write(this.end);
    this.#tail.push(group.base, bytes);
  }

  /** Fails the group and all that queued behind it, whose positions build on it. */
  #fail(group: Group, error: Error): void {
    const queued = this.#group;
    this.#group = undefined;
    if (this.#takeBack(error)) {
      if (!this.#isFull) this.#onFull(error);
      this.#isFull = true;
    } else if (!this.#broken) {
      // A flush that failed once may succeed the next time without having written anything: it is not tried again.
      this.#broken = error;
      this.#onBroken(error);
    }
    this.#resume();
    for (const settle of [...group.settles, ...(queued?.settles ?? [])]) settle(error);
  }

  /** Removes what a write that found no room has left behind; false when the disk has failed in any other way. */
  #takeBack(error: NodeJS.ErrnoException): boolean {
    const segment = this.#segments.at(-1);
    if (this.#broken || !FULL.includes(error.code ?? '')) return false;
    try {
      if (segment) fs.ftruncateSync(segment.fd, segment.end - segment.base);
      return true;
    } catch {
      return false;
    }
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
