/** Reads of $all and subscriptions to it: one cursor over the log, which waits for it to grow. */
import { randomUUID } from 'node:crypto';
import { compileFilter, type Matches } from './event-filter.ts';
import type { EventOutput } from './event-output.ts';
import type { EventStore } from './event-store.ts';
import { eventsOf, type Frame, recordedIn, type StoredEvent } from './frame.ts';
import { CallError, status } from './grpc-call.ts';
import { linkOf } from './link-resolver.ts';
import type { FilterRequest, ReadRequest } from './read-request.ts';
import { recordedType } from './recorded-event.ts';

/** A live subscription this many bytes behind the log has fallen behind: it is told again when it has caught up. */
const FALLEN_BEHIND = 1024 * 1024;

/** Delivers a bounded read of $all. Forwards includes the event at the start position, backwards excludes it. */
export async function readAll(store: EventStore, output: EventOutput, request: ReadRequest): Promise<void> {
  const sink = new AllSink(store, output, request);
  const isBeyond = typeof request.start === 'number' && request.start > store.log.end;
  if (isBeyond && request.backwards) {
    throw new CallError(status.INVALID_ARGUMENT, `the position ${request.start} lies beyond the end of the log`);
  }
  if (isBeyond) return await output.finish();
  if (request.backwards) await readBackwards(store, sink, request.start);
  else await readForwards(store, sink, request.start);
  await output.finish();
}

async function readForwards(store: EventStore, sink: AllSink, start: ReadRequest['start']): Promise<void> {
  if (start === 'end') return;
  const from = start === 'start' ? 0 : start;
  let at = from === 0 ? 0 : await store.log.reader.frameStart(from);
  while (!sink.done) {
    const frames = await store.log.reader.readFrom(at);
    if (frames.length === 0) return;
    for (const frame of frames) {
      for (const event of eventsOf(frame)) {
        if (event.position < from) continue;
        const sent = sink.consider(frame, event);
        if (sent) await sent;
        if (sink.done) return;
      }
      at = frame.position + frame.length;
    }
  }
}

async function readBackwards(store: EventStore, sink: AllSink, start: ReadRequest['start']): Promise<void> {
  if (start === 'start') return;
  let before = store.log.end;
  if (start !== 'end') {
    before = await store.log.reader.frameStart(start);
    // The start may lie inside a frame: its earlier events belong to the answer.
    const frame = (await store.log.reader.readFrom(before))[0];
    if (frame && (await sink.considerBackwards(frame, start))) return;
  }
  for (;;) {
    const frames = await store.log.reader.readBefore(before);
    if (frames.length === 0) return;
    for (const frame of frames) {
      if (await sink.considerBackwards(frame, Infinity)) return;
      before = frame.position;
    }
  }
}

/** Follows $all from behind the start position until the call ends. */
export async function subscribeToAll(
  store: EventStore,
  output: EventOutput,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<void> {
  const sink = new AllSink(store, output, request);
  const { log } = store;
  // Behind the end there is nothing yet: what comes next is delivered, wherever the subscription was to begin.
  const after = request.start === 'start' ? -1 : request.start === 'end' ? log.end : Math.min(request.start, log.end);
  let at = after < 0 ? 0 : after >= log.end ? log.end : await log.reader.frameStart(after);
  let live = false;
  output.addConfirmation(randomUUID());
  await output.flush();
  while (!output.closed) {
    const frames = await log.reader.readFrom(at);
    for (const frame of frames) {
      for (const event of eventsOf(frame)) {
        if (event.position <= after) continue;
        const sent = sink.consider(frame, event);
        if (sent) await sent;
        if (output.closed) return;
      }
      at = frame.position + frame.length;
    }
    if (log.end > at) {
      if (log.end - at > FALLEN_BEHIND) live = false;
      await output.breathe();
      continue;
    }
    if (!live) {
      sink.checkpoint();
      output.addCaughtUp();
      live = true;
    }
    await output.flush();
    // Nothing may happen between this look and the wait, or an append would go unnoticed.
    if (log.end <= at) await store.growth.next(undefined, signal);
  }
}

/** Takes the events that are considered, delivers those that match, and keeps count. */
class AllSink {
  readonly #store: EventStore;
  readonly #output: EventOutput;
  readonly #resolveLinks: boolean;
  readonly #filter: FilterRequest | undefined;
  readonly #matches: Matches | undefined;
  #left: number;
  #considered = 0;
  #lastConsidered = -1;
  #lastCheckpoint = -1;
  /** The frame last tested by its stream name, and the result. */
  #testedFrame: Frame | undefined;
  #frameMatches = true;

  constructor(store: EventStore, output: EventOutput, request: ReadRequest) {
    this.#store = store;
    this.#output = output;
    this.#resolveLinks = request.resolveLinks;
    this.#filter = request.filter;
    this.#matches = request.filter && compileFilter(request.filter);
    this.#left = request.count ?? Infinity;
  }

  get done(): boolean {
    return this.#left <= 0 || this.#output.closed;
  }

  /** Delivers the event if it is wanted. A promise, if any, must be awaited before the next. */
  consider(frame: Frame, event: StoredEvent): Promise<void> | undefined {
    const isWanted = this.#isWanted(frame, event);
    if (isWanted && this.#resolveLinks) return this.#considerLink(frame, event);
    if (isWanted) this.#output.addEvent(frame, event);
    return this.#count(event, isWanted);
  }

  async #considerLink(frame: Frame, event: StoredEvent): Promise<void> {
    this.#output.addEvent(frame, event, await linkOf(this.#store, frame, event));
    await this.#count(event, true);
  }

  #count(event: StoredEvent, isDelivered: boolean): Promise<void> | undefined {
    if (isDelivered) this.#left--;
    this.#lastConsidered = event.position;
    if (this.#filter && ++this.#considered % this.#filter.checkpointEvery === 0) this.checkpoint();
    return this.#output.full ? this.#output.flush() : undefined;
  }

  /** Considers the events of a frame that stand before `position`, last first. True when the read is done. */
  async considerBackwards(frame: Frame, position: number): Promise<boolean> {
    for (const event of eventsOf(frame).reverse()) {
      if (this.done) return true;
      if (event.position >= position) continue;
      const sent = this.consider(frame, event);
      if (sent) await sent;
    }
    return this.done;
  }

  #isWanted(frame: Frame, event: StoredEvent): boolean {
    if (!this.#matches) return true;
    if (this.#filter?.on === 'type') return this.#matches(recordedType(recordedIn(frame, event)));
    if (this.#testedFrame !== frame) {
      this.#testedFrame = frame;
      this.#frameMatches = this.#matches(frame.stream);
    }
    return this.#frameMatches;
  }

  /** Tells a filtered subscription how far it has come, unless it knows. */
  checkpoint(): void {
    if (!this.#filter || this.#lastConsidered <= this.#lastCheckpoint) return;
    this.#lastCheckpoint = this.#lastConsidered;
    this.#output.addCheckpoint(this.#lastConsidered);
  }
}
