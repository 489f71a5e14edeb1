import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READ_MODEL_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { listen } from '@jwxt/infra/runtime/postgres.ts';
import { entryCount, newerEntry } from '../testing/entry-count.ts';
import { byContent, createBench, type Bench } from '../testing/projection-bench.ts';
import { sheet } from '../testing/sample-events.ts';
import { applyBatch } from './apply-batch.ts';
import { createGeneration, currentGeneration, startServing } from './generation.ts';
import type { LogBatch } from './log-batch.ts';
import { readBatches } from './log-reader.ts';
import { createModelWriter } from './model-writer.ts';
import { NOTICE_LIMIT, createNotice, noticePayload } from './notice.ts';

let bench: Bench;
const projection = entryCount();
const wholeLog = async (from: LogBatch['after'] = 'start'): Promise<LogBatch> => {
  for await (const batch of readBatches(bench.log, from, new AbortController().signal)) return batch;
  throw new Error('the log is empty');
};
const writer = async () =>
  createModelWriter({ projection, generation: (await currentGeneration(bench.pool, 'entry-count'))!, worker: 'test' });

beforeAll(async () => {
  bench = await createBench();
  await startServing(bench.pool, (await createGeneration(bench.pool, projection, 'test'))!);
  await bench.writer.write(
    sheet('X').initialised(1),
    sheet('X').entered(2, 1, 'ps', null, 700, null),
    sheet('X').entered(3, 2, 'ps', null, 800, null),
    sheet('Y').initialised(4),
  );
});
afterAll(() => bench.close());

describe('a batch', () => {
  it('changes nothing when it is applied a second time', async () => {
    const batch = await wholeLog();
    expect(await applyBatch(bench.pool, await writer(), batch)).toEqual({ kind: 'applied', checkpoint: batch.upTo });
    const once = await bench.rows('entry-count', 'count');
    expect(once).toEqual([{ sheet_id: 'X.1', entries: 2, students: ['S1', 'S2'] }]);
    const { rows: before } = await bench.pool.query(
      'select commit_position, events_handled from projection.read_model',
    );
    expect(before).toMatchObject([{ events_handled: 4 }]);

    expect(await applyBatch(bench.pool, await writer(), batch)).toEqual({ kind: 'applied', checkpoint: batch.upTo });
    expect(await bench.rows('entry-count', 'count')).toEqual(once);
    expect((await bench.pool.query('select commit_position, events_handled from projection.read_model')).rows).toEqual(
      before,
    );
  });

  it('is applied only beyond the checkpoint when it overlaps', async () => {
    await bench.writer.write(sheet('X').entered(5, 3, 'ps', null, 900, null));
    await applyBatch(bench.pool, await writer(), await wholeLog());
    expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 3 }]);
  });

  it('is refused when events before it are missing', async () => {
    const { upTo } = await wholeLog();
    await bench.writer.write(
      sheet('X').entered(6, 4, 'ps', null, 900, null),
      sheet('X').entered(7, 5, 'ps', null, 900, null),
    );
    const { events } = await wholeLog(upTo);
    const onlyLast = { after: events[0]!.position, upTo: events[1]!.position, events: [events[1]!] };
    expect(await applyBatch(bench.pool, await writer(), onlyLast)).toEqual({ kind: 'gap' });
    expect(await applyBatch(bench.pool, await writer(), { ...onlyLast, events: [] })).toEqual({ kind: 'gap' });
    expect(await bench.rows('entry-count', 'count')).toMatchObject([{ entries: 3 }]);
  });

  it('tells, once committed, where the read model is and what was touched', async () => {
    const heard: unknown[] = [];
    const listener = await listen(bench.database.url, READ_MODEL_CHANNEL, {
      onNotification: (payload) => heard.push(JSON.parse(payload)),
    });
    const batch = await wholeLog();
    await applyBatch(bench.pool, await writer(), batch);
    await expect
      .poll(() => heard)
      .toEqual([
        {
          models: ['entry-count'],
          changed: ['entry-count'],
          position: `${batch.upTo.commit}/${batch.upTo.prepare}`,
          queues: [],
          users: [],
          sheets: ['X.1'],
          sheetRevisions: [expect.any(Number)],
        },
      ]);
    await listener.close();
  });

  it('holds a stream back of which another worker parks an event while this one waits for its turn', async () => {
    await bench.writer.write(
      sheet('Z').initialised(1),
      sheet('Z').entered(2, 1, 'ps', null, 700, null),
      sheet('W').entered(3, 1, 'ps', null, 700, null),
    );
    const own = await writer();
    const batch = await wholeLog(own.target.generation.checkpoint);
    const other = await bench.pool.connect();
    await other.query('begin');
    await other.query('select from projection.read_model for update');
    const applying = applyBatch(bench.pool, own, batch);
    const waiting = async () =>
      (
        await bench.pool.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows[0];
    await expect.poll(waiting).toEqual({ n: 1 });
    await other.query(`insert into projection.parked (name, generation, stream, revision, event_type, commit_position,
        prepare_position, reason, at)
      values ('entry-count', 1, 'scoreSheet-Z.1', 0, 'SheetInitialised', 1, 1, '处理失败', now())`);
    await other.query('update projection.read_model set updated_at = now()');
    await other.query('commit');
    other.release();
    expect(await applying).toEqual({ kind: 'applied', checkpoint: batch.upTo });
    expect((await bench.pool.query('select revision, reason from projection.parked order by revision')).rows).toEqual([
      { revision: 0, reason: '处理失败' },
      { revision: 1, reason: expect.stringContaining('更早的事件已被搁置') },
    ]);
    expect((await bench.rows('entry-count', 'count')).map((row) => row.sheet_id).toSorted(byContent)).toEqual([
      'W.1',
      'X.1',
    ]);
    await bench.pool.query('delete from projection.parked');
    await bench.pool.query('update projection.read_model set updated_at = now()');
  });

  it('stops the read model before an event that a newer version wrote, and says why', async () => {
    const { upTo } = await wholeLog();
    const good = await bench.writer.write(sheet('X').entered(8, 6, 'ps', null, 900, null));
    const newer = newerEntry('X');
    await bench.writer.raw(newer.stream, newer.event);
    const outcome = await applyBatch(bench.pool, await writer(), await wholeLog(upTo));
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/version \d+ is newer than \d+/) });
    const { rows } = await bench.pool.query(
      'select status, failure, commit_position::text as commit from projection.read_model',
    );
    expect(rows).toEqual([
      { status: 'failed', failure: expect.stringContaining('遇到无法识别的事件'), commit: String(good.commit) },
    ]);
    expect((await bench.rows('entry-count', 'count')).find((row) => row.sheet_id === 'X.1')).toMatchObject({
      entries: 6,
    });
    expect(await applyBatch(bench.pool, await writer(), await wholeLog())).toEqual({ kind: 'gone' });
  });
});

describe('a notice', () => {
  it('leaves its lists out rather than grow over what NOTIFY takes', () => {
    const notice = createNotice();
    for (let index = 0; index < 1_000; index += 1) notice.queue(`1|04|D${index}`);
    const payload = noticePayload({ commit: 1n, prepare: 1n }, [{ model: 'todo-queue', notice }], ['attempt']);
    expect(Buffer.byteLength(payload)).toBeLessThan(NOTICE_LIMIT);
    expect(JSON.parse(payload)).toEqual({
      models: ['todo-queue', 'attempt'],
      changed: ['todo-queue'],
      position: '1/1',
    });
  });
});
