import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startLocalEventNode } from '../engines/local-event-node.ts';
import { connectEventLog } from '../runtime/event-log.ts';
import { addressOfShare } from '../runtime/shared-log.ts';
import { createDatabase, dropDatabase, withDatabaseName } from './test-database.ts';

/** Secret of the master key that the services of tests share. */
export const testPersonSecret = 'the-master-key-of-persons-in-tests-only';

/** A database of one test, migrated and empty. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Gives a test file its own database, a copy of `from`. Default: migrated and empty. Call `drop()` in `afterAll`.
 */
export async function createTestDatabase(from = inject('databaseServer').template): Promise<TestDatabase> {
  const { adminUrl } = inject('databaseServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(adminUrl, name, from);
  return { url: withDatabaseName(adminUrl, name), drop: () => dropDatabase(adminUrl, name) };
}

/**
 * Prepares a database to make copies of, which stays until the tests end. `fill` gets its connection string and leaves
 * no connection open. Answers its name.
 */
export async function createTestTemplate(fill: (databaseUrl: string) => Promise<void>): Promise<string> {
  const { adminUrl, template } = inject('databaseServer');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await createDatabase(adminUrl, name, template);
  await fill(withDatabaseName(adminUrl, name));
  return name;
}

/** An event store of one test. */
export interface TestEventStore {
  /** Value for EVENTSTORE_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Gives a test file its own empty event store: the local node in this process, or a share of the one named by
 * TEST_EVENTSTORE_URL (`npm run test:engine`). Call `stop()` in `afterAll`.
 */
export async function startTestEventStore(): Promise<TestEventStore> {
  const shared = process.env.TEST_EVENTSTORE_URL;
  if (shared) return await shareOfStore(shared);
  // Loaded here, because most tests need only one of the engines and each is slow to load.
  const { startNode } = await import('@jwxt/eventstore/node.ts');
  const { folderAccess, localNodeUrl } = await import('@jwxt/eventstore/node-access.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'jwxt-events-'));
  const access = folderAccess(dataDir);
  const node = await startNode({ port: 0, dataDir, access });
  return {
    url: localNodeUrl(access, node.port),
    async stop() {
      await node.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Streams with a prefix of their own, and a log that begins now: what other tests wrote is not there. */
async function shareOfStore(url: string): Promise<TestEventStore> {
  const log = connectEventLog(url, { name: 'test-share' });
  try {
    const from = (await log.lastPosition()) ?? 'start';
    return {
      url: addressOfShare(url, { streamPrefix: `t${randomBytes(5).toString('hex')}-`, from }),
      stop: () => Promise.resolve(),
    };
  } finally {
    await log.close();
  }
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
