import { eventDefinitions } from '@jwxt/contracts/kernel/all-events.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalLog } from '../approval/approval-log.projection.ts';
import { entryCount, newerEntry } from '../testing/entry-count.ts';
import { createBench, PATIENCE, type Bench } from '../testing/projection-bench.ts';
import { application, sheet } from '../testing/sample-events.ts';
import type { Worker } from './worker.ts';

let bench: Bench;
let worker: Worker;
const known = eventDefinitions as Map<string, (typeof eventDefinitions extends ReadonlyMap<string, infer Definition> ? Definition : never)>;
const state = async (name: string) => (await bench.pool.query('select status, failure from projection.read_model where name = $1 order by generation desc limit 1', [name])).rows[0] as { status: string; failure: string | null };
const startAgain = async (name: string): Promise<void> => {
  await worker.close();
  worker = await bench.startWorker([entryCount(), approvalLog], name);
};

beforeAll(async () => {
  bench = await createBench();
  worker = await bench.startWorker([entryCount(), approvalLog]);
});
afterAll(() => bench.close());

it('stops at an event of an unknown type in its streams and says which, while other read models go on; the repaired program goes on by itself', async () => {
  await bench.reached('entry-count', await bench.writer.write(sheet('X').initialised(1), sheet('X').entered(2, 1, 'ps', null, 700, null)));
  const { stream, event } = newerEntry('X');
  await bench.writer.raw(stream, { ...event, type: 'CellsPainted' });
  await bench.reached('approval-log', await bench.writer.write(sheet('X').entered(4, 2, 'ps', null, 700, null), application.submitted('A1', 5)));
  await expect.poll(() => state('entry-count'), PATIENCE).toEqual({ status: 'failed', failure: expect.stringContaining('CellsPainted at scoreSheet-X.1@2 cannot be read: unknown type') });
  expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 1 }]);
  expect(await bench.rows('approval-log', 'record')).toHaveLength(1);
  await expect.poll(() => worker.phases().get('approval-log'), PATIENCE).toBe('live');

  // As little helps an unrepaired program.
  await startAgain('unrepaired');
  await expect.poll(() => worker.phases().get('approval-log'), PATIENCE).toBe('live');
  await expect.poll(() => state('entry-count'), PATIENCE).toMatchObject({ status: 'failed' });
  known.set('CellsPainted', { ...known.get('CellsEntered')!, type: 'CellsPainted' });
  try {
    await startAgain('repaired');
    await expect.poll(() => state('entry-count'), PATIENCE).toEqual({ status: 'serving', failure: null });
    await bench.reached('entry-count', await bench.writer.write(sheet('X').entered(6, 3, 'ps', null, 700, null)));
    expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 3, students: ['S1', 'S2', 'S3'] }]);
  } finally {
    known.delete('CellsPainted');
  }
});

it('stops when the log ends before its checkpoint, instead of leaving out what comes; a rebuild brings it back', async () => {
  await worker.close();
  const before = await bench.rows('entry-count', 'count');
  await bench.pool.query("update projection.read_model set commit_position = 90000000000, prepare_position = 90000000000 where name = 'entry-count'");
  known.set('CellsPainted', { ...known.get('CellsEntered')!, type: 'CellsPainted' });
  try {
    worker = await bench.startWorker([entryCount(), approvalLog], 'restored');
    await expect.poll(() => state('entry-count'), PATIENCE).toEqual({ status: 'failed', failure: expect.stringContaining('事件库可能恢复自较早的备份') });
    expect(await bench.rows('entry-count', 'count')).toEqual(before);
    await bench.pool.query("insert into projection.request (name, kind, requested_by, requested_at) values ('entry-count', 'rebuild', 'admin', now())");
    await expect.poll(() => state('entry-count'), PATIENCE).toEqual({ status: 'serving', failure: null });
    await bench.reached('entry-count', await bench.writer.write(sheet('X').entered(7, 4, 'ps', null, 700, null)));
    expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 4 }]);
  } finally {
    known.delete('CellsPainted');
  }
});
