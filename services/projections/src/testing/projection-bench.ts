import { pino } from 'pino';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { formatPosition, type Position } from '@jwxt/infra/runtime/log-position.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import {
  createTestDatabase,
  startTestEventStore,
  type TestDatabase,
  type TestEventStore,
} from '@jwxt/infra/testing/engines.ts';
import { vi } from 'vitest';
import { reaches } from '../kernel/log-batch.ts';
import type { Projection } from '../kernel/projection.ts';
import { readModelSchema } from '@jwxt/contracts/kernel/read-model.ts';
import { startWorker, workerSettings, type Worker } from '../kernel/worker.ts';
import { createWriter } from './sample.ts';

/** A database, an event store and workers of one test file. */
export interface Bench {
  readonly database: TestDatabase;
  readonly pool: Pool;
  readonly log: EventLog;
  readonly writer: ReturnType<typeof createWriter>;
  /** `through`: how it reads the log, when not as it is. */
  startWorker(projections: readonly Projection[], name?: string, through?: EventLog): Promise<Worker>;
  /** Waits until a read model serves and has handled the log up to a position. */
  reached(model: string, position?: Position): Promise<void>;
  /** Waits until several have. A worker's read models mostly move together, but one may have to catch up by itself. */
  allReached(projections: readonly Projection[], position: Position): Promise<void>;
  /** All rows of a table, ordered, without the columns named. */
  rows(model: string, table: string, without?: readonly string[]): Promise<Record<string, unknown>[]>;
  /** Everything in the tables of some read models, row for row. */
  dump(projections: readonly Projection[]): Promise<Record<string, unknown[]>>;
  close(): Promise<void>;
}

/** How long a test waits for a condition, in milliseconds; not how long anything may take. */
export const PATIENCE = { timeout: 40_000, interval: 25 };

export async function createBench(given?: TestEventStore): Promise<Bench> {
  const database = await createTestDatabase();
  const store = given ?? (await startTestEventStore());
  const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const pool = createPool(database.url, { name: 'test' });
  const log = connectEventLog(store.url, { name: 'test', logger });
  const workers: Worker[] = [];
  const pools: Pool[] = [];
  const rowsOf = async (schema: string, table: string): Promise<Record<string, unknown>[]> =>
    (
      await pool.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(any_row) as row from ${schema}."${table}" any_row order by to_jsonb(any_row)::text`,
      )
    ).rows.map(({ row }) => row);
  const reached: Bench['reached'] = async (model, position) => {
    await vi.waitFor(async () => {
      const { rows } = await pool.query<{ commit: string; prepare: string }>(
        `select commit_position::text as commit, prepare_position::text as prepare from projection.read_model
          where name = $1 and status = 'serving'`,
        [model],
      );
      const at = rows[0];
      if (!at) throw new Error(`${model} does not serve`);
      if (position && !reaches({ commit: BigInt(at.commit), prepare: BigInt(at.prepare) }, position))
        throw new Error(`${model} is at ${at.commit}, not at ${formatPosition(position)}`);
    }, PATIENCE);
  };
  return {
    database,
    pool,
    log,
    writer: createWriter(log),
    reached,
    async startWorker(projections, name = 'worker', through = log) {
      const own = createPool(database.url, { name, max: 30, settings: workerSettings });
      pools.push(own);
      const worker = await startWorker({
        projections,
        pool: own,
        databaseUrl: database.url,
        log: through,
        logger,
        name,
        pollMs: 50,
      });
      workers.push(worker);
      return worker;
    },
    async allReached(projections, position) {
      for (const { name } of projections) await reached(name, position);
    },
    async rows(model, table, without = []) {
      const rows = await rowsOf(readModelSchema(model), table);
      return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !without.includes(column))));
    },
    async dump(projections) {
      const all: Record<string, unknown[]> = {};
      for (const { name, tables } of projections)
        for (const table of tables) all[`${name}.${table.name}`] = await rowsOf(readModelSchema(name), table.name);
      return all;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all(pools.map((own) => own.end()));
      await log.close();
      await pool.end();
      await database.drop();
      if (!given) await store.stop();
    },
  };
}

/** Orders rows by all that is in them, for tests that do not care for their order. */
export function byContent(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
