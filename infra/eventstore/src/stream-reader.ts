/** Reads of one stream and subscriptions to it. */
import { randomUUID } from 'node:crypto';
import type { EventOutput } from './event-output.ts';
import { isMetastream } from './durable-streams.ts';
import type { EventStore } from './event-store.ts';
import { eventsOf, type Frame, recordedIn, type StoredEvent } from './frame.ts';
import { CallError, status } from './grpc-call.ts';
import { linkOf } from './link-resolver.ts';
import type { ReadRequest } from './read-request.ts';
import { decodeRecorded, TOMBSTONE_REVISION } from './recorded-event.ts';
import type { StreamState } from './index-rows.ts';
import { parseStreamRules, visibleRange } from './stream-rules.ts';

const FRAMES_AT_ONCE = 64;

/** The error that every use of a tombstoned stream ends with. */
export function streamDeleted(stream: string): CallError {
  return new CallError(status.FAILED_PRECONDITION, 'Event stream is deleted.', {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

/** State of a stream as readers see it. Throws stream-deleted when it, or the stream it describes, is tombstoned. */
function stateToRead(store: EventStore, stream: string): StreamState {
  const state = store.readable(stream);
  if (state.tombstoned || (isMetastream(stream) && store.readable(stream.slice(2)).tombstoned))
    throw streamDeleted(stream);
  return state;
}

/** Delivers a bounded read of one stream; both directions include the start revision. */
export async function readStream(
  store: EventStore,
  output: EventOutput,
  request: ReadRequest,
  stream: string,
): Promise<void> {
  if (!isThere(await store.patiently(() => stateToRead(store, stream)))) output.addStreamNotFound(stream);
  else if (request.backwards) await readBackwards(store, output, request, stream);
  else if (request.start === 'end') throw new CallError(status.UNKNOWN, 'Unexpected ReadStreamResult: Error');
  else await readForwards(store, output, request, stream);
  await output.finish();
}

function isThere(state: StreamState): boolean {
  return state.last >= 0 && !parseStreamRules(state.metadata).softDeleted;
}

async function readForwards(
  store: EventStore,
  output: EventOutput,
  request: ReadRequest,
  stream: string,
): Promise<void> {
  const sink = new StreamSink(store, output, request);
  const { last } = await store.patiently(() => stateToRead(store, stream));
  for (let next = request.start === 'start' ? 0 : Number(request.start); next <= last && !sink.done;) {
    next = await readSome(store, sink, stream, next);
  }
}

/** Delivers some visible events from `revision` on; returns the revision to go on with. */
async function readSome(store: EventStore, sink: StreamSink, stream: string, revision: number): Promise<number> {
  const state = await store.patiently(() => stateToRead(store, stream));
  const range = visibleRange(state, Date.now(), isMetastream(stream));
  let next = Math.max(revision, range.first);
  if (next > state.last) return Math.max(revision, state.last + 1);
  for (const frame of await store.patiently(() => store.framesForward(stream, next, FRAMES_AT_ONCE))) {
    if (frame.firstRevision >= TOMBSTONE_REVISION) throw streamDeleted(stream);
    for (const event of eventsOf(frame)) {
      if (event.revision < next) continue;
      if (sink.done) return next;
      const sent = sink.deliver(frame, event, range.since);
      if (sent) await sent;
      next = event.revision + 1;
    }
  }
  return next;
}

async function readBackwards(
  store: EventStore,
  output: EventOutput,
  request: ReadRequest,
  stream: string,
): Promise<void> {
  const sink = new StreamSink(store, output, request);
  const state = await store.patiently(() => stateToRead(store, stream));
  const range = visibleRange(state, Date.now(), isMetastream(stream));
  const wanted = request.start === 'start' ? 0 : request.start === 'end' ? state.last : request.start;
  for (let next = Math.min(wanted, state.last); next >= range.first && !sink.done;) {
    const from = next;
    for (const frame of await store.patiently(() =>
      store.framesBackward(stream, from, sink.framesWanted(FRAMES_AT_ONCE)),
    )) {
      for (const event of eventsOf(frame).reverse()) {
        if (event.revision > next) continue;
        if (event.revision < range.first || sink.done) return;
        const sent = sink.deliver(frame, event, range.since);
        if (sent) await sent;
        next = event.revision - 1;
      }
    }
  }
}

/** Follows one stream from behind the start revision until the call ends or the stream is tombstoned. */
export async function subscribeToStream(
  store: EventStore,
  output: EventOutput,
  request: ReadRequest,
  stream: string,
  signal: AbortSignal,
): Promise<void> {
  const sink = new StreamSink(store, output, request);
  const state = (): Promise<StreamState> => store.patiently(() => stateToRead(store, stream));
  const { last } = await state();
  let next = request.start === 'start' ? 0 : (request.start === 'end' ? last : request.start) + 1;
  let live = false;
  output.addConfirmation(randomUUID());
  await output.flush();
  while (!output.closed) {
    const known = (await state()).last;
    // What is trimmed or deleted is passed over, and what comes after it is waited for.
    next = await readSome(store, sink, stream, next);
    if (next <= known) continue;
    // Whoever begins at a revision has not caught up with a stream that does not exist.
    if (!live && (request.start === 'end' || isThere(await state()))) {
      output.addCaughtUp();
      live = true;
    }
    await output.flush();
    // Waited for before the last look, or an append between the two would go unnoticed.
    const grown = store.growth.next(stream, signal);
    const now = (await state()).last;
    if (now - next > FRAMES_AT_ONCE) live = false;
    if (now < next) await grown;
  }
}

/** Delivers events and keeps count. */
class StreamSink {
  readonly #store: EventStore;
  readonly #output: EventOutput;
  readonly #resolveLinks: boolean;
  #left: number;

  constructor(store: EventStore, output: EventOutput, request: ReadRequest) {
    this.#store = store;
    this.#output = output;
    this.#resolveLinks = request.resolveLinks;
    this.#left = request.count ?? Infinity;
  }

  get done(): boolean {
    return this.#left <= 0 || this.#output.closed;
  }

  /** No more frames than events are still wanted. */
  framesWanted(most: number): number {
    return Math.min(most, this.#left);
  }

  /** Delivers the event unless it is older than `since`. A promise, if any, must be awaited before the next. */
  deliver(frame: Frame, event: StoredEvent, since: number): Promise<void> | undefined {
    if (since > 0 && decodeRecorded(recordedIn(frame, event)).created < since) return undefined;
    this.#left--;
    if (this.#resolveLinks) return this.#deliverResolved(frame, event);
    this.#output.addEvent(frame, event);
    return this.#output.full ? this.#output.flush() : undefined;
  }

  async #deliverResolved(frame: Frame, event: StoredEvent): Promise<void> {
    this.#output.addEvent(frame, event, await linkOf(this.#store, frame, event));
    if (this.#output.full) await this.#output.flush();
  }
}
