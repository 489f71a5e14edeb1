import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { RecordedEvent } from '@jwxt/infra/runtime/recorded-event.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryCount, writeManyEntries } from '../testing/entry-count.ts';
import { createBench, PATIENCE, type Bench } from '../testing/projection-bench.ts';
import { sheet } from '../testing/sample-events.ts';
import { applyBatch } from './apply-batch.ts';
import { createGeneration, currentGeneration, endGeneration } from './generation.ts';
import { createModelWriter } from './model-writer.ts';

const projection = entryCount();
let bench: Bench;
let end: Position;
/** What happens when the worker has read the log to its end, before it goes on. */
let afterReading = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  bench = await createBench();
  end = await writeManyEntries(bench.log, 5, 20);
  const log = new Proxy(bench.log, {
    get: (target, key) => (key === 'readAllStretches' ? readThenPause : (Reflect.get(target, key) as unknown)),
  });
  async function* readThenPause(...given: Parameters<EventLog['readAllStretches']>) {
    yield* bench.log.readAllStretches(...given);
    await afterReading();
  }
  await bench.startWorker([projection], 'worker', log);
  await bench.reached(projection.name, end);
});
afterAll(() => bench.close());

/** A worker that lost its lead without knowing it yet applies a new event to the tables in use. */
async function applyElsewhere(number: number): Promise<void> {
  const at = await bench.writer.write(
    sheet(`E${number}`).initialised(1),
    sheet(`E${number}`).entered(2, 1, 'ps', null, 700, null),
  );
  const generation = (await currentGeneration(bench.pool, projection.name))!;
  const events: RecordedEvent[] = [];
  for await (const event of bench.log.readAll({ from: end }))
    if (event.position.commit > end.commit) events.push(event);
  const writer = createModelWriter({ projection, generation, worker: 'elsewhere' });
  expect(await applyBatch(bench.pool, writer, { after: end, upTo: at, events })).toEqual({
    kind: 'applied',
    checkpoint: at,
  });
  end = at;
}

it('misses nothing another worker applies to the tables in use while new ones are about to replace them', async () => {
  let applied = 0;
  afterReading = async () => {
    const { rowCount } = await bench.pool.query("select 1 from projection.read_model where status = 'building'");
    if (rowCount === 1) await applyElsewhere((applied += 1));
  };
  await bench.pool.query(
    "insert into projection.request (name, kind, requested_by, requested_at) values ($1, 'rebuild', 'admin', now())",
    [projection.name],
  );
  await bench.pool.query("select pg_notify('read_model_request', '')");
  await expect
    .poll(
      async () =>
        (await bench.pool.query("select generation from projection.read_model where status = 'serving'")).rows,
      PATIENCE,
    )
    .toEqual([{ generation: 2 }]);
  await bench.reached(projection.name, end);
  expect(applied).toBeGreaterThan(1);
  const { rows } = await bench.pool.query(
    "select sheet_id from rm_entry_count.count where sheet_id like 'E%' order by 1",
  );
  expect(rows).toEqual(Array.from({ length: applied }, (_one, index) => ({ sheet_id: `E${index + 1}.1` })));
});

it('a rebuild request is taken with the generation that meets it, so the next may come once that serves', async () => {
  const other = entryCount({ name: 'other-count' });
  const open = async () =>
    (await bench.pool.query("select kind from projection.request where name = 'other-count' and taken_at is null"))
      .rows;
  const ask = (kind: string) =>
    bench.pool.query(
      `insert into projection.request (name, kind, requested_by, requested_at)
        values ('other-count', $1, 'admin', now())`,
      [kind],
    );
  await ask('rebuild');
  await ask('replay');
  const generation = await createGeneration(bench.pool, other, 'admin');
  expect(await open()).toEqual([{ kind: 'replay' }]);
  await ask('rebuild');
  expect(await createGeneration(bench.pool, other, 'admin')).toBeNull();
  expect(await open()).toEqual([{ kind: 'replay' }, { kind: 'rebuild' }]);
  await endGeneration(bench.pool, generation!, 'cancelled', null);
});
