import { jsonEvent } from '@eventstore/db-client';
import { createBackoff, pause, withTimeout } from './backoff.ts';
import { createEventLogConnection } from './event-log-connection.ts';
import type { EventLogConnection } from './event-log-connection.ts';
import { AppendTooLarge, EventLogUnavailable, isTransient, toAppendError } from './event-log-errors.ts';
import type { ExpectedRevision } from './event-log-errors.ts';
import { readAllEvents, readStreamEvents } from './event-log-reading.ts';
import type { ReadAllOptions, ReadStreamOptions, RecordedEvent, StreamRead } from './event-log-reading.ts';
import { subscribe } from './event-log-subscription.ts';
import type { LogSubscription, SubscribeOptions } from './event-log-subscription.ts';
import type { Logger } from './logger.ts';
import type { Position } from './log-position.ts';

/** An event to write. `id` comes from `eventId(commandId, index)`, so that a retry is recognised. */
export interface EventToAppend {
  id: string;
  type: string;
  data: object;
  metadata: object;
}

/** What an append has done; `position` is that of its last event in the log of all events. */
export interface Appended {
  revision: bigint;
  position: Position;
}

/** Options of {@link EventLog.append}. */
export interface AppendOptions {
  expectedRevision: ExpectedRevision;
  /** How long to repeat the same append while the store is away, in milliseconds. Default 10 s, 0 means once. */
  retryForMs?: number;
}

/** The event store as the services see it. */
export interface EventLog {
  /**
   * Writes all events or none, at the expected revision. While the store is away the identical append is repeated, which
   * the store recognises by ids and expected revision, so nothing is written twice.
   * Throws RevisionConflict, AppendTooLarge (over 1 MiB), StreamTombstoned, EventLogUnavailable.
   */
  append(stream: string, events: readonly EventToAppend[], options: AppendOptions): Promise<Appended>;
  /** Reads one stream. A stream that does not exist is empty, with `notFound` set once the iteration has ended. */
  readStream(stream: string, options?: ReadStreamOptions): StreamRead;
  /** Reads the log of all events, system events left out. */
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>;
  /** The position of the last record in the log; undefined when it is empty. */
  lastPosition(): Promise<Position | undefined>;
  /** Follows the log and keeps following it: see {@link SubscribeOptions}. */
  subscribeToAll(options: SubscribeOptions): LogSubscription;
  /** Ends all subscriptions. */
  close(): Promise<void>;
}

/** Options of {@link connectEventLog}. `name` is shown in the store's list of connections. */
export interface EventLogOptions {
  name: string;
  logger?: Logger;
}

/** The most that one append may hold, in bytes of data, metadata and twice the type: the strictest store's limit. */
export const maxAppendBytes = 1_048_576;
const attemptMs = 5_000;

/** Connects lazily: a store that is away shows at the first call, which waits for it within its limit. */
export function connectEventLog(url: string, options: EventLogOptions): EventLog {
  const connection = createEventLogConnection(url, options.name);
  const subscriptions = new Set<LogSubscription>();
  return {
    append: (stream, events, appendOptions) => append(connection, stream, events, appendOptions, options.logger),
    readStream: (stream, readOptions) => readStreamEvents(connection, stream, readOptions),
    readAll: (readOptions) => readAllEvents(connection, { skipSystemEvents: true, ...readOptions }),
    async lastPosition() {
      const read = readAllEvents(connection, { direction: 'backwards', maxCount: 1, skipSystemEvents: false });
      for await (const event of read) return event.position;
      return undefined;
    },
    subscribeToAll(subscribeOptions) {
      const subscription = subscribe(createEventLogConnection(url, subscribeOptions.name), {
        ...(options.logger ? { logger: options.logger } : {}),
        ...subscribeOptions,
      });
      subscriptions.add(subscription);
      return subscription;
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
      subscriptions.clear();
    },
  };
}

async function append(
  connection: EventLogConnection,
  stream: string,
  events: readonly EventToAppend[],
  options: AppendOptions,
  logger: Logger | undefined,
): Promise<Appended> {
  if (events.length === 0) throw new TypeError(`append to ${stream} without events`);
  const size = events.reduce((sum, event) => sum + sizeOf(event), 0);
  if (size > maxAppendBytes) throw new AppendTooLarge(stream, size, maxAppendBytes);
  const deadline = Date.now() + (options.retryForMs ?? 10_000);
  const backoff = createBackoff(50, 1_000);
  for (;;) {
    try {
      return await appendOnce(connection, stream, events, options.expectedRevision);
    } catch (error) {
      if (!isTransient(error) && !(error instanceof EventLogUnavailable)) {
        throw toAppendError(stream, options.expectedRevision, error);
      }
      const waitMs = backoff.next();
      if (Date.now() + waitMs > deadline) throw new EventLogUnavailable(`append to ${stream}`, error);
      logger?.warn({ err: error, stream }, '事件库暂不可用，重复同一次写入');
      await pause(waitMs);
    }
  }
}

async function appendOnce(
  connection: EventLogConnection,
  stream: string,
  events: readonly EventToAppend[],
  expectedRevision: ExpectedRevision,
): Promise<Appended> {
  const client = connection.current();
  const credentials = connection.appendCredentials;
  try {
    const pending = client.appendToStream(
      stream,
      events.map((event) => jsonEvent(event as JsonEvent)),
      { expectedRevision, deadline: attemptMs, ...(credentials ? { credentials } : {}) },
    );
    const result = await withTimeout(pending, attemptMs * 2, () => new EventLogUnavailable(`append to ${stream}`, undefined));
    if (!result.position) throw new Error('the event store reports no position for an append; version 22.6 or later is needed');
    return { revision: result.nextExpectedRevision, position: result.position };
  } catch (error) {
    if (isTransient(error) || error instanceof EventLogUnavailable) connection.replace(client);
    throw error;
  }
}

/** The client's own type for an event; the same value, told more loosely. */
interface JsonEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
}

function sizeOf(event: EventToAppend): number {
  return Buffer.byteLength(JSON.stringify(event.data)) + Buffer.byteLength(JSON.stringify(event.metadata)) + 2 * event.type.length;
}
