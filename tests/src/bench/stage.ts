import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { startLocalEventNode } from '@jwxt/infra/engines/local-event-node.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { environmentOf } from '../testing/product.ts';
import { startProduct, type RunningProduct } from '../testing/start-product.ts';

/** What is measured: the whole product, and engines as they are without it. */
export interface Stage {
  readonly product: RunningProduct;
  readonly env: Readonly<Record<string, string>>;
  /** The product's database. */
  readonly db: Pool;
  /** The product's event store, through the client alone. */
  readonly store: EventStoreDBClient;
  /** Another node on the same disk, for raw appends: the product's log stays what the product wrote. */
  readonly rawStore: EventStoreDBClient;
  /** A folder on the same disk. */
  readonly folder: string;
  /** A session; each person signs in once. */
  session(userName: string): Promise<ApiSession>;
}

/** Runs work on a stage of its own and clears it away. The limit of requests a minute is lifted: it would be what is measured. */
export async function onStage<R>(students: number, work: (stage: Stage) => Promise<R>): Promise<R> {
  const { product, stop } = await startProduct(students, { RATE_LIMIT: '1000000' });
  try {
    const env = await environmentOf(product);
    const folder = await mkdtemp(join(tmpdir(), 'jwxt-bench-'));
    const node = await startLocalEventNode({ dataDir: join(folder, 'eventstore') });
    const db = createPool(env.DATABASE_URL ?? '', { name: 'bench', max: 10 });
    // Not disposed of: a client that has appended waits for its stream of batches then. They end with the process.
    const [store, rawStore] = [EventStoreDBClient.connectionString(env.EVENTSTORE_URL ?? ''), EventStoreDBClient.connectionString(node.url)];
    const sessions = new Map<string, Promise<ApiSession>>();
    const session = (userName: string): Promise<ApiSession> => {
      const known = sessions.get(userName) ?? signInToApi(product.url, userName);
      sessions.set(userName, known);
      return known;
    };
    try {
      return await work({ product, env, db, store, rawStore, folder, session });
    } finally {
      await db.end();
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await stop();
  }
}
