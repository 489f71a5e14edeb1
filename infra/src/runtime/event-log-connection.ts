import { EventStoreDBClient } from '@eventstore/db-client';

/**
 * The client behind the event log, replaced after a broken connection.
 *
 * gRPC shares one connection between all clients with equal options and makes it wait longer after each failure, up to
 * two minutes. A store that comes back would be noticed too late, so each generation of the client differs in one harmless
 * option (the keep-alive interval, by a millisecond) and starts with a fresh connection.
 */
export interface EventLogConnection {
  /** The client in use now. */
  current(): EventStoreDBClient;
  /** Tells that this client's connection is broken; the next `current()` is a new one. */
  replace(broken: EventStoreDBClient): void;
}

const keepAliveMs = 10_000;

/** Prepares a connection; nothing is opened before the first call. Throws on a malformed address. */
export function createEventLogConnection(url: string, name: string): EventLogConnection {
  let generation = 0;
  const open = (): EventStoreDBClient => {
    const settings = new URLSearchParams({ connectionName: `${name}-${process.pid}` });
    if (!/[?&]keepAliveInterval=/i.test(url)) settings.set('keepAliveInterval', String(keepAliveMs + (generation % 1_000)));
    generation += 1;
    return EventStoreDBClient.connectionString(`${url}${url.includes('?') ? '&' : '?'}${settings.toString()}`);
  };
  let client = open();
  return {
    current: () => client,
    replace(broken) {
      if (broken === client) client = open();
    },
  };
}
