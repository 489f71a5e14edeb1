/**
 * Streams as readers may see them: the index on disk, and above it what became durable since the index was last
 * written. Writing the index in larger pieces costs less, and it may always be behind, because the log tells the rest.
 */
import { eventsOf, type Frame, recordedIn } from './frame.ts';
import type { FramePlace } from './frame-place.ts';
import { IndexDamaged, IndexUnwritable, isIndexDamage, type StreamState } from './index-rows.ts';
import type { IndexAnswer } from './index-thread.ts';
import type { StreamChange } from './index-writer.ts';
import { decodeRecorded, TOMBSTONE_REVISION } from './recorded-event.ts';
import type { StreamIndex } from './stream-index.ts';

const NO_STREAM: StreamState = { id: -1, last: -1, tombstoned: false, metadata: null };
const NO_BYTES = Buffer.alloc(0);
/** Frames, and milliseconds, after which the index is written. */
const FLUSH_AFTER_FRAMES = 4096;
const FLUSH_AFTER_MS = 500;
/** Frames in memory beyond which the log waits for the index: memory must not grow when its thread is starved. */
const MOST_FRESH = 2 * FLUSH_AFTER_FRAMES;
/** The same while the index is refilled: larger pieces touch each of its pages less often. */
const REFILL_FRAMES = 25_000;
/** Streams whose state is remembered; between this many and twice as many. */
const REMEMBERED = 4096;

type Changes = Map<string, StreamChange>;

/** Whom the streams tell about their index. */
export interface IndexWatch {
  /** It cannot be written now, and is tried again; called once until it can. */
  onFailure: (error: Error) => void;
  /** It is damaged: these streams are of no use any more. */
  onDamage: (error: Error) => void;
}

/** State and frames of every stream, durable ones only. */
export class DurableStreams {
  readonly #index: StreamIndex;
  readonly #watch: IndexWatch;
  /** Streams with frames that nobody has written to the index yet. */
  #fresh: Changes = new Map();
  #freshFrames = 0;
  /** Position behind the last frame in `#fresh`. */
  #freshEnd = 0;
  /** The piece that the index thread is writing: in the index at some moment before the thread says so. */
  #posted: Changes = new Map();
  /**
   * States as they stand in the index, of streams asked for lately. When the younger half is full the older is
   * forgotten.
   */
  #young = new Map<string, StreamState>();
  #old = new Map<string, StreamState>();
  #flushTimer: NodeJS.Timeout | undefined;
  #isFailing = false;
  /** Those who wait for the thread's answer. */
  #waiting: (() => void)[] = [];

  constructor(index: StreamIndex, watch: IndexWatch) {
    this.#index = index;
    this.#watch = watch;
  }

  /** State of a stream, also of one that does not exist. Throws IndexDamaged, as all that looks something up does. */
  find(stream: string): StreamState {
    return (this.#fresh.get(stream) ?? this.#posted.get(stream))?.state ?? this.#indexed(stream);
  }

  #indexed(stream: string): StreamState {
    const young = this.#young.get(stream);
    if (young) return young;
    const state = this.#old.get(stream) ?? this.#index.find(stream) ?? NO_STREAM;
    this.#remember(stream, state);
    return state;
  }

  #remember(stream: string, state: StreamState): void {
    if (this.#young.size >= REMEMBERED) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(stream, state);
  }

