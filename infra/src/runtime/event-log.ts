import { createBackoff, pause } from './backoff.ts';
import type { EncodedEvent } from './event-log-append-messages.ts';
import { createAppender } from './event-log-appender.ts';
import type { Appended, Appender } from './event-log-appender.ts';
import { createEventLogConnection } from './event-log-connection.ts';
import { AppendTooLarge, EventLogUnavailable } from './event-log-errors.ts';
import type { ExpectedRevision } from './event-log-errors.ts';
import { readAllEvents, readAllStretches, readStreamEvents } from './event-log-reading.ts';
import type { ReadAllOptions, ReadStreamOptions, StreamRead } from './event-log-reading.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { subscribe } from './event-log-subscription.ts';
import type { LogSubscription, SubscribeOptions } from './event-log-subscription.ts';
import type { Logger } from './logger.ts';
import type { Position } from './log-position.ts';
import { shareOf, viewOf } from './shared-log.ts';

/** An event to write. `id` comes from `eventId`, so that a retry is recognised. */
export interface EventToAppend {
  id: string;
  type: string;
  data: object;
  metadata: object;
  /** Both as they are stored, where they were already made. */
  bytes?: StoredBytes;
}

/** Data and metadata of an event as they are stored: JSON in UTF-8. */
export type StoredBytes = Pick<EncodedEvent, 'data' | 'metadata'>;

/** Options of {@link EventLog.append}. */
export interface AppendOptions {
  expectedRevision: ExpectedRevision;
  /** How long to repeat the same append while the store is away, in milliseconds. Default 10 s, 0 means once. */
  retryForMs?: number;
  /**
   * Another process may be writing the same events at this very moment. A store answers whoever repeats what is still
   * being written only seconds later, and whoever asks a moment later at once: so this is asked for twice when no
   * answer comes soon, as everything is that is repeated anyway.
   */
  mayBeUnderWay?: boolean;
}

/** What an append has done. */
export interface AppendOutcome extends Appended {
  /** An earlier try got no answer: it may be that one which is stored. */
  readonly repeated: boolean;
}

/** The event store as the services see it. */
export interface EventLog {
  /**
   * Writes all events or none, at the expected revision. While the store is away the identical append is repeated,
   * which the store recognises by ids and expected revision, so nothing is written twice. Throws RevisionConflict,
   * AppendTooLarge (over 1 MiB), StreamTombstoned, EventLogUnavailable.
   */
  append(stream: string, events: readonly EventToAppend[], options: AppendOptions): Promise<AppendOutcome>;
  /** Reads one stream. A stream that does not exist is empty, with `notFound` set once the iteration has ended. */
  readStream(stream: string, options?: ReadStreamOptions): StreamRead;
  /** Reads the log of all events, system events left out. */
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>;
  /** The same in stretches, as they arrive: cheaper for those who read much. */
  readAllStretches(options?: ReadAllOptions): AsyncIterable<readonly RecordedEvent[]>;
  /** The position of the last record in the log, as the node that leads has it; undefined when it is empty. */
  lastPosition(): Promise<Position | undefined>;
  /** The version that the server gives of itself, such as `24.10.14`; `unknown` when it does not. */
  serverVersion(): Promise<string>;
  /** Follows the log and keeps following it: see {@link SubscribeOptions}. */
  subscribeToAll(options: SubscribeOptions): LogSubscription;
  /** Ends all subscriptions. Appends that still wait fail. */
  close(): Promise<void>;
}

/** Options of {@link connectEventLog}. `name` is shown in the store's list of connections. */
export interface EventLogOptions {
  name: string;
  logger?: Logger;
}

/** Within this time a store that is well has answered. In milliseconds. */
const askAgainAfterMs = 100;
/** The most that one append may hold, in bytes of data, metadata and twice the type: the strictest store's limit. */
export const maxAppendBytes = 1_048_576;

/**
 * Connects lazily: a store that is away shows at the first call, which waits for it within its limit. A `streamPrefix`
 * in the address: shared-log.ts.
 */
export function connectEventLog(url: string, options: EventLogOptions): EventLog {
  const { address, share } = shareOf(url);
  const log = connectWholeLog(address, options);
  if (!share) return log;
  const view = viewOf(share);
  const stretches: EventLog['readAllStretches'] = (readOptions) => view.stretches(log.readAllStretches, readOptions);
  return {
    ...log,
    append: (stream, events, appendOptions) => log.append(view.stored(stream), events, appendOptions),
    readStream: (stream, readOptions) => view.stream(log.readStream(view.stored(stream), readOptions)),
    async *readAll(readOptions) {
      for await (const events of stretches(readOptions)) yield* events;
    },
    readAllStretches: stretches,
    subscribeToAll: (subscribeOptions) => log.subscribeToAll(view.subscription(subscribeOptions)),
  };
}

