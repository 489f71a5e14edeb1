import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryCount } from '../testing/entry-count.ts';
import { createBench, type Bench } from '../testing/projection-bench.ts';
import { sheet } from '../testing/sample-events.ts';
import { applyBatch, applyToAll } from './apply-batch.ts';
import { createGeneration, currentGeneration, startServing } from './generation.ts';
import type { LogBatch } from './log-batch.ts';
import { readBatches } from './log-reader.ts';
import { createModelWriter } from './model-writer.ts';
import type { Projection } from './projection.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const wholeLog = async (from: LogBatch['after'] = 'start'): Promise<LogBatch> => {
  for await (const batch of readBatches(bench.log, from, new AbortController().signal)) return batch;
  throw new Error('the log is empty');
};
const writerOf = async (projection: Projection) => createModelWriter({ projection, generation: (await currentGeneration(bench.pool, projection.name))!, worker: 'test' });

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
  expect((await bench.rows('entry-count', 'count'))[0]).toEqual({ sheet_id: 'Z.1', entries: 3, students: ['S1', 'S2', 'S3'] });
  // And the one that is late changes nothing.
  expect(await applyBatch(bench.pool, other, await wholeLog(behind))).toEqual({ kind: 'applied', checkpoint: await place() });
  expect((await bench.rows('entry-count', 'count'))[0]).toMatchObject({ entries: 3 });
});

it('a batch is one transaction for several read models; what is wrong with one does not stop the others', async () => {
  const second = entryCount({ name: 'entry-count-too' });
  const third = entryCount({ name: 'entry-count-gone' });
  for (const model of [second, third]) await startServing(bench.pool, (await createGeneration(bench.pool, model, 'test'))!);
  const writers = await Promise.all([second, third].map(writerOf));
  const batch = await wholeLog();
  expect([...(await applyToAll(bench.pool, writers, batch)).values()]).toEqual([{ kind: 'applied', checkpoint: batch.upTo }, { kind: 'applied', checkpoint: batch.upTo }]);
  const { rows: transactions } = await bench.pool.query("select distinct xmin::text from projection.read_model where name like 'entry-count-%'");
  expect(transactions).toHaveLength(1);

  await bench.pool.query('drop table rm_entry_count_gone.count');
  await bench.writer.write(sheet('W').initialised(1), sheet('W').entered(2, 1, 'ps', null, 900, null));
  const next = await wholeLog(batch.upTo);
  expect([...(await applyToAll(bench.pool, writers, next)).values()]).toEqual([{ kind: 'applied', checkpoint: next.upTo }, { kind: 'broken', error: expect.objectContaining({ name: 'DatabaseFault' }) }]);
  expect(await bench.rows('entry-count-too', 'count')).toEqual(expect.arrayContaining([expect.objectContaining({ sheet_id: 'W.1', entries: 1 })]));
});