  /**
   * Takes in a frame that has just become durable. `last` is the revision of its last event, `lastData` that event's
   * data.
   */
  add(stream: string, place: FramePlace, last: number, lastData: Buffer): void {
    addFrame(this.#fresh, (name) => this.find(name), stream, place, last, lastData);
    this.#freshFrames++;
    this.#freshEnd = place.position + place.length;
    if (this.#freshFrames === FLUSH_AFTER_FRAMES) this.#flush();
    else this.#flushTimer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS);
  }

  /** Frames that are not in the index for certain, in order. */
  #recent(stream: string): readonly FramePlace[] {
    const posted = this.#posted.get(stream)?.frames ?? [];
    const fresh = this.#fresh.get(stream)?.frames ?? [];
    return posted.length === 0 ? fresh : fresh.length === 0 ? posted : [...posted, ...fresh];
  }

  /** Durable frames of a stream from the one that holds `revision` on. */
  forward(stream: string, revision: number, limit: number): FramePlace[] {
    const recent = this.#recent(stream);
    const before = recent[0]?.revision ?? Infinity;
    if (revision >= before) {
      let start = recent.length - 1;
      while (recent[start]!.revision > revision) start--;
      return recent.slice(start, start + limit);
    }
    const places = this.#index.forward(this.find(stream).id, revision, before, limit);
    return places.length < limit ? places.concat(recent.slice(0, limit - places.length)) : places;
  }

  /** Durable frames of a stream from the one that holds `revision` back, last first. */
  backward(stream: string, revision: number, limit: number): FramePlace[] {
    const recent = this.#recent(stream);
    const places = recent
      .filter((place) => place.revision <= revision)
      .reverse()
      .slice(0, limit);
    if (places.length === limit) return places;
    const older = Math.min(revision, (recent[0]?.revision ?? Infinity) - 1);
    return places.concat(this.#index.backward(this.find(stream).id, older, limit - places.length));
  }

  /** Hands what is fresh to the index thread, unless it is still busy. */
  #flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    if (this.#freshFrames === 0 || this.#posted.size > 0) return;
    this.#index.post(this.#fresh, this.#freshEnd, (answer) => this.#answered(answer));
    this.#posted = this.#fresh;
    this.#fresh = new Map();
    this.#freshFrames = 0;
  }

  #answered({ error, isDamage }: IndexAnswer): void {
    if (error && isDamage) this.#watch.onDamage(new IndexDamaged(`索引写入失败：${error.message}`, { cause: error }));
    const written = this.#posted;
    this.#posted = new Map();
    if (error) {
      if (!this.#isFailing && !isDamage) this.#watch.onFailure(error);
      this.#isFailing = true;
      for (const [stream, { state, frames }] of this.#fresh) {
        written.set(stream, { state, frames: [...(written.get(stream)?.frames ?? []), ...frames] });
      }
      this.#fresh = written;
      this.#freshFrames = Math.max(1, this.#freshFrames);
      this.#flushTimer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS);
    } else {
      this.#isFailing = false;
      for (const [stream, { state }] of written) this.#remember(stream, state);
      if (this.#freshFrames >= FLUSH_AFTER_FRAMES) this.#flush();
      else if (this.#freshFrames > 0) this.#flushTimer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS);
    }
    for (const go of this.#waiting.splice(0)) go();
  }

  #nextAnswer(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * What the log has to wait for before it takes in more; nothing when the index keeps up, or cannot be written at all.
   */
  backlog(): Promise<void> | undefined {
    return this.#freshFrames > MOST_FRESH && this.#posted.size > 0 && !this.#isFailing ? this.#nextAnswer() : undefined;
  }

  /** Completes the index, as far as the disk allows, and closes it. */
  async close(): Promise<void> {
    if (this.#posted.size > 0) await this.#nextAnswer();
    clearTimeout(this.#flushTimer);
    await this.#index.endThread();
    try {
      if (this.#fresh.size > 0) this.#index.write(this.#fresh, this.#freshEnd);
    } catch (error) {
      this.#watch.onFailure(error as Error);
    }
    this.#index.close();
  }

  /** Lets go of a damaged index. */
  async discard(): Promise<void> {
    if (this.#posted.size > 0) await this.#nextAnswer();
    clearTimeout(this.#flushTimer);
    await this.#index.endThread();
    this.#index.close();
  }
}

/**
 * Brings an index up to the end of the log, before anything is served from it. Throws IndexDamaged and IndexUnwritable.
 */
export class IndexRefill {
  readonly #index: StreamIndex;
  #changes: Changes = new Map();
  #frames = 0;
  #end = 0;

  constructor(index: StreamIndex) {
    this.#index = index;
  }

  /** Takes in the next frame of the log. A promise, if any, must be awaited before the next. */
  add(frame: Frame): Promise<void> | undefined {
    const place = { revision: frame.firstRevision, position: frame.position, length: frame.length };
    const last = eventsOf(frame).at(-1)!;
    const lastData = isMetastream(frame.stream) ? decodeRecorded(recordedIn(frame, last)).data : NO_BYTES;
    const find = (name: string): StreamState => this.#changes.get(name)?.state ?? this.#index.find(name) ?? NO_STREAM;
    addFrame(this.#changes, find, frame.stream, place, last.revision, lastData);
    this.#end = place.position + place.length;
    return ++this.#frames % REFILL_FRAMES === 0 ? this.#write() : undefined;
  }

  /** Writes in the thread: a piece of this size takes a while. */
  async #write(): Promise<void> {
    const { error, isDamage } = await new Promise<IndexAnswer>((resolve) =>
      this.#index.post(this.#changes, this.#end, resolve),
    );
    this.#changes = new Map();
    if (error) throw isDamage ? new IndexDamaged(error.message) : new IndexUnwritable(error.message);
  }

  /** Writes the rest. */
  async finish(): Promise<void> {
    await this.#index.endThread();
    try {
      if (this.#changes.size > 0) this.#index.write(this.#changes, this.#end);
    } catch (error) {
      throw isIndexDamage(error)
        ? error
        : new IndexUnwritable(`索引无法写入：${(error as Error).message}`, { cause: error });
    }
  }
}

function addFrame(
  changes: Changes,
  find: (stream: string) => StreamState,
  stream: string,
  place: FramePlace,
  last: number,
  lastData: Buffer,
): void {
  const change = changeOf(changes, find, stream);
  change.state = advanced(change.state, place, last);
  change.frames.push(place);
  if (!isMetastream(stream)) return;
  const target = changeOf(changes, find, stream.slice(2));
  target.state = { ...target.state, metadata: lastData.toString('utf8') };
}

function changeOf(changes: Changes, find: (stream: string) => StreamState, stream: string): StreamChange {
  let change = changes.get(stream);
  if (!change) {
    change = { state: find(stream), frames: [] };
    changes.set(stream, change);
  }
  return change;
}

/** The state after one more frame. */
export function advanced(state: StreamState, place: FramePlace, last: number): StreamState {
  const id = state.id < 0 ? place.position : state.id;
  return last === TOMBSTONE_REVISION ? { ...state, id, tombstoned: true } : { ...state, id, last };
}

/** Whether `stream` holds the metadata of another one. */
export function isMetastream(stream: string): boolean {
  return stream.startsWith('$$');
}
