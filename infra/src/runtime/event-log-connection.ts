import { EventStoreDBClient, type BaseOptions } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { EventLogUnavailable } from './event-log-errors.ts';

/**
 * The client behind the event log, replaced after a broken connection.
 *
 * gRPC shares one connection between all clients with equal options and makes it wait longer after each failure, up to
 * two minutes. A store that comes back would be noticed too late, and a server takes a hundred calls on one connection,
 * the rest wait without a word, for ever beside subscriptions. So each client differs from every other of the process
 * in one harmless option (the keep-alive interval, by a millisecond), and has a connection of its own.
 */
export interface EventLogConnection {
  /** The client in use now. */
  current(): EventStoreDBClient;
  /**
   * Takes one of the places for calls that end by themselves; resolves with what gives it back. Throws when none gets
   * free in time.
   */
  place(): Promise<() => void>;
  /** Tells that this client's connection is broken; the next `current()` is a new one. */
  replace(broken: EventStoreDBClient): void;
}

/**
 * Parts of the client that its type hides. They give what its own methods start from: the channel with discovery,
 * credentials and reconnection.
 */
export interface ClientInsides {
  GRPCStreamCreator<T>(
    client: typeof StreamsClient,
    name: string,
    open: (client: StreamsClient) => T,
  ): () => Promise<T>;
  callArguments(options: BaseOptions, callOptions: CallOptions): [Metadata, CallOptions];
}

type Metadata = NonNullable<Parameters<StreamsClient['batchAppend']>[0]>;
type CallOptions = NonNullable<Parameters<StreamsClient['batchAppend']>[1]>;

/** The client for calls of our own. */
export function insidesOf(client: EventStoreDBClient): ClientInsides {
  return client as unknown as ClientInsides;
}

const keepAliveMs = 10_000;
/** Below the hundred that real servers take on one connection. */
const mostCalls = 80;
const placePatienceMs = 10_000;
let clients = 0;

/** Prepares a connection; nothing is opened before the first call. Throws on a malformed address. */
export function createEventLogConnection(url: string, name: string): EventLogConnection {
  const open = (): EventStoreDBClient => {
    const settings = new URLSearchParams({ connectionName: `${name}-${process.pid}` });
    if (!/[?&]keepAliveInterval=/i.test(url))
      settings.set('keepAliveInterval', String(keepAliveMs + (clients % 1_000)));
    clients += 1;
    return EventStoreDBClient.connectionString(`${url}${url.includes('?') ? '&' : '?'}${settings.toString()}`);
  };
  let client = open();
  let free = mostCalls;
  const waiting = new Set<() => void>();
  const giveBack = (): void => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  return {
    current: () => client,
    async place() {
      if (free > 0) free -= 1;
      else await nextPlace(waiting);
      let given = false;
      return () => {
        if (!given) giveBack();
        given = true;
      };
    },
    replace(broken) {
      if (broken === client) client = open();
    },
  };
}

/** Waits in the line for a place. */
function nextPlace(waiting: Set<() => void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (): void => {
      clearTimeout(patience);
      waiting.delete(take);
      resolve();
    };
    const patience = setTimeout(() => {
      waiting.delete(take);
      reject(
        new EventLogUnavailable(
          'read',
          new Error(`${mostCalls} reads are under way, and none ended within ${placePatienceMs} ms`),
        ),
      );
    }, placePatienceMs);
    waiting.add(take);
  });
}
