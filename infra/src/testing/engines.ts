import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startLocalEventNode } from '../engines/local-event-node.ts';
import { createDatabase, dropDatabase, withDatabaseName } from './test-database.ts';

/** A database of one test, migrated and empty. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Gives a test file its own migrated, empty database. Call `drop()` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('databaseServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(adminUrl, name, template);
  return { url: withDatabaseName(adminUrl, name), drop: () => dropDatabase(adminUrl, name) };
}

/** An event store of one test. */
export interface TestEventStore {
  /** Value for EVENTSTORE_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Gives a test file its own empty event store: the local node in this process, a container of the real one with
 * TEST_ENGINES=containers, or the shared one named by TEST_EVENTSTORE_URL. Call `stop()` in `afterAll`.
 */
export async function startTestEventStore(): Promise<TestEventStore> {
  const shared = process.env.TEST_EVENTSTORE_URL;
  if (shared) return { url: shared, stop: () => Promise.resolve() };
  if (process.env.TEST_ENGINES === 'containers') {
    const { startEventStoreContainer } = await import('./event-store-container.ts');
    return await startEventStoreContainer();
  }
  // Loaded here, because most tests need only one of the engines and each is slow to load.
  const { startNode } = await import('@jwxt/eventstore/node.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'jwxt-events-'));
  const node = await startNode({ port: 0, dataDir });
  return {
    url: `esdb://127.0.0.1:${node.port}?tls=false`,
    async stop() {
      await node.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A local node as a process of its own, on one port and one folder, that can be killed and started again. */
export interface TestEventNode extends TestEventStore {
  readonly pid: number;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
}

/** Starts the local node as a process, whatever engines the other tests use. Call `stop()` in `afterAll`. */
export async function startTestEventNode(): Promise<TestEventNode> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jwxt-events-'));
  let node = await startLocalEventNode({ dataDir });
  const { port, url } = node;
  return {
    url,
    get pid() {
      return node.pid;
    },
    kill: () => node.kill(),
    async restart() {
      if (node.running) await node.stop();
      node = await startLocalEventNode({ dataDir, port });
    },
    async stop() {
      await node.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
