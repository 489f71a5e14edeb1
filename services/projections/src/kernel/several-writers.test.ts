import { READ_MODEL_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { listen } from '@jwxt/infra/runtime/postgres.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryCount } from '../testing/entry-count.ts';
import { createBench, type Bench } from '../testing/projection-bench.ts';
import { application } from '../testing/sample-applications.ts';
import { sheet } from '../testing/sample-events.ts';
import { approvalLog } from '../approval/approval-log.projection.ts';
import { applyBatch, applyToAll, storePassed } from './apply-batch.ts';
import { createGeneration, currentGeneration, startServing } from './generation.ts';
import type { LogBatch } from './log-batch.ts';
import { readBatches } from './log-reader.ts';
import { createModelWriter, type ModelWriter } from './model-writer.ts';
import type { Projection } from './projection.ts';
import { createStatusReader } from './status.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const wholeLog = async (from: LogBatch['after'] = 'start'): Promise<LogBatch> => {
  for await (const batch of readBatches(bench.log, from, new AbortController().signal)) return batch;
  throw new Error('the log is empty');
};
const writerOf = async (projection: Projection) =>
  createModelWriter({
    projection,
    generation: (await currentGeneration(bench.pool, projection.name))!,
    worker: 'test',
  });

it('a batch is applied to the rows as they are, though another worker wrote in between', async () => {
  const place = async () => (await currentGeneration(bench.pool, 'entry-count'))!.checkpoint;
  await startServing(bench.pool, (await createGeneration(bench.pool, entryCount(), 'test'))!);
  const [mine, other] = [await writerOf(entryCount()), await writerOf(entryCount())];
  await bench.writer.write(sheet('Z').initialised(1), sheet('Z').entered(2, 1, 'ps', null, 900, null));
  await applyBatch(bench.pool, mine, await wholeLog(await place()));
  await bench.writer.write(sheet('Z').entered(3, 2, 'ps', null, 900, null));
  await applyBatch(bench.pool, other, await wholeLog(await place()));
  const behind = await place();
  await bench.writer.write(sheet('Z').entered(4, 3, 'ps', null, 900, null));
  await applyBatch(bench.pool, mine, await wholeLog(behind));
  expect((await bench.rows('entry-count', 'count'))[0]).toEqual({
    sheet_id: 'Z.1',
    entries: 3,
    students: ['S1', 'S2', 'S3'],
  });
  // And the one that is late changes nothing.
  expect(await applyBatch(bench.pool, other, await wholeLog(behind))).toEqual({
    kind: 'applied',
    checkpoint: await place(),
  });
  expect((await bench.rows('entry-count', 'count'))[0]).toMatchObject({ entries: 3 });
});

it('a batch is one transaction for several read models; what is wrong with one does not stop the others', async () => {
  const second = entryCount({ name: 'entry-count-too' });
  const third = entryCount({ name: 'entry-count-gone' });
  for (const model of [second, third])
    await startServing(bench.pool, (await createGeneration(bench.pool, model, 'test'))!);
  const writers = await Promise.all([second, third].map(writerOf));
  const batch = await wholeLog();
  expect([...(await applyToAll(bench.pool, writers, batch)).values()]).toEqual([
    { kind: 'applied', checkpoint: batch.upTo },
    { kind: 'applied', checkpoint: batch.upTo },
  ]);
  const { rows: transactions } = await bench.pool.query(
    "select distinct xmin::text from projection.read_model where name like 'entry-count-%'",
  );
  expect(transactions).toHaveLength(1);

  await bench.pool.query('drop table rm_entry_count_gone.count');
  await bench.writer.write(sheet('W').initialised(1), sheet('W').entered(2, 1, 'ps', null, 900, null));
  const next = await wholeLog(batch.upTo);
  expect([...(await applyToAll(bench.pool, writers, next)).values()]).toEqual([
    { kind: 'applied', checkpoint: next.upTo },
    { kind: 'broken', error: expect.objectContaining({ name: 'DatabaseFault' }) },
  ]);
  expect(await bench.rows('entry-count-too', 'count')).toEqual(
    expect.arrayContaining([expect.objectContaining({ sheet_id: 'W.1', entries: 1 })]),
  );
});

