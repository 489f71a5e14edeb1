import { StreamNotFoundError, convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { insidesOf } from './event-log-connection.ts';
import { decodeReadAnswer, encodeRead, type ReadAnswer, type ReadRequest } from './event-log-read-messages.ts';
import type { RecordedEvent } from './recorded-event.ts';
import type { Position } from './log-position.ts';

/**
 * One `Read` of the protocol over the client's channel, its messages decoded by hand. The client's own reading builds
 * the generated classes and copies them through a second stream, at more than twice the cost of an event.
 */
export interface ReadCall {
  /** How many events have arrived and are not taken. */
  readonly waiting: number;
  /** Takes up to `max` of the events that have arrived, in their order. */
  take(max: number): RecordedEvent[];
  /** What the store said beside the events. It may speak of events that wait: only who has taken all may act on it. */
  readonly said: Said;
  /** Why it ended, if it failed. A stream that does not exist is StreamNotFoundError. */
  readonly failure: { readonly error: Error } | undefined;
  readonly ended: boolean;
  /**
   * Resolves with the next thing that happens, {@link wake} included; at once when something has since it last
   * resolved. One waits at a time.
   */
  news(): Promise<void>;
  wake(): void;
  /** Ends it; nothing more arrives. */
  cancel(): void;
}

/** What the store says of a subscription. Whoever acts on the last two takes them away. */
export interface Said {
  confirmed: boolean;
  checkpoint: Position | undefined;
  caughtUp: boolean;
}

/** How a call is made. */
export interface ReadCallOptions {
  /** Only the node that leads answers. */
  readonly requiresLeader: boolean;
  /** Events that are read ahead of whoever takes them. */
  readonly ahead: number;
}

const path = '/event_store.client.streams.Streams/Read';

/** Opens a call. Throws when no node is found; what fails later is its `failure`. */
export async function openRead(
  client: EventStoreDBClient,
  request: ReadRequest,
  { requiresLeader, ahead }: ReadCallOptions,
): Promise<ReadCall> {
  const insides = insidesOf(client);
  const call = await insides.GRPCStreamCreator(StreamsClient, 'read', (grpc) =>
    grpc.makeServerStreamRequest(
      path,
      encodeRead,
      decodeReadAnswer,
      request,
      ...insides.callArguments({ requiresLeader }, { deadline: Infinity }),
    ),
  )();
  const said: Said = { confirmed: false, checkpoint: undefined, caughtUp: false };
  let arrived: RecordedEvent[] = [];
  let failure: { readonly error: Error } | undefined;
  let ended = false;
  /** Something happened while nobody waited: whoever looked just before must not wait for the thing after it. */
  let unheard = false;
  let waiter: (() => void) | undefined;
  const wake = (): void => {
    if (!waiter) unheard = true;
    waiter?.();
    waiter = undefined;
  };
  const fail = (error: Error): void => {
    failure ??= { error };
    wake();
  };
  call.on('data', (answer: ReadAnswer) => {
    if (answer.kind === 'event') {
      arrived.push(answer.event);
      if (arrived.length >= ahead) call.pause();
    } else if (answer.kind === 'confirmation') said.confirmed = true;
    else if (answer.kind === 'checkpoint') said.checkpoint = answer.position;
    else if (answer.kind === 'caughtUp') said.caughtUp = true;
    else if (answer.kind === 'streamNotFound')
      fail(new StreamNotFoundError(undefined, 'stream' in request ? request.stream : ''));
    wake();
  });
  call.on('error', (error: Error) => fail(convertToCommandError(error)));
  call.on('end', () => {
    ended = true;
    wake();
  });
  return {
    said,
    get waiting() {
      return arrived.length;
    },
    get failure() {
      return failure;
    },
    get ended() {
      return ended;
    },
    take(max) {
      const taken = arrived.length <= max ? arrived : arrived.slice(0, max);
      arrived = taken === arrived ? [] : arrived.slice(max);
      if (arrived.length < ahead && call.isPaused()) call.resume();
      return taken;
    },
    news: () =>
      new Promise((resolve) => {
        if (unheard) resolve();
        else waiter = resolve;
        unheard = false;
      }),
    wake,
    cancel() {
      if (!ended) call.cancel();
    },
  };
}
