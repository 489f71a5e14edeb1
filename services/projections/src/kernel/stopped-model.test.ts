import { defineEvent } from '@jwxt/contracts/kernel/event.ts';
import { cellsEntered } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalLog } from '../approval/approval-log.projection.ts';
import { entryCount, newerEntry, type EntryCountOptions } from '../testing/entry-count.ts';
import { createBench, PATIENCE, type Bench } from '../testing/projection-bench.ts';
import { application } from '../testing/sample-applications.ts';
import { sheet } from '../testing/sample-events.ts';
import type { Worker } from './worker.ts';

let bench: Bench;
let worker: Worker;
const state = async (name: string) =>
  (
    await bench.pool.query(
      'select status, failure from projection.read_model where name = $1 order by generation desc limit 1',
      [name],
    )
  ).rows[0] as { status: string; failure: string | null };
const startAgain = async (name: string, options?: EntryCountOptions): Promise<void> => {
  await worker.close();
  worker = await bench.startWorker([entryCount(options), approvalLog], name);
};
/** Score sheets as a product knows them that reads a painted cell as one that was entered. */
const repaired = {
  ...sheetStreams,
  events: sheetStreams.events.map((event) =>
    event.type === 'CellsEntered'
      ? defineEvent('CellsEntered', cellsEntered.version, cellsEntered.data, { formerNames: ['CellsPainted'] })
      : event,
  ),
};

beforeAll(async () => {
  bench = await createBench();
  worker = await bench.startWorker([entryCount(), approvalLog]);
});
afterAll(() => bench.close());

it('stops at an unknown type in its streams and says which, while others go on; once repaired, goes on', async () => {
  await bench.reached(
    'entry-count',
    await bench.writer.write(sheet('X').initialised(1), sheet('X').entered(2, 1, 'ps', null, 700, null)),
  );
  const { stream, event } = newerEntry('X');
  await bench.writer.raw(stream, {
    ...event,
    type: 'CellsPainted',
    metadata: { ...event.metadata, schemaVersion: cellsEntered.version },
  });
  await bench.reached(
    'approval-log',
    await bench.writer.write(sheet('X').entered(4, 2, 'ps', null, 700, null), application.submitted('A1', 5)),
  );
  await expect
    .poll(() => state('entry-count'), PATIENCE)
    .toEqual({
      status: 'failed',
      failure: expect.stringContaining('CellsPainted at scoreSheet-X.1@2 cannot be read: unknown type'),
    });
  expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 1 }]);
  expect(await bench.rows('approval-log', 'record')).toHaveLength(1);
  await expect.poll(() => worker.phases().get('approval-log'), PATIENCE).toBe('live');

  // As little helps an unrepaired program.
  await startAgain('unrepaired');
  await expect.poll(() => worker.phases().get('approval-log'), PATIENCE).toBe('live');
  await expect.poll(() => state('entry-count'), PATIENCE).toMatchObject({ status: 'failed' });
  await startAgain('repaired', { streams: repaired });
  await expect.poll(() => state('entry-count'), PATIENCE).toEqual({ status: 'serving', failure: null });
  await bench.reached('entry-count', await bench.writer.write(sheet('X').entered(6, 3, 'ps', null, 700, null)));
  // A painted cell is an entered one, and counted like it.
  expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 4, students: ['S1', 'S2', 'S3'] }]);
});

it('stops when the log ends before its checkpoint, instead of leaving out what comes; a rebuild heals it', async () => {
  await worker.close();
  const before = await bench.rows('entry-count', 'count');
  await bench.pool.query(
    `update projection.read_model set commit_position = 90000000000, prepare_position = 90000000000
      where name = 'entry-count'`,
  );
  worker = await bench.startWorker([entryCount({ streams: repaired }), approvalLog], 'restored');
  await expect
    .poll(() => state('entry-count'), PATIENCE)
    .toEqual({ status: 'failed', failure: expect.stringContaining('事件库可能恢复自较早的备份') });
  expect(await bench.rows('entry-count', 'count')).toEqual(before);
  await bench.pool.query(
    `insert into projection.request (name, kind, requested_by, requested_at)
      values ('entry-count', 'rebuild', 'admin', now())`,
  );
  await expect.poll(() => state('entry-count'), PATIENCE).toEqual({ status: 'serving', failure: null });
  await bench.reached('entry-count', await bench.writer.write(sheet('X').entered(7, 4, 'ps', null, 700, null)));
  expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 5 }]);
});
