import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { entryCount, writeManyEntries } from '../testing/entry-count.ts';
import { createBench, PATIENCE, type Bench } from '../testing/projection-bench.ts';
import { sheet } from '../testing/sample-events.ts';
import type { Worker } from './worker.ts';

let bench: Bench;
let worker: Worker | undefined;
/** Batches wait here while the gate is shut; live ones, of few events, always pass. */
const gate = { open: true, waiting: 0 };
const beforeBatch = async (events: number): Promise<void> => {
  if (events < 50) return;
  gate.waiting += 1;
  while (!gate.open) await new Promise((resolve) => setTimeout(resolve, 5));
  gate.waiting -= 1;
};
const SHEETS = 20;
const EACH = 100;

const ask = (kind: string) =>
  bench.pool.query(
    `with asked as (insert into projection.request (name, kind, requested_by, requested_at)
        values ('entry-count', $1, 'admin', now()) returning 1)
      select pg_notify('read_model_request', '') from asked`,
    [kind],
  );
const generations = async () =>
  (
    await bench.pool.query(
      'select generation, status, schema_name, requested_by from projection.read_model order by generation',
    )
  ).rows as Record<string, unknown>[];
const schemas = async () =>
  (await bench.pool.query("select nspname from pg_namespace where nspname like 'rm\\_%' order by 1")).rows.map(
    (row) => row.nspname as string,
  );
const served = async () =>
  (
    await bench.pool.query(
      'select count(*) as sheets, coalesce(sum(entries), 0)::int as entries from rm_entry_count.count',
    )
  ).rows[0] as { sheets: number; entries: number };

beforeAll(async () => {
  bench = await createBench();
  const end = await writeManyEntries(bench.log, SHEETS, EACH);
  worker = await bench.startWorker([entryCount({ beforeBatch })]);
  await bench.reached('entry-count', end);
});
afterEach(() => {
  gate.open = true;
});
afterAll(() => bench.close());

it('never shows an empty or half-built read model to a reader who polls through a rebuild', async () => {
  const seen = new Set<string>();
  let polling = true;
  const reader = (async () => {
    while (polling) seen.add(JSON.stringify(await served()));
  })();
  gate.open = false;
  await ask('rebuild');
  await expect.poll(() => gate.waiting, PATIENCE).toBe(1);
  expect(await generations()).toMatchObject([
    { status: 'serving' },
    { status: 'building', schema_name: 'rm_entry_count__g2', requested_by: 'admin' },
  ]);
  gate.open = true;
  await expect
    .poll(generations, PATIENCE)
    .toMatchObject([{ status: 'retired' }, { status: 'serving', schema_name: 'rm_entry_count' }]);
  await expect.poll(schemas, PATIENCE).toEqual(['rm_entry_count']);
  polling = false;
  await reader;
  expect([...seen]).toEqual([JSON.stringify({ sheets: SHEETS, entries: SHEETS * EACH })]);
});

it('goes on serving new events while it builds, and loses nothing at the swap', async () => {
  gate.open = false;
  await ask('rebuild');
  await expect.poll(() => gate.waiting, PATIENCE).toBe(1);
  const end = await bench.writer.write(sheet('NEW').initialised(1), sheet('NEW').entered(2, 1, 'ps', null, 700, null));
  await bench.reached('entry-count', end);
  expect(await served()).toEqual({ sheets: SHEETS + 1, entries: SHEETS * EACH + 1 });
  const before = (await generations()).length;
  gate.open = true;
  await expect
    .poll(async () => (await generations()).at(-1), PATIENCE)
    .toMatchObject({ status: 'serving', generation: before });
  expect(await served()).toEqual({ sheets: SHEETS + 1, entries: SHEETS * EACH + 1 });
  const { rows } = await bench.pool.query("select events_handled from projection.read_model where status = 'serving'");
  expect(rows).toEqual([{ events_handled: SHEETS * (EACH + 1) + 2 }]);
});

it('is given up when it is cancelled, and what serves stays as it is', async () => {
  gate.open = false;
  await ask('rebuild');
  await expect.poll(() => gate.waiting, PATIENCE).toBe(1);
  await ask('cancel');
  // The batch in hand holds the generation's row; the request is waiting for it before the gate opens.
  await expect
    .poll(
      async () =>
        (
          await bench.pool.query(
            `select 1 from pg_stat_activity
              where wait_event_type = 'Lock' and query like 'update projection.read_model set status%'`,
          )
        ).rowCount,
      PATIENCE,
    )
    .toBe(1);
  gate.open = true;
  await expect.poll(async () => (await generations()).at(-1)!.status, PATIENCE).toBe('cancelled');
  await expect.poll(schemas, PATIENCE).toEqual(['rm_entry_count']);
  expect(await served()).toEqual({ sheets: SHEETS + 1, entries: SHEETS * EACH + 1 });
});

it('tells how far it is, and goes on from its checkpoint after the worker stopped in the middle', async () => {
  let handledBatches = 0;
  let failing = true;
  await worker!.close();
  const first = await bench.startWorker(
    [
      entryCount({
        beforeBatch: async (events) => {
          if (events < 50) return;
          handledBatches += 1;
          // The second batch never comes to its end in the life of this worker.
          while (failing && handledBatches > 1) await new Promise((resolve) => setTimeout(resolve, 5));
        },
      }),
    ],
    'first',
  );
  await expect
    .poll(
      async () =>
        (
          await bench.pool.query(
            `select from pg_locks
              where locktype = 'advisory' and mode = 'ExclusiveLock' and granted
                and database = (select oid from pg_database where datname = current_database())`,
          )
        ).rowCount,
      PATIENCE,
    )
    .toBe(1);
  await ask('rebuild');
  await expect.poll(() => handledBatches, PATIENCE).toBe(2);
  const {
    rows: [half],
  } = await bench.pool.query(
    "select generation, events_handled, events_total from projection.read_model where status = 'building'",
  );
  expect(half.events_handled).toBeGreaterThan(0);
  expect(half.events_handled).toBeLessThan(half.events_total);
  expect(half.events_total).toBe(SHEETS * (EACH + 1) + 2);
  // Its sessions are cut, as when the process is killed.
  const closed = first.close();
  await bench.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'first'");
  failing = false;
  await closed;
  expect((await generations()).at(-1)).toMatchObject({ status: 'building', generation: half.generation });

  const sizes: number[] = [];
  worker = await bench.startWorker([entryCount({ beforeBatch: async (events) => void sizes.push(events) })], 'second');
  await expect
    .poll(async () => (await generations()).at(-1), PATIENCE)
    .toMatchObject({ status: 'serving', generation: half.generation });
  expect(sizes.reduce((sum, events) => sum + events, 0)).toBeLessThan(SHEETS * EACH);
  expect(await served()).toEqual({ sheets: SHEETS + 1, entries: SHEETS * EACH + 1 });
});

it('begins by itself when the program brings a new version, and serves the old one until then', async () => {
  await worker!.close();
  gate.open = false;
  worker = await bench.startWorker([entryCount({ version: 2, beforeBatch })], 'newer');
  await expect.poll(() => gate.waiting, PATIENCE).toBe(1);
  expect(await served()).toEqual({ sheets: SHEETS + 1, entries: SHEETS * EACH + 1 });
  gate.open = true;
  await expect
    .poll(
      async () =>
        (await bench.pool.query("select version, requested_by from projection.read_model where status = 'serving'"))
          .rows,
      PATIENCE,
    )
    .toEqual([{ version: 2, requested_by: '版本 2' }]);
  expect(await served()).toEqual({ sheets: SHEETS + 1, entries: SHEETS * EACH + 1 });
});