function connectWholeLog(url: string, options: EventLogOptions): EventLog {
  const connection = createEventLogConnection(url, options.name);
  const appender = createAppender(createEventLogConnection(url, `${options.name}-appends`));
  const subscriptions = new Set<LogSubscription>();
  return {
    append: (stream, events, appendOptions) => append(appender, stream, events, appendOptions, options.logger),
    readStream: (stream, readOptions) => readStreamEvents(connection, stream, readOptions),
    readAll: (readOptions) => readAllEvents(connection, { skipSystemEvents: true, ...readOptions }),
    readAllStretches: (readOptions) => readAllStretches(connection, { skipSystemEvents: true, ...readOptions }),
    async lastPosition() {
      const read = readAllEvents(connection, {
        direction: 'backwards',
        maxCount: 1,
        skipSystemEvents: false,
        fromLeader: true,
      });
      for await (const event of read) return event.position;
      return undefined;
    },
    async serverVersion() {
      // What the client asks of every server that it connects to, and does not show.
      const client = connection.current() as unknown as {
        readonly capabilities: Promise<{ readonly serverVersion: string }>;
      };
      return (await client.capabilities).serverVersion;
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
      appender.close();
    },
  };
}

async function append(
  appender: Appender,
  stream: string,
  events: readonly EventToAppend[],
  options: AppendOptions,
  logger: Logger | undefined,
): Promise<AppendOutcome> {
  if (events.length === 0) throw new TypeError(`append to ${stream} without events`);
  const encoded = events.map(encode);
  const size = sizeOf(encoded);
  if (size > maxAppendBytes) throw new AppendTooLarge(stream, size, maxAppendBytes);
  const deadline = Date.now() + (options.retryForMs ?? 10_000);
  const backoff = createBackoff(50, 1_000);
  for (;;) {
    try {
      const isRepeat = backoff.failures > 0;
      if (!isRepeat && options.mayBeUnderWay !== true)
        return { ...(await appender.append(stream, encoded, options.expectedRevision)), repeated: false };
      const { again, ...appended } = await askTwice(() => appender.append(stream, encoded, options.expectedRevision));
      return { ...appended, repeated: again || isRepeat };
    } catch (error) {
      if (!(error instanceof EventLogUnavailable)) throw error;
      const waitMs = backoff.next();
      if (Date.now() + waitMs > deadline) throw error;
      logger?.warn({ err: error, stream }, '事件库暂不可用，重复同一次写入');
      await pause(waitMs);
    }
  }
}

/** The first answer, and whether it was to the second asking. */
async function askTwice(append: () => Promise<Appended>): Promise<Appended & { again: boolean }> {
  const first = append();
  const answered = new AbortController();
  try {
    const soon = await Promise.race([first, pause(askAgainAfterMs, answered.signal)]);
    if (soon) return { ...soon, again: false };
  } finally {
    answered.abort();
  }
  /** What says that nothing is known leaves it to the other. */
  const answer = async (
    asked: Promise<Appended>,
    again: boolean,
  ): Promise<{ appended: Appended & { again: boolean } } | { refused: unknown }> => {
    try {
      return { appended: { ...(await asked), again } };
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      return { refused: error };
    }
  };
  const told = await Promise.any([answer(first, false), answer(append(), true)]).catch((neither: AggregateError) => ({
    refused: neither.errors[0] as unknown,
  }));
  if ('refused' in told) throw told.refused;
  return told.appended;
}

/** What events take of {@link maxAppendBytes}. */
export function appendBytes(events: readonly EventToAppend[]): number {
  return sizeOf(events.map(encode));
}

function sizeOf(encoded: readonly EncodedEvent[]): number {
  return encoded.reduce((sum, { type, data, metadata }) => sum + data.length + metadata.length + 2 * type.length, 0);
}

function encode({ id, type, bytes, ...content }: EventToAppend): EncodedEvent {
  return { id, type, ...(bytes ?? storedBytes(content)) };
}

/** The bytes that an append stores of an event. */
export function storedBytes({ data, metadata }: Pick<EventToAppend, 'data' | 'metadata'>): StoredBytes {
  return { data: Buffer.from(JSON.stringify(data)), metadata: Buffer.from(JSON.stringify(metadata)) };
}
