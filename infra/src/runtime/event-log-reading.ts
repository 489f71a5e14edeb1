import { StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import type { AllStreamRecordedEvent, EventStoreDBClient, RecordedEvent as ClientEvent } from '@eventstore/db-client';
import { createBackoff, pause } from './backoff.ts';
import type { EventLogConnection } from './event-log-connection.ts';
import { EventLogUnavailable, StreamTombstoned, isTransient } from './event-log-errors.ts';
import type { Position } from './log-position.ts';

/** An event as it stands in the log. `data` and `metadata` are parsed JSON, not yet checked against a schema. */
export interface RecordedEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: Position;
  readonly data: unknown;
  readonly metadata: unknown;
  /** When the store wrote it. */
  readonly recordedAt: Date;
}

/** Which part of a stream to read. `fromRevision` is included in either direction. Default: all of it, forwards. */
export interface ReadStreamOptions {
  fromRevision?: bigint | 'start' | 'end';
  direction?: 'forwards' | 'backwards';
  maxCount?: number;
}

/** A read of one stream; `notFound` is known once the iteration has ended. */
export interface StreamRead extends AsyncIterable<RecordedEvent> {
  readonly notFound: boolean;
}

/** Which part of the log to read. Forwards includes the event at `from`, backwards excludes it. */
export interface ReadAllOptions {
  from?: Position | 'start' | 'end';
  direction?: 'forwards' | 'backwards';
  maxCount?: number;
}

/** How long a read that brings nothing more keeps trying while the store is away. */
const readPatienceMs = 10_000;

/** Reads one stream, going on after a broken connection where it stopped. */
export function readStreamEvents(
  connection: EventLogConnection,
  stream: string,
  options: ReadStreamOptions = {},
): StreamRead {
  const direction = options.direction ?? 'forwards';
  const state = { notFound: false };
  const open = (client: EventStoreDBClient, last: RecordedEvent | undefined, left: number): SourceRead | undefined => {
    const next = last && last.revision + (direction === 'forwards' ? 1n : -1n);
    if (next !== undefined && next < 0n) return undefined;
    const fromRevision = next ?? options.fromRevision ?? (direction === 'forwards' ? 'start' : 'end');
    return client.readStream(stream, { direction, fromRevision, maxCount: left });
  };
  const events = async function* (): AsyncGenerator<RecordedEvent> {
    try {
      for await (const read of resumed(connection, open, options.maxCount ?? Number.MAX_SAFE_INTEGER, `read ${stream}`)) yield* read;
    } catch (error) {
      if (error instanceof StreamNotFoundError) state.notFound = true;
      else if (error instanceof StreamDeletedError) throw new StreamTombstoned(stream, error);
      else throw error;
    }
  };
  return {
    get notFound() {
      return state.notFound;
    },
    [Symbol.asyncIterator]: events,
  };
}

/** Reads the log of all events, going on after a broken connection where it stopped. */
export async function* readAllEvents(
  connection: EventLogConnection,
  options: ReadAllOptions & { skipSystemEvents: boolean },
): AsyncGenerator<RecordedEvent> {
  for await (const events of readAllStretches(connection, options)) yield* events;
}

/** Like {@link readAllEvents}, but hands over what has arrived together: a long read spends less on waiting than on events. */
export async function* readAllStretches(
  connection: EventLogConnection,
  options: ReadAllOptions & { skipSystemEvents: boolean },
): AsyncGenerator<RecordedEvent[]> {
  const direction = options.direction ?? 'forwards';
  const open = (client: EventStoreDBClient, last: RecordedEvent | undefined): SourceRead => {
    const fromPosition = last?.position ?? options.from ?? (direction === 'forwards' ? 'start' : 'end');
    // Going on forwards starts with the event already seen; it is left out below.
    return client.readAll({ direction, fromPosition, ...(options.maxCount === 1 && !last ? { maxCount: 1 } : {}) }, { highWaterMark: EVENTS_AHEAD });
  };
  let left = options.maxCount ?? Number.MAX_SAFE_INTEGER;
  for await (const stretch of resumed(connection, open, Number.MAX_SAFE_INTEGER, 'read $all')) {
    const events = (options.skipSystemEvents ? stretch.filter((event) => !event.type.startsWith('$')) : stretch).slice(0, left);
    if (events.length > 0) yield events;
    left -= events.length;
    if (left <= 0) return;
  }
}

/** Events that the client reads ahead of whoever takes them. */
const EVENTS_AHEAD = 250;

/** What the client gives for a read. */
type SourceRead = Arriving & { cancel(): Promise<void> };

/** The part of a readable stream that is used here; the client's own type of it is older than Node's. */
export interface Arriving {
  read(): unknown;
  destroy(): unknown;
  on(event: 'readable' | 'end', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

type OpenRead = (client: EventStoreDBClient, last: RecordedEvent | undefined, left: number) => SourceRead | undefined;

async function* resumed(
  connection: EventLogConnection,
  open: OpenRead,
  maxCount: number,
  action: string,
): AsyncGenerator<RecordedEvent[]> {
  const backoff = createBackoff(50, 1_000);
  let last: RecordedEvent | undefined;
  let left = maxCount;
  let deadline = Date.now() + readPatienceMs;
  while (left > 0) {
    const client = connection.current();
    const source = open(client, last, left);
    if (!source) return;
    source.on('error', () => undefined);
    try {
      for await (const arrived of stretches(source)) {
        const events = arrived.filter((event) => !last || event.id !== last.id || event.revision !== last.revision);
        if (events.length === 0) continue;
        last = events.at(-1);
        left -= events.length;
        backoff.reset();
        yield events;
      }
      return;
    } catch (error) {
      if (!isTransient(error)) throw error;
      connection.replace(client);
      if (backoff.failures === 0) deadline = Date.now() + readPatienceMs;
      const waitMs = backoff.next();
      if (Date.now() + waitMs > deadline) throw new EventLogUnavailable(action, error);
      await pause(waitMs);
    } finally {
      void source.cancel().catch(() => undefined);
      source.destroy();
    }
  }
}

/** What the stream holds at a time, as often as there is something. Ends with it, and throws its error. */
async function* stretches(source: Arriving): AsyncGenerator<RecordedEvent[]> {
  const end = { ended: false, failure: undefined as { error: Error } | undefined };
  let wake: () => void = () => undefined;
  source.on('readable', () => wake());
  source.on('end', () => {
    end.ended = true;
    wake();
  });
  source.on('error', (error) => {
    end.failure = { error };
    wake();
  });
  for (;;) {
    const awake = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const events = takeArrived(source, Number.MAX_SAFE_INTEGER);
    if (events.length > 0) yield events;
    else if (end.failure) throw end.failure.error;
    else if (end.ended) return;
    else await awake;
  }
}

/** Takes up to `max` of the events that have arrived. */
export function takeArrived(source: Arriving, max: number): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  while (events.length < max) {
    const resolved: unknown = source.read();
    if (resolved === null) break;
    const event = toRecordedEvent(resolved);
    if (event) events.push(event);
  }
  return events;
}

/** Converts what the client delivers; undefined for a link whose target is gone. */
export function toRecordedEvent(resolved: unknown): RecordedEvent | undefined {
  const event = (resolved as { event?: ClientEvent | AllStreamRecordedEvent }).event;
  if (!event) return undefined;
  if (!event.position) throw new Error('the event store reports no positions; version 22.6 or later is needed');
  return {
    id: event.id,
    type: event.type,
    stream: event.streamId,
    revision: event.revision,
    position: event.position,
    data: event.data,
    metadata: event.metadata,
    recordedAt: event.created,
  };
}
