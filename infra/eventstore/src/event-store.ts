/**
 * The store: decides appends (expected revisions, repeats, deletion), keeps the state of streams, and serves reads.
 * Decisions see what is queued; readers see only what is durable.
 */
import { randomUUID } from 'node:crypto';
import { advanced, type DurableStreams, isMetastream } from './durable-streams.ts';
import type { EventLog } from './event-log.ts';
import { eventsOf, type FrameExtent, recordedIn } from './frame.ts';
import { GrowthSignal } from './growth-signal.ts';
import type { DamageWatch } from './log-damage.ts';
import { type ProposedEvent, recordedId, TOMBSTONE_REVISION } from './recorded-event.ts';
import type { RecentIds } from './recent-ids.ts';
import type { FramePlace } from './frame-place.ts';
import type { StreamState } from './index-writer.ts';
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
  | { kind: 'failed'; error: Error };

type Done = (outcome: Outcome) => void;

const NO_BYTES = Buffer.alloc(0);

interface Queued {
  place: FramePlace;
  lastEventPosition: number;
  events: readonly ProposedEvent[];
}

/** The store of one node. */
export class EventStore {
  readonly log: EventLog;
  readonly growth = new GrowthSignal();
  readonly damage: DamageWatch;
  readonly #streams: DurableStreams;
  readonly #recent: RecentIds;
  /** Streams with frames that are not durable yet, as decisions see them. */
  readonly #queued = new Map<string, { state: StreamState; frames: Queued[] }>();
  #isClosing = false;

  constructor(log: EventLog, streams: DurableStreams, recent: RecentIds, damage: DamageWatch) {
    this.log = log;
    this.damage = damage;
    this.#streams = streams;
    this.#recent = recent;
  }

  /** State of a stream as readers may see it. */
  readable(stream: string): StreamState {
    return this.#streams.find(stream);
  }

  /** Durable frames of a stream from the one that holds `revision` on. */
  framesForward(stream: string, revision: number, limit: number): FramePlace[] {
    return this.#streams.forward(stream, revision, limit);
  }

  /** Durable frames of a stream from the one that holds `revision` back, last first. */
  framesBackward(stream: string, revision: number, limit: number): FramePlace[] {
    return this.#streams.backward(stream, revision, limit);
  }

  #decidable(stream: string): StreamState {
    return this.#queued.get(stream)?.state ?? this.readable(stream);
  }

  /** Appends events, or says why not. `done` is called once, when the outcome is durable. */
  append(stream: string, expected: Expectation, events: readonly ProposedEvent[], done: Done): void {
    if (this.#isClosing) return;
    const state = this.#decidable(stream);
    if (state.tombstoned || (isMetastream(stream) && this.#decidable(stream.slice(2)).tombstoned)) {
      return this.#whenSettled(stream, { kind: 'deleted' }, done);
    }
    const repeat = this.#findRepeat(stream, state, expected, events);
    if (repeat) return this.#whenSettled(stream, repeat, done);
    if (!holds(expected, state)) return this.#whenSettled(stream, { kind: 'wrong-revision', current: state.last }, done);
    if (events.length === 0) return this.#whenSettled(stream, { kind: 'nothing', current: state.last }, done);
    if (parseStreamRules(state.metadata).softDeleted) {
      // The metadata goes first: a crash in between leaves an empty stream, never one with its deleted events.
      this.#enqueue(`$$${stream}`, [metadataEvent(withTruncateBefore(state.metadata, BigInt(state.last + 1)))], () => {});
    }
    this.#enqueue(stream, events, done);
  }

  /** Soft delete: hides all present events of the stream. */
  delete(stream: string, expected: Expectation, done: Done): void {
    if (this.#isClosing) return;
    const state = this.#decidable(stream);
    if (state.tombstoned) return this.#whenSettled(stream, { kind: 'deleted' }, done);
    if (!holds(expected, state) || (state.last < 0 && state.metadata === null)) {
      return this.#whenSettled(stream, { kind: 'wrong-revision', current: state.last }, done);
    }
    this.#enqueue(`$$${stream}`, [metadataEvent(withSoftDelete(state.metadata))], done);
  }

  /** Hard delete: ends the stream for ever. */
  tombstone(stream: string, expected: Expectation, done: Done): void {
    if (this.#isClosing) return;
    const state = this.#decidable(stream);
    if (state.tombstoned) return this.#whenSettled(stream, { kind: 'deleted' }, done);
    if (!holds(expected, state)) return this.#whenSettled(stream, { kind: 'wrong-revision', current: state.last }, done);
    const event = { id: randomUUID(), type: '$streamDeleted', isJson: true, data: NO_BYTES, metadata: NO_BYTES };
    this.#enqueue(stream, [event], done, TOMBSTONE_REVISION);
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
  #findRepeat(stream: string, state: StreamState, expected: Expectation, events: readonly ProposedEvent[]): Outcome | undefined {
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
    for (let from = revision; ;) {
      const places = this.framesForward(stream, from, 16);
      for (const place of places) {
        const frame = this.log.reader.readFrameNow(place.position, place.length);
        for (const event of eventsOf(frame)) {
          if (event.revision >= revision) yield { id: recordedId(recordedIn(frame, event)), position: event.position };
        }
        from = place.revision + frame.count;
      }
      if (places.length === 0 || from > this.readable(stream).last) break;
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
