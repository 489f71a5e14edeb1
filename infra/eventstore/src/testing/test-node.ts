/** A node on a folder of its own, with the client that the application uses. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { folderAccess, localNodeUrl } from '../node-access.ts';
import { type NodeOptions, startNode } from '../node.ts';

/** A running node and a client for it. */
export interface TestNode {
  readonly client: EventStoreDBClient;
  readonly port: number;
  readonly dataDir: string;
  /** Stops the node and starts it again on the same folder; `client` is then a new one. */
  restart(): Promise<void>;
  /** Stops the node; its folder stays until {@link close}. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a node in this process, on any port and an empty folder. */
export async function startTestNode(options: Partial<NodeOptions> = {}): Promise<TestNode> {
  const dataDir = await mkdtemp(join(tmpdir(), 'event-node-'));
  const start = () => startNode({ port: 0, dataDir, access: 'anybody', ...options });
  let node = await start();
  let client = connect(node.port);
  const stop = async (): Promise<void> => {
    await node.close();
    await client.dispose();
  };
  return {
    get client() {
      return client;
    },
    get port() {
      return node.port;
    },
    dataDir,
    async restart() {
      await stop();
      node = await start();
      client = connect(node.port);
    },
    stop,
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A client; `parameters` are added to the address, each with its `&`. */
export function connect(port: number, parameters = ''): EventStoreDBClient {
  return EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false${parameters}`);
}

/** A client for a node that runs as a process on a data folder, with the folder's secret. */
export function connectTo(dataDir: string, port: number): EventStoreDBClient {
  return EventStoreDBClient.connectionString(localNodeUrl(folderAccess(dataDir), port));
}

/** With credentials the client uses Append, without them BatchAppend; over an insecure connection they are not sent. */
export const appendCalls = [
  { call: 'BatchAppend', options: {} },
  { call: 'Append', options: { credentials: { username: 'unused', password: 'unused' } } },
] as const;

/** The same for a node that runs as a process on a data folder: it takes only who is known. */
export function appendCallsTo(dataDir: string) {
  const credentials = { username: 'admin', password: folderAccess(dataDir).passwords.admin };
  return [appendCalls[0], { call: appendCalls[1].call, options: { credentials } }] as const;
}

/** An event with a random id. */
export function event(
  type = 'Happened',
  data: Record<string, string | number | object> = {},
  id: string = randomUUID(),
) {
  return jsonEvent({ id, type, data });
}

/** `count` events, numbered in their data. */
export function events(count: number, type = 'Happened') {
  return Array.from({ length: count }, (_, number) => event(type, { number }));
}

/** All items of a read. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

/** Waits for a condition; the test's own time limit ends the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}
