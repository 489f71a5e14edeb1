import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryCount, newerEntry, studentCode, unstorableEntry } from '../testing/entry-count.ts';
import { cellsEntered } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { defineUpcaster } from '@jwxt/contracts/kernel/upcast.ts';
import { createBench, PATIENCE, type Bench } from '../testing/projection-bench.ts';
import { sheet } from '../testing/sample-events.ts';

let bench: Bench;
const poisonous = new Set([studentCode(13)]);
/** Score sheets whose saves were once written two at a time. */
const together = {
  ...sheetStreams,
  upcasters: [
    ...sheetStreams.upcasters,
    defineUpcaster<{ saves: object[] }>()({
      from: 'CellsEnteredTogether@1',
      to: [`CellsEntered@${cellsEntered.version}`],
      lift: ({ saves }) => saves.map((data) => ({ as: `CellsEntered@${cellsEntered.version}`, data })),
    }),
  ],
};
const parked = async () =>
  (
    await bench.pool.query(
      'select stream, revision, event_type, reason from projection.parked order by stream, revision',
    )
  ).rows;
const counts = async () =>
  (await bench.rows('entry-count', 'count')).toSorted((a, b) => (String(a.sheet_id) < String(b.sheet_id) ? -1 : 1));
const ask = async (kind: string) => {
  await bench.pool.query(
    `insert into projection.request (name, kind, requested_by, requested_at)
      values ('entry-count', $1, 'admin', now())`,
    [kind],
  );
  await bench.pool.query("select pg_notify('read_model_request', '')");
};

beforeAll(async () => {
  bench = await createBench();
  await bench.startWorker([entryCount({ poisonous, streams: together })]);
});
afterAll(() => bench.close());

it('parks an event it cannot handle, holds back what follows in its stream, and goes on with the rest', async () => {
  const end = await bench.writer.write(
    sheet('X').initialised(1),
    sheet('Y').initialised(1),
    sheet('X').entered(2, 1, 'ps', null, 700, null),
    sheet('X').entered(3, 13, 'ps', null, 700, null),
    sheet('Y').entered(4, 2, 'ps', null, 700, null),
    sheet('X').entered(5, 3, 'ps', null, 700, null),
    sheet('Y').entered(6, 4, 'ps', null, 700, null),
  );
  await bench.reached('entry-count', end);
  expect(await counts()).toEqual([
    { sheet_id: 'X.1', entries: 1, students: ['S1'] },
    { sheet_id: 'Y.1', entries: 2, students: ['S2', 'S4'] },
  ]);
  expect(await parked()).toEqual([
    { stream: 'scoreSheet-X.1', revision: 2, event_type: 'CellsEntered', reason: '处理失败：cannot stomach S13' },
    {
      stream: 'scoreSheet-X.1',
      revision: 3,
      event_type: 'CellsEntered',
      reason: expect.stringContaining('更早的事件已被搁置'),
    },
  ]);
});

it('holds back events of that stream that come later', async () => {
  await bench.reached(
    'entry-count',
    await bench.writer.write(
      sheet('X').entered(7, 5, 'ps', null, 700, null),
      sheet('Y').entered(8, 6, 'ps', null, 700, null),
    ),
  );
  expect((await parked()).map(({ revision }) => revision)).toEqual([2, 3, 4]);
  expect(await counts()).toMatchObject([{ entries: 1 }, { entries: 3 }]);
});

it('keeps them parked when a replay fails again, and applies all in their order once it can', async () => {
  const taken = async () =>
    (
      await bench.pool.query(
        "select count(*) as n from projection.request where kind = 'replay' and taken_at is not null",
      )
    ).rows[0];
  await ask('replay');
  await expect.poll(taken, PATIENCE).toEqual({ n: 1 });
  expect(await parked()).toHaveLength(3);

  poisonous.clear();
  await ask('replay');
  await expect.poll(parked, PATIENCE).toEqual([]);
  expect(await counts()).toEqual([
    { sheet_id: 'X.1', entries: 4, students: ['S1', 'S13', 'S3', 'S5'] },
    { sheet_id: 'Y.1', entries: 3, students: ['S2', 'S4', 'S6'] },
  ]);
  await bench.reached('entry-count', await bench.writer.write(sheet('X').entered(9, 7, 'ps', null, 700, null)));
  expect(await counts()).toMatchObject([{ entries: 5 }, { entries: 3 }]);
});

