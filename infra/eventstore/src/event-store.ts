/**
 * The store: decides appends (expected revisions, repeats, deletion), keeps the state of streams, and serves reads.
 * Decisions see what is queued; readers see only what is durable.
 */
import { randomUUID } from 'node:crypto';
import { advanced, type DurableStreams, isMetastream } from './durable-streams.ts';
import type { EventLog } from './event-log.ts';
import { eventsOf, type Frame, type FrameExtent, recordedIn } from './frame.ts';
import { CallError, status } from './grpc-call.ts';
import { GrowthSignal } from './growth-signal.ts';
import type { DamageWatch } from './log-damage.ts';
import { type ProposedEvent, recordedId, TOMBSTONE_REVISION } from './recorded-event.ts';
import type { RecentIds } from './recent-ids.ts';
import type { FramePlace } from './frame-place.ts';
import { IndexDamaged, type StreamState } from './index-rows.ts';
import { parseStreamRules, withSoftDelete, withTruncateBefore } from './stream-rules.ts';

/** What the writer believes about the stream. */
export type Expectation = 'any' | 'no_stream' | 'stream_exists' | bigint;

/** What became of an append, a delete or a tombstone. */
export type Outcome =
  | { kind: 'written'; revision: number; position: number }
  /** An append of no events whose expectation holds. */
  | { kind: 'nothing'; current: number }
  | { kind: 'wrong-revision'; current: number }
  | { kind: 'deleted' }
  /** Nothing was decided: the index is being made anew. */
  | { kind: 'not-ready' }
  /** It repeats what is still being written. */
  | { kind: 'unconfirmed' }
  | { kind: 'failed'; error: Error };

type Done = (outcome: Outcome) => void;

const NO_BYTES = Buffer.alloc(0);
/** The real server's words for this. */
export const NOT_READY = 'Server Is Not Ready';
/**
 * What repeats an append that is still being written is told so late, though that may be durable long before: as real
 * servers do, so that nobody comes to rely on a sooner answer.
 */
const UNCONFIRMED_AFTER_MS = 2_000;
/** Times that something is tried again on an index made anew: what fails on each of them is no matter of the index. */
const MOST_TRIES = 3;

interface Queued {
  place: FramePlace;
  lastEventPosition: number;
  events: readonly ProposedEvent[];
}

/** The index is being made anew: what needs it has to be asked again. */
class IndexAway extends CallError {
  readonly back: Promise<void>;

  constructor(back: Promise<void>) {
    super(status.UNAVAILABLE, NOT_READY);
    this.back = back;
  }
}

/**
 * The store of one node. An index that proves to be damaged is made anew from the log: reads wait for it, writes are
 * refused until then.
 */
export class EventStore {
  readonly log: EventLog;
  readonly growth = new GrowthSignal();
  readonly damage: DamageWatch;
  readonly #remake: (error: Error) => Promise<DurableStreams>;
  #streams: DurableStreams;
  /** Under way while the index is made anew. */
  #remaking: Promise<void> | undefined;
  readonly #recent: RecentIds;
  /** Streams with frames that are not durable yet, as decisions see them. */
  readonly #queued = new Map<string, { state: StreamState; frames: Queued[] }>();
  #isClosing = false;

  /** @param remake makes the index anew from the log */
  constructor(
    log: EventLog,
    streams: DurableStreams,
    recent: RecentIds,
    damage: DamageWatch,
    remake: (error: Error) => Promise<DurableStreams>,
  ) {
    this.log = log;
    this.damage = damage;
    this.#streams = streams;
    this.#recent = recent;
    this.#remake = remake;
    log.pace = () => this.#streams.backlog();
  }

  /** State of a stream as readers may see it. Throws UNAVAILABLE while there is no index: see {@link patiently}. */
  readable(stream: string): StreamState {
    return this.#lookUp((streams) => streams.find(stream));
  }

  /**
   * Durable frames of a stream, which has `revision`: some, from the one that holds it on. Throws as {@link readable}.
   */
  async framesForward(stream: string, revision: number, limit: number): Promise<Frame[]> {
    const frames = await this.log.reader.readFramesAt(
      this.#lookUp((streams) => streams.forward(stream, revision, limit)),
    );
    return this.#whole(stream, frames, revision, (frame) => frame.firstRevision + frame.count);
  }

