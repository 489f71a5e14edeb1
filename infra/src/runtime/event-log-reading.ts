import { setImmediate } from 'node:timers/promises';
import { StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { createBackoff, pause } from './backoff.ts';
import type { EventLogConnection } from './event-log-connection.ts';
import { EventLogUnavailable, StreamTombstoned, isTransient, namesLeader } from './event-log-errors.ts';
import { openRead, type ReadCall } from './event-log-read-call.ts';
import type { ReadRequest } from './event-log-read-messages.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { isRetentionEvent, isSystemEvent } from './system-events.ts';
import { comparePositions, type Position } from './log-position.ts';

/** Which part of a stream to read. `fromRevision` is included in either direction. Default: all of it, forwards. */
export interface ReadStreamOptions {
  fromRevision?: bigint | 'start' | 'end';
  direction?: 'forwards' | 'backwards';
  maxCount?: number;
  /**
   * A revision that the stream is known to have. A node that lags, or no longer leads, may not have it yet: a read that
   * ends before it is repeated over a fresh connection, and is EventLogUnavailable when no node has it in time.
   * Forwards only.
   */
  reaches?: bigint;
  /** Only the node that leads answers: for decisions, which a node that lags would take on what was. */
  fromLeader?: boolean;
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
  /** Also what tells the store to hide or drop events, under `$$<stream>` or as a tombstone: for who checks the log. */
  withRetention?: boolean;
}

/** How the log is read, which its users do not say. */
interface ReadAllDetails {
  skipSystemEvents: boolean;
  fromLeader?: boolean;
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
  const isShort = (last: RecordedEvent | undefined): boolean =>
    options.reaches !== undefined && (last === undefined || last.revision < options.reaches);
  const request = (last: RecordedEvent | undefined, left: number): ReadRequest | undefined => {
    const next = last && last.revision + (direction === 'forwards' ? 1n : -1n);
    if (next !== undefined && next < 0n) return undefined;
    return {
      stream,
      direction,
      from: next ?? options.fromRevision ?? (direction === 'forwards' ? 'start' : 'end'),
      maxCount: left,
    };
  };
  const events = async function* (): AsyncGenerator<RecordedEvent> {
    try {
      for await (const read of resumed(connection, {
        request,
        isShort,
        maxCount: options.maxCount,
        fromLeader: options.fromLeader,
        action: `read ${stream}`,
      }))
        yield* read;
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
  options: ReadAllOptions & ReadAllDetails,
): AsyncGenerator<RecordedEvent> {
  for await (const events of readAllStretches(connection, options)) yield* events;
}

/**
 * Like {@link readAllEvents}, but hands over what has arrived together: a long read spends less on waiting than on
 * events.
 */
export async function* readAllStretches(
  connection: EventLogConnection,
  options: ReadAllOptions & ReadAllDetails,
): AsyncGenerator<RecordedEvent[]> {
  const direction = options.direction ?? 'forwards';
  const request = (last: RecordedEvent | undefined): ReadRequest => ({
    // Going on forwards starts with the event already seen; it is left out below.
    direction,
    from: last?.position ?? options.from ?? (direction === 'forwards' ? 'start' : 'end'),
    maxCount: options.maxCount === 1 && !last ? 1 : Number.MAX_SAFE_INTEGER,
  });
  let left = options.maxCount ?? Number.MAX_SAFE_INTEGER;
  for await (const stretch of resumed(connection, { request, fromLeader: options.fromLeader, action: 'read $all' })) {
    const isWanted = (event: RecordedEvent): boolean =>
      !isSystemEvent(event) || (options.withRetention === true && isRetentionEvent(event));
    const events = (options.skipSystemEvents ? stretch.filter(isWanted) : stretch).slice(0, left);
    if (events.length > 0) yield events;
    left -= events.length;
    if (left <= 0) return;
  }
}

/** Events that are read ahead of whoever takes them. */
const eventsAhead = 250;

/** A read that goes on after a broken connection. */
interface ResumedRead {
  /** What to read after the last event that arrived; undefined when nothing can follow. */
  request(last: RecordedEvent | undefined, left: number): ReadRequest | undefined;
  /** Whether a read that ended there lacks what is known to be stored. Default: never. */
  isShort?(last: RecordedEvent | undefined): boolean;
  /** Default: all there is. */
  readonly maxCount?: number | undefined;
  /** Only the node that leads answers. */
  readonly fromLeader?: boolean | undefined;
  /** Named by its errors. */
  readonly action: string;
}

/** The node that answered does not have what is known to be stored. */
class ReadFellShort extends Error {
  constructor(action: string) {
    super(`${action} ended before what is known to be stored`);
    this.name = 'ReadFellShort';
  }
}

/**
 * A store names a revision while it is being written. Only a node that still lacks it after so many looks, half a
 * second, is left for another, which chance chooses: the looks go on so often that a node that has it is met in time.
 */
const shortReads = 8;

async function* resumed(
  connection: EventLogConnection,
  { request, isShort = () => false, maxCount, fromLeader = false, action }: ResumedRead,
): AsyncGenerator<RecordedEvent[]> {
  const untilReachable = createBackoff(50, 1_000);
  const untilWritten = createBackoff(2, 250);
  let last: RecordedEvent | undefined;
  let left = maxCount ?? Number.MAX_SAFE_INTEGER;
  let deadline = Date.now() + readPatienceMs;
  while (left > 0) {
    const next = request(last, left);
    if (!next) return;
    const leave = await connection.place();
    const client = connection.current();
    let call: ReadCall | undefined;
    try {
      call = await openRead(client, next, { requiresLeader: fromLeader, ahead: eventsAhead });
      for await (const arrived of stretches(call, action)) {
        const events = arrived.filter((event) => !last || comparePositions(event.position, last.position) !== 0);
        if (events.length === 0) continue;
        last = events.at(-1);
        left -= events.length;
        untilReachable.reset();
        yield events;
      }
      if (!isShort(last)) return;
      throw new ReadFellShort(action);
    } catch (error) {
      const fellShort = error instanceof ReadFellShort || (error instanceof StreamNotFoundError && isShort(last));
      if (!fellShort && !isTransient(error)) throw error;
      const backoff = fellShort ? untilWritten : untilReachable;
      if (backoff.failures === 0) deadline = Date.now() + readPatienceMs;
      const waitMs = backoff.next();
      if (fellShort ? backoff.failures > shortReads : !namesLeader(error)) connection.replace(client);
      if (Date.now() + waitMs > deadline) throw new EventLogUnavailable(action, error);
      await pause(waitMs);
    } finally {
      call?.cancel();
      leave();
    }
  }
}

/**
 * A read that hears nothing for so long goes on over another connection: this one may be dead, which nobody says for
 * twenty seconds.
 */
const silenceMs = 5_000;

/** What has arrived at a time, as often as there is something. Ends with the call, and throws its error. */
async function* stretches(call: ReadCall, action: string): AsyncGenerator<RecordedEvent[]> {
  let silent = false;
  const patience = setTimeout(() => {
    silent = true;
    call.wake();
  }, silenceMs);
  try {
    for (;;) {
      const events = call.take(Number.MAX_SAFE_INTEGER);
      if (events.length > 0) {
        yield events;
        // However long who takes them needs.
        silent = false;
        patience.refresh();
      } else if (call.failure) throw call.failure.error;
      else if (call.ended) return;
      else if (silent) throw new EventLogUnavailable(action, new Error(`no answer within ${silenceMs} ms`));
      else {
        await call.news();
        // One message of the wire is handed over after the other: those that came together are all there once the turn
        // is over.
        await setImmediate();
      }
    }
  } finally {
    clearTimeout(patience);
  }
}