it('clears parked events by a rebuild that can handle them', async () => {
  poisonous.add(studentCode(14));
  await bench.reached('entry-count', await bench.writer.write(sheet('Y').entered(10, 14, 'ps', null, 700, null)));
  expect(await parked()).toHaveLength(1);
  poisonous.clear();
  await ask('rebuild');
  await expect.poll(parked, PATIENCE).toEqual([]);
  expect(await counts()).toMatchObject([{ entries: 5 }, { entries: 4 }]);
});

it('finds the events whose values the database refuses among many others', async () => {
  const before = Number((await counts())[0]!.entries);
  const streams = ['P', 'Q', 'R', 'S', 'T'];
  const bad = streams.flatMap((tc) => [sheet(tc).initialised(1), sheet(tc).entered(2, 1, 'ps', null, 700, null)]);
  await bench.writer.write(...bad);
  for (const tc of ['Q', 'S']) {
    const { stream, event } = unstorableEntry(tc);
    await bench.writer.raw(stream, event);
  }
  const end = await bench.writer.write(
    ...streams.map((tc) => sheet(tc).entered(3, 2, 'ps', null, 700, null)),
    sheet('X').entered(4, 1, 'ps', null, 700, null),
  );
  await bench.reached('entry-count', end);
  expect(await parked()).toEqual(
    ['Q', 'S'].flatMap((tc) => [
      {
        stream: `scoreSheet-${tc}.1`,
        revision: 2,
        event_type: 'CellsEntered',
        reason: expect.stringContaining('invalid byte sequence'),
      },
      {
        stream: `scoreSheet-${tc}.1`,
        revision: 3,
        event_type: 'CellsEntered',
        reason: expect.stringContaining('更早的事件已被搁置'),
      },
    ]),
  );
  const now = new Map((await counts()).map((row) => [row.sheet_id, row.entries]));
  expect(streams.map((tc) => now.get(`${tc}.1`))).toEqual([2, 1, 2, 1, 2]);
  expect(now.get('X.1')).toBe(before + 1);
  await bench.pool.query('delete from projection.parked');
});

it('parks an event unlike what its type says, or with a part it cannot handle, and applies none of it', async () => {
  poisonous.add(studentCode(16));
  await bench.writer.write(sheet('V').initialised(1), sheet('W').initialised(1));
  const { stream, event } = newerEntry('V');
  const metadata = { ...event.metadata, schemaVersion: 1 };
  await bench.writer.raw(stream, {
    ...event,
    metadata: { ...metadata, schemaVersion: cellsEntered.version },
    data: { ...event.data, rows: 'none' },
  });
  const twoSaves = [
    sheet('W').entered(2, 1, 'ps', null, 700, null),
    sheet('W').entered(2, 16, 'ps', null, 700, null),
  ].map(({ event: { data } }) => data);
  const end = await bench.writer.raw(sheet('W').initialised(1).stream, {
    type: 'CellsEnteredTogether',
    metadata,
    data: { saves: twoSaves },
  });
  await bench.reached('entry-count', end);
  expect(await parked()).toEqual([
    {
      stream: 'scoreSheet-V.1',
      revision: 1,
      event_type: 'CellsEntered',
      reason: expect.stringMatching(/^事件内容不符合其格式：[^]*CellsEntered@\d+: rows/),
    },
    {
      stream: 'scoreSheet-W.1',
      revision: 1,
      event_type: 'CellsEnteredTogether',
      reason: '处理失败：cannot stomach S16',
    },
  ]);
  expect((await counts()).map(({ sheet_id: id }) => id)).not.toContain('W.1');

  poisonous.clear();
  await ask('replay');
  await expect.poll(async () => (await parked()).map(({ stream: left }) => left), PATIENCE).toEqual(['scoreSheet-V.1']);
  expect((await counts()).find(({ sheet_id: id }) => id === 'W.1')).toMatchObject({
    entries: 2,
    students: ['S1', 'S16'],
  });
  await bench.pool.query('delete from projection.parked');
});

it('stops, and stays stopped, at an event of a newer version, while the old rows go on answering', async () => {
  const before = await counts();
  const newer = newerEntry('Y');
  await bench.writer.raw(newer.stream, newer.event);
  await bench.writer.write(sheet('X').entered(12, 9, 'ps', null, 700, null));
  const state = async () =>
    (await bench.pool.query("select status, failure from projection.read_model where schema_name = 'rm_entry_count'"))
      .rows;
  await expect.poll(state, PATIENCE).toEqual([{ status: 'failed', failure: expect.stringContaining('newer') }]);
  expect(await counts()).toEqual(before);
  expect(await parked()).toEqual([]);
});