  /**
   * Durable frames of a stream, which has `revision`: some, from the one that holds it back, last first. Throws as
   * {@link readable}.
   */
  async framesBackward(stream: string, revision: number, limit: number): Promise<Frame[]> {
    const frames = await this.log.reader.readFramesAt(
      this.#lookUp((streams) => streams.backward(stream, revision, limit)),
    );
    return this.#whole(stream, frames, revision, (frame) => frame.firstRevision - 1);
  }

  /** As {@link framesForward}, at once: for decisions that must not be overtaken. */
  framesNow(stream: string, revision: number, limit: number): Frame[] {
    const places = this.#lookUp((streams) => streams.forward(stream, revision, limit));
    const frames = places.map(({ position, length }) => this.log.reader.readFrameNow(position, length));
    return this.#whole(stream, frames, revision, (frame) => frame.firstRevision + frame.count);
  }

  /**
   * Frames of this stream without a gap, the first of which holds `revision`. Whoever went on with less would leave
   * events out, or stand still.
   */
  #whole(stream: string, frames: Frame[], revision: number, next: (frame: Frame) => number): Frame[] {
    let wanted = revision;
    for (const frame of frames) {
      const isNext = frame.firstRevision <= wanted && wanted < frame.firstRevision + frame.count;
      // A tombstone may follow the last event, far behind it.
      const isTombstone = frame !== frames[0] && frame.firstRevision >= TOMBSTONE_REVISION;
      if (frame.stream !== stream || !(isNext || isTombstone)) throw this.#gap(stream, wanted);
      wanted = next(frame);
    }
    if (frames.length === 0) throw this.#gap(stream, wanted);
    return frames;
  }

  #gap(stream: string, revision: number): Error {
    return this.#met(new IndexDamaged(`索引中没有流 ${stream} 的第 ${revision} 个事件`));
  }

  /** Asks the index. */
  #lookUp<T>(ask: (streams: DurableStreams) => T): T {
    if (this.#remaking) throw new IndexAway(this.#remaking);
    try {
      return ask(this.#streams);
    } catch (error) {
      throw error instanceof IndexDamaged ? this.#met(error) : error;
    }
  }

  #met(error: IndexDamaged): IndexAway {
    return new IndexAway(this.indexDamaged(error));
  }

  /** Makes the index anew, unless that is being done. */
  indexDamaged(error: Error): Promise<void> {
    return (this.#remaking ??= this.#renew(error));
  }

  async #renew(error: Error): Promise<void> {
    try {
      // What was accepted is settled first. Nothing more is accepted, so the log does not grow meanwhile.
      await new Promise<void>((resolve) => this.log.afterQueued(() => resolve()));
      await this.#streams.discard();
      this.#streams = await this.#remake(error);
      this.#remaking = undefined;
    } catch (failure) {
      this.damage.found(failure as Error);
    }
  }

  /** Does what needs the index, again if need be when it has been made anew. */
  async patiently<T>(ask: () => T | Promise<T>): Promise<T> {
    for (let left = MOST_TRIES; ; left--) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof IndexAway) || left === 0) throw error;
        await error.back;
      }
    }
  }

  /** Decides, or says that it cannot be decided now. Decisions write only when they have looked up everything. */
  #decide(done: Done, decision: () => void): void {
    if (this.#isClosing) return;
    if (this.#remaking) return done({ kind: 'not-ready' });
    try {
      decision();
    } catch (error) {
      if (!(error instanceof IndexAway)) throw error;
      done({ kind: 'not-ready' });
    }
  }

  #decidable(stream: string): StreamState {
    return this.#queued.get(stream)?.state ?? this.readable(stream);
  }

  /** Appends events, or says why not. `done` is called once, when the outcome is durable. */
  append(stream: string, expected: Expectation, events: readonly ProposedEvent[], done: Done): void {
    this.#decide(done, () => this.#append(stream, expected, events, done));
  }

  #append(stream: string, expected: Expectation, events: readonly ProposedEvent[], done: Done): void {
    const state = this.#decidable(stream);
    if (state.tombstoned || (isMetastream(stream) && this.#decidable(stream.slice(2)).tombstoned)) {
      return this.#whenSettled(stream, { kind: 'deleted' }, done);
    }
    const { softDeleted } = parseStreamRules(state.metadata);
    if (softDeleted && expected === 'stream_exists') return this.#whenSettled(stream, { kind: 'deleted' }, done);
    const repeat = this.#findRepeat(stream, state, expected, events);
    if (repeat?.kind === 'written' && this.#isBeingWritten(stream, repeat.position)) {
      setTimeout(() => done({ kind: 'unconfirmed' }), UNCONFIRMED_AFTER_MS).unref();
      return;
    }
    if (repeat) return this.#whenSettled(stream, repeat, done);
    if (!holds(expected, state))
      return this.#whenSettled(stream, { kind: 'wrong-revision', current: state.last }, done);
    if (events.length === 0) return this.#whenSettled(stream, { kind: 'nothing', current: state.last }, done);
    if (softDeleted) {
      // The metadata goes first: a crash in between leaves an empty stream, never one with its deleted events.
      this.#enqueue(
        `$$${stream}`,
        [metadataEvent(withTruncateBefore(state.metadata, BigInt(state.last + 1)))],
        () => {},
      );
    }
    const deleted = isMetastream(stream) ? this.#softDeleted(stream.slice(2)) : undefined;
    this.#enqueue(stream, events, done);
    if (deleted) {
      // New metadata brings the stream back, not its deleted events.
      const written = this.#decidable(stream.slice(2)).metadata;
      this.#enqueue(stream, [metadataEvent(withTruncateBefore(written, BigInt(deleted.last + 1)))], () => {});
    }
  }

  /** State of a stream that is soft-deleted; undefined for any other. */
  #softDeleted(stream: string): StreamState | undefined {
    const state = this.#decidable(stream);
    return parseStreamRules(state.metadata).softDeleted ? state : undefined;
  }

  /** Soft delete: hides all present events of the stream. */
  delete(stream: string, expected: Expectation, done: Done): void {
    this.#decide(done, () => this.#delete(stream, expected, done));
  }

  #delete(stream: string, expected: Expectation, done: Done): void {
    const state = this.#decidable(stream);
    if (state.tombstoned) return this.#whenSettled(stream, { kind: 'deleted' }, done);
    if (!holds(expected, state) || (state.last < 0 && state.metadata === null)) {
      return this.#whenSettled(stream, { kind: 'wrong-revision', current: state.last }, done);
    }
    this.#enqueue(`$$${stream}`, [metadataEvent(withSoftDelete(state.metadata))], done);
  }

  /** Hard delete: ends the stream for ever. */
  tombstone(stream: string, expected: Expectation, done: Done): void {
    this.#decide(done, () => this.#tombstone(stream, expected, done));
  }

  #tombstone(stream: string, expected: Expectation, done: Done): void {
    const state = this.#decidable(stream);
    if (state.tombstoned) return this.#whenSettled(stream, { kind: 'deleted' }, done);
    if (!holds(expected, state))
      return this.#whenSettled(stream, { kind: 'wrong-revision', current: state.last }, done);
    const event = { id: randomUUID(), type: '$streamDeleted', isJson: true, data: NO_BYTES, metadata: NO_BYTES };
    this.#enqueue(stream, [event], done, TOMBSTONE_REVISION);
  }

  #isBeingWritten(stream: string, position: number): boolean {
    const first = this.#queued.get(stream)?.frames[0];
    return first !== undefined && position >= first.place.position;
  }

  /** An outcome that rests on frames still being written is told only when these are durable. */
  #whenSettled(stream: string, outcome: Outcome, done: Done): void {
    if (!this.#queued.has(stream) && !this.#queued.has(`$$${stream}`)) return done(outcome);
    this.log.afterQueued((error) => done(error ? { kind: 'failed', error } : outcome));
  }

  #enqueue(stream: string, events: readonly ProposedEvent[], done: Done, at?: number): void {
    const before = this.#decidable(stream);
    const first = at ?? before.last + 1;
    const last = first + events.length - 1;
    const settle = (error?: Error): void => {
      this.#settled(stream, queued);
      if (error) {
        for (const event of events) this.#recent.remove(stream, event.id);
        return done({ kind: 'failed', error });
      }
      this.#streams.add(stream, queued.place, last, events.at(-1)!.data);
      done({ kind: 'written', revision: last, position: queued.lastEventPosition });
      this.growth.notify(stream);
      if (at !== undefined) this.growth.notify(`$$${stream}`);
    };
    const extent = this.log.append(Buffer.from(stream), first, events, Date.now(), settle);
    const queued = toQueued(extent, events);
    const entry = this.#queued.get(stream) ?? { state: before, frames: [] };
    entry.state = advanced(before, queued.place, last);
    entry.frames.push(queued);
    this.#queued.set(stream, entry);
    for (let index = 0; index < events.length; index++) {
      this.#recent.add(stream, events[index]!.id, { revision: first + index, position: queued.lastEventPosition });
    }
    if (isMetastream(stream)) this.#queueMetadata(stream.slice(2), events.at(-1)!.data);
  }

  #queueMetadata(stream: string, data: Buffer): void {
    const entry = this.#queued.get(stream) ?? { state: this.readable(stream), frames: [] };
    entry.state = { ...entry.state, metadata: data.toString('utf8') };
    this.#queued.set(stream, entry);
  }

  /** Frames settle in order, so the settled one is the first of its stream. */
  #settled(stream: string, queued: Queued): void {
    const entry = this.#queued.get(stream)!;
    if (entry.frames[0] === queued) entry.frames.shift();
    if (entry.frames.length > 0 || this.#queued.has(`$$${stream}`)) return;
    this.#queued.delete(stream);
    const target = isMetastream(stream) ? this.#queued.get(stream.slice(2)) : undefined;
    if (target?.frames.length === 0) this.#queued.delete(stream.slice(2));
  }

  /** Whether the append was made before: its original outcome, or the conflict that a half-fitting repeat is. */
  #findRepeat(
    stream: string,
    state: StreamState,
    expected: Expectation,
    events: readonly ProposedEvent[],
  ): Outcome | undefined {
    if (events.length === 0) return undefined;
    if (expected === 'any' || expected === 'stream_exists') {
      const first = this.#recent.find(stream, events[0]!.id);
      if (!first) return undefined;
      let found = first;
      for (const event of events) {
        const next = this.#recent.find(stream, event.id);
        if (!next) return { kind: 'wrong-revision', current: state.last };
        found = next;
      }
      return { kind: 'written', ...found };
    }
    const start = expected === 'no_stream' ? 0 : Number(expected) + 1;
    if (state.last < start) return undefined;
    let matched = 0;
    let position = 0;
    for (const stored of this.#storedIds(stream, start)) {
      if (stored.id !== events[matched]!.id) break;
      position = stored.position;
      if (++matched === events.length) return { kind: 'written', revision: start + matched - 1, position };
    }
    const startsAnew = matched === 0 && holds(expected, state);
    return startsAnew ? undefined : { kind: 'wrong-revision', current: state.last };
  }

  /** Ids of a stream's events from `revision` on: durable ones from the log, then those still queued. */
  *#storedIds(stream: string, revision: number): Generator<{ id: string; position: number }> {
    const { last } = this.readable(stream);
    for (let from = revision; from <= last;) {
      for (const frame of this.framesNow(stream, from, 16)) {
        for (const event of eventsOf(frame)) {
          if (event.revision >= revision) yield { id: recordedId(recordedIn(frame, event)), position: event.position };
        }
        from = frame.firstRevision + frame.count;
      }
    }
    for (const { place, lastEventPosition, events } of this.#queued.get(stream)?.frames ?? []) {
      for (const [index, event] of events.entries()) {
        if (place.revision + index >= revision) yield { id: event.id, position: lastEventPosition };
      }
    }
  }

  /** Takes no more writes, which stay without an outcome; resolves when those taken before have theirs. */
  async settled(): Promise<void> {
    this.#isClosing = true;
    await new Promise<void>((resolve) => this.log.afterQueued(() => resolve()));
  }

  /** Writes what is queued, completes the index and closes the files. */
  async close(): Promise<void> {
    await this.settled();
    await this.#remaking;
    await this.damage.stop();
    await this.log.close();
    await this.#streams.close();
  }
}

function holds(expected: Expectation, state: StreamState): boolean {
  if (expected === 'any') return true;
  if (typeof expected === 'bigint') return expected === BigInt(state.last);
  const { softDeleted } = parseStreamRules(state.metadata);
  if (expected === 'no_stream') return state.last < 0 || softDeleted;
  return (state.last >= 0 || state.metadata !== null) && !softDeleted;
}

function toQueued(extent: FrameExtent, events: readonly ProposedEvent[]): Queued {
  const { position, length, firstRevision, lastEventPosition } = extent;
  return { place: { revision: firstRevision, position, length }, lastEventPosition, events };
}

function metadataEvent(metadata: string): ProposedEvent {
  return { id: randomUUID(), type: '$metadata', isJson: true, data: Buffer.from(metadata), metadata: NO_BYTES };
}
