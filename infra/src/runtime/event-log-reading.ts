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
      yield* resumed(connection, open, options.maxCount ?? Number.MAX_SAFE_INTEGER, `read ${stream}`);
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
  const direction = options.direction ?? 'forwards';
  const maxCount = options.maxCount ?? Number.MAX_SAFE_INTEGER;
  const open = (client: EventStoreDBClient, last: RecordedEvent | undefined): SourceRead => {
    const fromPosition = last?.position ?? options.from ?? (direction === 'forwards' ? 'start' : 'end');
    // Going on forwards starts with the event already seen; it is left out below.
    return client.readAll({ direction, fromPosition, ...(options.maxCount === 1 && !last ? { maxCount: 1 } : {}) });
  };
  let delivered = 0;
  for await (const event of resumed(connection, open, Number.MAX_SAFE_INTEGER, 'read $all')) {
    if (options.skipSystemEvents && event.type.startsWith('$')) continue;
    yield event;
    delivered += 1;
    if (delivered >= maxCount) return;
  }
}

/** What the client gives for a read. */
interface SourceRead extends AsyncIterable<unknown> {
  on(event: 'error', listener: (error: Error) => void): unknown;
  cancel(): Promise<void>;
}

type OpenRead = (client: EventStoreDBClient, last: RecordedEvent | undefined, left: number) => SourceRead | undefined;

async function* resumed(
  connection: EventLogConnection,
  open: OpenRead,
  maxCount: number,
  action: string,
): AsyncGenerator<RecordedEvent> {
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
      for await (const resolved of source) {
        const event = toRecordedEvent(resolved);
        if (!event || (last && event.id === last.id && event.revision === last.revision)) continue;
        last = event;
        left -= 1;
        backoff.reset();
        yield event;
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
    }
  }
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
