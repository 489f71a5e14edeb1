import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { startLocalEventNode } from '@jwxt/infra/engines/local-event-node.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { environmentOf, pidOf } from '../testing/product.ts';
import { startProduct } from '../testing/start-product.ts';
import { startLoadDriver, type LoadDriver } from './load-driver.ts';
import { memoryOf, peakMemoryOf, type Processes } from './process-cost.ts';
import { startWriteSide, type Addresses } from './write-side.ts';

/** What is measured: engines and services, and another store beside them. */
export interface Stage {
  readonly env: Addresses;
  /** Database of the services. */
  readonly db: Pool;
  /** Event store of the services, through the client alone. */
  readonly store: EventStoreDBClient;
  /** Another node on the same disk, for raw appends: the product's log stays what the product wrote. */
  readonly rawUrl: string;
  readonly driver: LoadDriver;
  /** Whose CPU and memory are reported. */
  readonly processes: Processes;
  /** A folder on the same disk. */
  readonly folder: string;
}

/** The whole product on a stage. */
export interface ProductStage extends Stage {
  readonly url: string;
  /** A session; each person signs in once. */
  session(userName: string): Promise<ApiSession>;
}

/** Memory of each process in MB. */
export interface Memory {
  readonly atRest: Readonly<Record<string, number>>;
  readonly peak: Readonly<Record<string, number>>;
}

/** The limits of requests a minute and of sign-ins are lifted: they would be what is measured. */
const unlimited = { RATE_LIMIT: '1000000', SIGN_IN_LIMIT: '100000' };

/** Runs work on the commands service and its engines alone: no gateway, no projections. The data folder stays. */
export async function onWriteSide<R>(dataDir: string, students: number, work: (stage: Stage) => Promise<R>): Promise<R> {
  const { env, processes, stop } = await startWriteSide(dataDir, students);
  try {
    return await onStage({ env, processes, dataDir }, work);
  } finally {
    await stop();
  }
}

/** Runs work on the whole product, and tells what memory its processes had. The data folder goes with it. */
export async function onProduct<R>(dataDir: string, students: number, work: (stage: ProductStage) => Promise<R>): Promise<{ result: R; memory: Memory }> {
  const { product, stop } = await startProduct(students, unlimited, dataDir);
  try {
    const { DATABASE_URL = '', EVENTSTORE_URL = '', COMMANDS_URL = '', INTERNAL_TOKEN = '' } = await environmentOf(product);
    const env = { DATABASE_URL, EVENTSTORE_URL, COMMANDS_URL, INTERNAL_TOKEN };
    const pids = await Promise.all((['eventstore', 'commands', 'projections', 'gateway', 'postgres'] as const).map(async (name) =>
      [name, { pid: (await pidOf(product, name))!, withChildren: name === 'postgres' }] as const));
    const processes = Object.fromEntries(pids);
    const atRest = await memoryOf(processes);
    const sessions = new Map<string, Promise<ApiSession>>();
    const session = (userName: string): Promise<ApiSession> => {
      const known = sessions.get(userName) ?? signInToApi(product.url, userName);
      sessions.set(userName, known);
      return known;
    };
    const result = await onStage({ env, processes, dataDir }, (stage) => work({ ...stage, url: product.url, session }));
    return { result, memory: { atRest, peak: await peakMemoryOf(processes) } };
  } finally {
    await stop();
  }
}

async function onStage<R>({ env, processes, dataDir }: { env: Addresses; processes: Processes; dataDir: string }, work: (stage: Stage) => Promise<R>): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-bench-raw-'));
  const rawNode = await startLocalEventNode({ dataDir: join(folder, 'eventstore') });
  const db = createPool(env.DATABASE_URL, { name: 'bench', max: 10, statementTimeoutMs: 0 });
  // Not disposed of: a client that has appended waits for its stream of batches then. It ends with the process.
  const store = EventStoreDBClient.connectionString(env.EVENTSTORE_URL);
  const driver = startLoadDriver();
  try {
    return await work({ env, db, store, rawUrl: rawNode.url, driver, processes: { ...processes, rawNode: { pid: rawNode.pid } }, folder: dataDir });
  } finally {
    driver.stop();
    await db.end();
    await rawNode.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
