import { describe, expect, it } from 'vitest';
import { defineReadModel, int, orNull, table, text, type RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { RowStore } from './batch-rows.ts';
import { createHeldRows } from './held-rows.ts';

const { seat: seats } = defineReadModel({
  name: 'test',
  tables: { seat: table({ room: text(), seat: int(), taken_by: orNull(text()) }, { key: ['room', 'seat'] }) },
}).tables;
type Seat = RowOf<typeof seats>;

/** Rows over a store that has some seats, and the keys that were asked for. */
function heldOver(...stored: Seat[]) {
  const asked: unknown[] = [];
  const store: RowStore = {
    query: (sql, values) => {
      asked.push(values);
      const columns = /using \((.*)\)$/
        .exec(sql)![1]!
        .split(', ')
        .map((name) => name.replaceAll('"', '')) as (keyof Seat)[];
      return Promise.resolve({
        rows: stored
          .filter((row) =>
            (values[0] as unknown[]).some((_, index) =>
              columns.every((column, at) => (values[at] as unknown[])[index] === row[column]),
            ),
          )
          .map((row) => ({ ...row })),
      });
    },
  };
  const rows = createHeldRows();
  rows.attach(store, 'rm_test');
  return { rows, asked };
}
const one: Seat = { room: 'A', seat: 1, taken_by: 'S1' };

describe('held rows', () => {
  it('are read once, absent ones too, and tell new rows from those that replace others', async () => {
    const { rows, asked } = heldOver(one);
    await rows.load(seats, [
      ['A', 1],
      ['A', 2],
    ]);
    rows.change(seats, ['A', 1], { taken_by: null });
    rows.set(seats, { room: 'A', seat: 2, taken_by: 'S2' });
    rows.set(seats, { room: 'B', seat: 1, taken_by: 'S3' });
    expect(rows.changes()).toEqual([
      {
        table: seats,
        added: [{ room: 'A', seat: 2, taken_by: 'S2' }],
        replaced: [
          { room: 'A', seat: 1, taken_by: null },
          { room: 'B', seat: 1, taken_by: 'S3' },
        ],
        removed: [],
      },
    ]);
    rows.written();
    expect(rows.changes()).toEqual([]);

    await rows.load(seats, [
      ['A', 1],
      ['A', 2],
      ['B', 1],
    ]);
    expect(asked).toHaveLength(1);
    rows.remove(seats, ['A', 2]);
    expect(rows.changes()).toMatchObject([{ added: [], replaced: [], removed: [['A', 2]] }]);
    rows.forget();
    await rows.load(seats, [['A', 1]]);
    expect(asked).toHaveLength(2);
  });

  it('do not delete what was never stored', async () => {
    const { rows } = heldOver();
    await rows.load(seats, [['A', 1]]);
    rows.set(seats, one);
    rows.remove(seats, ['A', 1]);
    expect(rows.changes()).toMatchObject([{ added: [], replaced: [], removed: [] }]);
  });

  it('take back everything that an event changed before it failed, and nothing else', async () => {
    const { rows } = heldOver(one);
    await rows.load(seats, [
      ['A', 1],
      ['A', 2],
      ['A', 3],
    ]);
    rows.atomically(() => rows.set(seats, { room: 'A', seat: 2, taken_by: 'S2' }));
    expect(() =>
      rows.atomically(() => {
        rows.set(seats, { room: 'A', seat: 2, taken_by: 'X' });
        rows.set(seats, { room: 'A', seat: 2, taken_by: 'Y' });
        rows.set(seats, { room: 'A', seat: 3, taken_by: 'X' });
        rows.set(seats, { room: 'C', seat: 1, taken_by: 'X' });
        rows.remove(seats, ['A', 1]);
        throw new Error('full');
      }),
    ).toThrow('full');
    expect(rows.get(seats, ['A', 1])).toEqual(one);
    expect(rows.get(seats, ['A', 3])).toBeUndefined();
    expect(() => rows.get(seats, ['C', 1])).toThrow('not loaded');
    expect(rows.changes()).toMatchObject([{ added: [{ seat: 2, taken_by: 'S2' }], replaced: [], removed: [] }]);
  });

  it('are found by other columns, whether stored, set before or set afterwards', async () => {
    const { rows } = heldOver(one, { room: 'B', seat: 9, taken_by: null });
    await rows.load(seats, [['A', 2]]);
    rows.set(seats, { room: 'A', seat: 2, taken_by: 'S2' });
    await rows.loadGroups(seats, ['room'], [['A']]);
    rows.set(seats, { room: 'A', seat: 3, taken_by: 'S3' });
    rows.remove(seats, ['A', 1]);
    expect(
      rows
        .group(seats, ['room'], ['A'])
        .map(({ seat }) => seat)
        .toSorted((a, b) => a - b),
    ).toEqual([2, 3]);
    expect(() => rows.group(seats, ['room'], ['B'])).toThrow('not loaded');
  });

  it('of tables that were empty at first ask for nothing that was never set', async () => {
    const { rows, asked } = heldOver(one);
    rows.startEmpty();
    await rows.loadGroups(seats, ['room'], [['A']]);
    await rows.load(seats, [
      ['A', 1],
      ['A', 2],
    ]);
    expect(asked).toHaveLength(0);
    rows.set(seats, one);
    expect(rows.changes()).toMatchObject([{ added: [one] }]);
    rows.written();
    rows.release();
    expect(rows.size).toBe(0);
    await rows.load(seats, [
      ['A', 1],
      ['A', 2],
      ['C', 1],
    ]);
    expect(asked).toEqual([[['A'], [1]]]);
    expect(rows.get(seats, ['A', 1])).toEqual(one);
    await rows.loadGroups(seats, ['room'], [['A'], ['C']]);
    expect(asked.slice(1)).toEqual([[['A']]]);
    expect(rows.group(seats, ['room'], ['A'])).toEqual([one]);
    expect(rows.group(seats, ['room'], ['C'])).toEqual([]);
    // Who was not there when rows were set is asked for.
    await rows.loadGroups(seats, ['taken_by'], [['nobody']]);
    expect(asked).toHaveLength(3);
  });
});
