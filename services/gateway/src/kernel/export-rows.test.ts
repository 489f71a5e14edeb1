import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { readSelection, type Reading } from './export-rows.ts';
import { mapped, selection, type Selection } from './selection.ts';

let database: TestDatabase;
let others: Pool;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  others = createPool(database.url, { name: 'others', max: 4 });
  pool = createPool(database.url, { name: 'exports test', max: 2 });
});
afterAll(async () => {
  await Promise.all([pool.end(), others.end()]);
  await database.drop();
});

interface Numbered {
  n: number;
}
const numbers = (count: number): Selection<Numbered> =>
  selection<Numbered>('select n from generate_series(1, $1::int) as step (n) order by n', [count]);
const collected = async <Row>(rows: Selection<Row>, reading: Partial<Reading> = {}): Promise<Row[][]> => {
  const batches: Row[][] = [];
  for await (const batch of readSelection(pool, rows, { signal: new AbortController().signal, ...reading }))
    batches.push(batch);
  return batches;
};
/** What the server still does for exports: statements under way, open transactions and cursors that are held. */
const busy = async (): Promise<number> =>
  (
    await others.query<Numbered>(
      `select count(*)::int as n from pg_stat_activity where application_name = 'exports test' and state <> 'idle'`,
    )
  ).rows[0]?.n ?? -1;

describe('the rows of an export', () => {
  it('are counted before the first ones come, then come some at a time, all and in their order', async () => {
    const told: string[] = [];
    const batches = await collected(numbers(2_345), {
      counted: (total) => told.push(`of ${total}`),
      taken(done) {
        told.push(`${done}`);
      },
    });
    expect(batches.map(({ length }) => length)).toEqual([1_000, 1_000, 345]);
    expect(batches.flat().map(({ n }) => n)).toEqual(Array.from({ length: 2_345 }, (_row, index) => index + 1));
    expect(told).toEqual(['of 2345', '1000', '2000', '2345']);
    expect(await collected(mapped(numbers(3), ({ n }) => (n === 2 ? [] : [n, -n])))).toEqual([[1, -1, 3, -3]]);
    expect(await collected(numbers(0))).toEqual([]);
  });

  it('hold no connection before they are asked for, nor when whoever took them leaves early', async () => {
    const rows = readSelection(pool, numbers(5_000), { signal: new AbortController().signal });
    expect(pool.totalCount - pool.idleCount).toBe(0);
    await rows.next();
    expect(pool.totalCount - pool.idleCount).toBe(1);
    await rows.return(undefined);
    expect(pool.totalCount - pool.idleCount).toBe(0);
    expect((await pool.query('select name from pg_cursors')).rows).toEqual([]);
  });

  it('lock nothing while they are taken slowly: their table can be dropped, they are as they were', async () => {
    await others.query(
      'create schema rm_slow; create table rm_slow.row as select n from generate_series(1, 1500) as step (n)',
    );
    const rows = readSelection(pool, selection<Numbered>('select n from rm_slow.row order by n', []), {
      signal: new AbortController().signal,
    });
    const first = await rows.next();
    await inTransaction(others, (client) => client.query('drop schema rm_slow cascade'));
    const second = await rows.next();
    expect([first.value?.length, second.value?.length, (await rows.next()).done]).toEqual([1_000, 500, true]);
  });

  it('that are not wanted any more end at once, also in the middle of a statement of the database', async () => {
    const leaving = new AbortController();
    const asked = collected(selection('select pg_sleep(3600)', []), { signal: leaving.signal });
    await expect.poll(busy).toBe(1);
    leaving.abort(new Error('the caller has gone'));
    await expect(asked).rejects.toThrow('the caller has gone');
    await expect.poll(busy).toBe(0);
    expect((await collected(numbers(7))).flat()).toHaveLength(7);
    await expect(collected(numbers(7), { signal: leaving.signal })).rejects.toThrow('the caller has gone');
  });

  it('are as many as whoever counts them wants', async () => {
    await expect(
      collected(numbers(2_000), {
        counted(total) {
          if (total > 1_999) throw new RangeError(`${total} are too many`);
        },
      }),
    ).rejects.toThrow('2000 are too many');
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });
});
