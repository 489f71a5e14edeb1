/**
 * Streams as readers may see them: the index on disk, and above it what became durable since the index was last written.
 * Writing the index in larger pieces costs less, and it may always be behind, because the log tells the rest.
 */
import { eventsOf, type Frame, recordedIn } from './frame.ts';
import type { FramePlace } from './frame-place.ts';
import { decodeRecorded, TOMBSTONE_REVISION } from './recorded-event.ts';
import type { StreamChange, StreamIndex, StreamState } from './stream-index.ts';

const NO_STREAM: StreamState = { id: -1, last: -1, tombstoned: false, metadata: null };
const NO_BYTES = Buffer.alloc(0);
/** Frames after which the index is written; more at once would hold up appends for longer. */
const FLUSH_AFTER_FRAMES = 1024;
const FLUSH_AFTER_MS = 200;
/** The same while the index is rebuilt and nobody waits. */
const REBUILD_FRAMES = 5000;

/** State and frames of every stream, durable ones only. */
export class DurableStreams {
  readonly #index: StreamIndex;
  readonly #onIndexFailure: (error: Error) => void;
  /** Streams with frames that are not in the index yet. */
  #fresh = new Map<string, StreamChange>();
  #freshFrames = 0;
  /** Position behind the last frame in `#fresh`. */
  #freshEnd = 0;
  #flushTimer: NodeJS.Timeout | undefined;

  constructor(index: StreamIndex, onIndexFailure: (error: Error) => void) {
    this.#index = index;
    this.#onIndexFailure = onIndexFailure;
  }

  /** State of a stream, also of one that does not exist. */
  find(stream: string): StreamState {
    return this.#fresh.get(stream)?.state ?? this.#index.find(stream) ?? NO_STREAM;
  }

  /** Takes in a frame read from the log, when the index is brought up to its end. */
  addStored(frame: Frame): void {
    const place = { revision: frame.firstRevision, position: frame.position, length: frame.length };
    const last = eventsOf(frame).at(-1)!;
    const lastData = isMetastream(frame.stream) ? decodeRecorded(recordedIn(frame, last)).data : NO_BYTES;
    this.#remember(frame.stream, place, last.revision, lastData);
    if (this.#freshFrames >= REBUILD_FRAMES) this.flush();
  }

  /** Takes in a frame that has just become durable. `last` is the revision of its last event, `lastData` that event's data. */
  add(stream: string, place: FramePlace, last: number, lastData: Buffer): void {
    this.#remember(stream, place, last, lastData);
    // Not at once: the append that was just written is answered first.
    if (this.#freshFrames === FLUSH_AFTER_FRAMES) setImmediate(() => this.flush());
    this.#flushTimer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS);
  }

  #remember(stream: string, place: FramePlace, last: number, lastData: Buffer): void {
    const change = this.#change(stream);
    change.state = advanced(change.state, place, last);
    change.frames.push(place);
    this.#freshFrames++;
    this.#freshEnd = place.position + place.length;
    if (isMetastream(stream)) {
      const target = this.#change(stream.slice(2));
      target.state = { ...target.state, metadata: lastData.toString('utf8') };
    }
  }

  #change(stream: string): StreamChange {
    let change = this.#fresh.get(stream);
    if (!change) {
      change = { state: this.#index.find(stream) ?? NO_STREAM, frames: [] };
      this.#fresh.set(stream, change);
    }
    return change;
  }

  /** Durable frames of a stream from the one that holds `revision` on. */
  forward(stream: string, revision: number, limit: number): FramePlace[] {
    const fresh = this.#fresh.get(stream);
    const recent = fresh?.frames ?? [];
    if (recent[0] && revision >= recent[0].revision) {
      let start = recent.length - 1;
      while (recent[start]!.revision > revision) start--;
      return recent.slice(start, start + limit);
    }
    const state = fresh?.state ?? this.#index.find(stream);
    if (!state) return [];
    const places = this.#index.forward(state.id, revision, limit);
    return places.length < limit ? places.concat(recent.slice(0, limit - places.length)) : places;
  }

  /** Durable frames of a stream from the one that holds `revision` back, last first. */
  backward(stream: string, revision: number, limit: number): FramePlace[] {
    const fresh = this.#fresh.get(stream);
    const places = (fresh?.frames ?? [])
      .filter((place) => place.revision <= revision)
      .reverse()
      .slice(0, limit);
    const state = fresh?.state ?? this.#index.find(stream);
    if (!state || places.length === limit) return places;
    return places.concat(this.#index.backward(state.id, revision, limit - places.length));
  }

  /** Brings the index up to date. */
  flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    if (this.#freshFrames === 0) return;
    try {
      this.#index.write(this.#fresh, this.#freshEnd);
    } catch (error) {
      this.#onIndexFailure(error as Error);
      return;
    }
    this.#fresh = new Map();
    this.#freshFrames = 0;
  }

  /** Completes the index and closes it. */
  close(): void {
    this.flush();
    this.#index.close();
  }
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
