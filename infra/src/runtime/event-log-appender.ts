import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { decodeAppendAnswer, encodeAppend, type AppendAnswer, type EncodedEvent } from './event-log-append-messages.ts';
import { insidesOf, type EventLogConnection } from './event-log-connection.ts';
import {
  EventLogUnavailable,
  RevisionConflict,
  StreamTombstoned,
  namesLeader,
  type ExpectedRevision,
} from './event-log-errors.ts';
import type { Position } from './log-position.ts';

/** What an append has done; `position` is that of its last event in the log of all events. */
export interface Appended {
  revision: bigint;
  position: Position;
}

/**
 * Appends over one long call of the client, the protocol's `BatchAppend`: any number at a time, each answered by its
 * own correlation id. The client's own use of that call cannot be taken: it keeps the waiting appends of all clients of
 * the process in one table without a timer, ends the process on a late answer or on a broken call with writes in hand,
 * and its plain `Append` opens a call for each append, at three times the cost
 * (docs/decisions/008-appends-over-one-call.md).
 */
export interface Appender {
  /**
   * Sends an append once. Throws {@link RevisionConflict}, {@link StreamTombstoned}, and {@link EventLogUnavailable}
   * when no answer came in time or the call broke: it may or may not have happened.
   */
  append(stream: string, events: readonly EncodedEvent[], expectedRevision: ExpectedRevision): Promise<Appended>;
  /** Ends the call. Appends that still wait fail. */
  close(): void;
}

interface Waiting {
  readonly stream: string;
  readonly expectedRevision: ExpectedRevision;
  readonly timer: NodeJS.Timeout;
  resolve(appended: Appended): void;
  reject(error: Error): void;
}

/** One `BatchAppend`; once broken it takes no more. */
interface AppendCall {
  append(stream: string, events: readonly EncodedEvent[], expectedRevision: ExpectedRevision): Promise<Appended>;
  /** Fails everything that waits; the next append opens another call. */
  breakOff(cause: unknown): void;
}

const path = '/event_store.client.streams.Streams/BatchAppend';
const asItIs = (bytes: Buffer): Buffer => bytes;

/** Creates an appender over a connection; nothing is opened before the first append. */
export function createAppender(connection: EventLogConnection, limitSeconds = 5): Appender {
  let current: Promise<AppendCall> | undefined;
  let closed = false;

  const open = async (): Promise<AppendCall> => {
    const client: EventStoreDBClient = connection.current();
    const insides = insidesOf(client);
    const call = await insides.GRPCStreamCreator(StreamsClient, 'appendToStream', (grpc) =>
      grpc.makeBidiStreamRequest(
        path,
        asItIs,
        asItIs,
        ...insides.callArguments({ requiresLeader: true }, { deadline: Infinity }),
      ),
    )();
    const waiting = new Map<string, Waiting>();
    let broken: { readonly cause: unknown } | undefined;
    let heardAt = performance.now();
    const breakOff = (cause: unknown): void => {
      if (broken) return;
      broken = { cause };
      current = undefined;
      if (!namesLeader(cause)) connection.replace(client);
      call.cancel();
      for (const { stream, timer, reject } of waiting.values()) {
        clearTimeout(timer);
        reject(new EventLogUnavailable(`append to ${stream}`, cause));
      }
      waiting.clear();
    };
    /**
     * A store that is only slow keeps its connection; one that has not answered anything for as long gets a fresh one.
     */
    const giveUp = (correlation: string): void => {
      const late = new Error('no answer in time');
      if (performance.now() - heardAt >= limitSeconds * 1_000) return breakOff(late);
      const append = waiting.get(correlation);
      waiting.delete(correlation);
      append?.reject(new EventLogUnavailable(`append to ${append.stream}`, late));
    };
    call.on('data', (bytes: Buffer) => {
      heardAt = performance.now();
      settle(waiting, decodeAppendAnswer(bytes));
    });
    call.on('error', breakOff);
    call.on('end', () => breakOff(new Error('the event store ended the call')));
    return {
      breakOff,
      append: (stream, events, expectedRevision) =>
        new Promise((resolve, reject) => {
          if (broken) return reject(new EventLogUnavailable(`append to ${stream}`, broken.cause));
          const correlation = randomUUID();
          if (waiting.size === 0) heardAt = performance.now();
          const timer = setTimeout(() => giveUp(correlation), limitSeconds * 1_000);
          waiting.set(correlation, { stream, expectedRevision, timer, resolve, reject });
          call.write(encodeAppend(correlation, stream, expectedRevision, limitSeconds, events));
        }),
    };
  };

  return {
    async append(stream, events, expectedRevision) {
      if (closed) throw new EventLogUnavailable(`append to ${stream}`, new Error('closed'));
      const mine = (current ??= open());
      let call: AppendCall;
      try {
        call = await mine;
      } catch (error) {
        if (current === mine) current = undefined;
        throw new EventLogUnavailable(`append to ${stream}`, error);
      }
      return await call.append(stream, events, expectedRevision);
    },
    close() {
      closed = true;
      void current?.then(
        ({ breakOff }) => breakOff(new Error('closed')),
        () => undefined,
      );
    },
  };
}

/**
 * Hands an answer to the append that waits for it. Answers for which nothing waits are late: their append has been
 * given up.
 */
function settle(waiting: Map<string, Waiting>, answer: AppendAnswer): void {
  const append = waiting.get(answer.correlation);
  if (!append) return;
  waiting.delete(answer.correlation);
  clearTimeout(append.timer);
  if (answer.kind === 'appended' && answer.position)
    append.resolve({ revision: answer.revision, position: answer.position });
  else append.reject(errorOf(append, answer));
}

/**
 * What a server answers that could not decide now: no outcome in time, or `google.protobuf.Empty` with “Server Is Not
 * Ready”, “Server Is Busy” or “No leader info available in response”. The same append may be repeated.
 */
const notNow = new Set(['Timeout', 'Empty', 'Unknown']);

function errorOf({ stream, expectedRevision }: Waiting, answer: AppendAnswer): Error {
  if (answer.kind === 'appended')
    return new Error('the event store reports no position for an append; version 22.6 or later is needed');
  if (answer.kind === 'conflict') return new RevisionConflict(stream, expectedRevision, answer.actual ?? 'no_stream');
  const cause = new Error(`${answer.reason}: ${answer.message}`);
  if (answer.reason === 'StreamDeleted') return new StreamTombstoned(stream, cause);
  if (notNow.has(answer.reason)) return new EventLogUnavailable(`append to ${stream}`, cause);
  return new Error(`append to ${stream} failed`, { cause });
}