// What they passed is no lag meanwhile.
it('a batch moves the read models it concerns, with one notice; what the others passed is stored later', async () => {
  const models = [entryCount({ name: 'moved-count' }), approvalLog, entryCount({ name: 'moved-count-too' })];
  for (const model of models) await startServing(bench.pool, (await createGeneration(bench.pool, model, 'test'))!);
  const writers = await Promise.all(models.map(writerOf));
  const first = await wholeLog();
  await applyToAll(bench.pool, writers, first);
  await storePassed(bench.pool, writers, first.upTo);
  const stored = async () =>
    (
      await bench.pool.query<{ name: string; stamp: string; at: string; handled: number }>(
        `select name, xmin::text as stamp, commit_position || '/' || prepare_position as at, events_handled as handled
          from projection.read_model where name = any ($1) order by name`,
        [models.map(({ name }) => name)],
      )
    ).rows;
  const [log, count] = await stored();
  const heard: unknown[] = [];
  const listener = await listen(bench.database.url, READ_MODEL_CHANNEL, {
    onNotification: (payload) => heard.push(JSON.parse(payload)),
  });

  await bench.writer.write(sheet('V').initialised(1), sheet('V').entered(2, 1, 'ps', null, 900, null));
  const second = await wholeLog(first.upTo);
  expect([...(await applyToAll(bench.pool, writers, second)).values()]).toEqual(
    models.map(() => ({ kind: 'applied', checkpoint: second.upTo })),
  );
  const [logBehind, ...counts] = await stored();
  expect(logBehind).toEqual(log);
  for (const moved of counts)
    expect(moved).toMatchObject({ at: formatPosition(second.upTo), handled: count!.handled + 2 });
  await expect
    .poll(() => heard)
    .toEqual([
      {
        models: ['moved-count', 'moved-count-too', 'approval-log'],
        changed: ['moved-count', 'moved-count-too'],
        position: formatPosition(second.upTo),
        queues: [],
        users: [],
        sheets: ['V.1'],
        sheetRevisions: [expect.any(Number)],
      },
    ]);
  const passed = (of: readonly ModelWriter[]) => () =>
    new Map(of.flatMap((writer) => (writer.passed ? [[writer.target.projection.name, writer.passed] as const] : [])));
  const status = createStatusReader({
    projections: models,
    pool: bench.pool,
    log: bench.log,
    worker: {
      name: 'test',
      phases: () => new Map(),
      passed: passed(writers),
      subscription: undefined,
      close: () => Promise.resolve(),
    },
  });
  const everywhere = models.map(() => ({
    status: 'serving',
    position: formatPosition(second.upTo),
    lagEvents: 0,
    lagSeconds: 0,
  }));
  expect((await status.read()).models).toMatchObject(everywhere);

  // What concerns nobody is told as well: somebody may wait for it.
  await bench.writer.write(sheet('V').initialised(3));
  const third = await wholeLog(second.upTo);
  await applyToAll(bench.pool, writers, third);
  await expect
    .poll(() => heard.slice(1))
    .toEqual([
      {
        models: models.map(({ name }) => name),
        changed: [],
        position: formatPosition(third.upTo),
        queues: [],
        users: [],
        sheets: [],
        sheetRevisions: [],
      },
    ]);
  await storePassed(bench.pool, writers, third.upTo);
  expect(await stored()).toMatchObject(
    models.map(() => ({ at: formatPosition(third.upTo), handled: count!.handled + 3 })),
  );
  expect(passed(writers)().size).toBe(0);
  expect((await status.read()).models).toMatchObject(
    everywhere.map((model) => ({ ...model, position: formatPosition(third.upTo) })),
  );

  // The next that concerns one comes after what it passed: nothing is missing between.
  await applyToAll(bench.pool, writers, {
    after: third.upTo,
    upTo: { commit: third.upTo.commit + 1n, prepare: third.upTo.prepare + 1n },
    events: [],
  });
  await bench.writer.write(application.submitted('A9', 4));
  const fourth = await wholeLog(third.upTo);
  expect((await applyToAll(bench.pool, writers, fourth)).get(writers[1]!)).toEqual({
    kind: 'applied',
    checkpoint: fourth.upTo,
  });
  expect(await bench.rows('approval-log', 'record')).toHaveLength(1);
  // One that lacks events is not concerned by a later batch either, and yet must not pass it.
  const late = createModelWriter(writers[2]!.target);
  expect(
    (
      await applyToAll(bench.pool, [late], {
        after: fourth.upTo,
        upTo: { commit: fourth.upTo.commit + 1n, prepare: fourth.upTo.prepare + 1n },
        events: [],
      })
    ).get(late),
  ).toEqual({ kind: 'gap' });
  await expect
    .poll(() => heard.slice(2))
    .toMatchObject([{ changed: ['approval-log'], position: formatPosition(fourth.upTo) }]);
  await listener.close();
});
