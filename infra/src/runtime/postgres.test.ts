import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../testing/engines.ts';
import type { TestDatabase } from '../testing/engines.ts';
import { createPool, inTransaction, listen } from './postgres.ts';
import type { Pool } from './postgres.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'test' });
  await pool.query('create table note (id int primary key)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('pool', () => {
  it('reads numbers, dates and exact decimals without loss', async () => {
    const { rows } = await pool.query(
      "select count(*) as n, 1.10::numeric as exact, date '2026-03-01' as day, timestamptz '2026-03-01T00:00Z' as at",
    );
    expect(rows).toEqual([{ n: 1, exact: '1.10', day: '2026-03-01', at: new Date('2026-03-01T00:00:00Z') }]);
  });

  it('refuses an int8 that a number cannot hold instead of rounding it', async () => {
    await expect(pool.query('select 9007199254740993::int8 as big')).rejects.toThrow(/select it as text/);
  });

  it('takes back everything when the work in a transaction throws', async () => {
    const work = inTransaction(pool, async (client) => {
      await client.query('insert into note values (1)');
      throw new Error('second thoughts');
    });
    await expect(work).rejects.toThrow('second thoughts');
    expect((await pool.query('select 1 from note where id = 1')).rowCount).toBe(0);
  });
});

describe('listener', () => {
  it('comes back by itself after its connection is cut, and says that something may be missed', async () => {
    const onNotification = vi.fn();
    const onGap = vi.fn();
    const listener = await listen(database.url, 'news', { onNotification, onGap });
    await pool.query("select pg_notify('news', 'one')");
    await vi.waitFor(() => expect(onNotification).toHaveBeenCalledWith('one'));

    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen news'");
    await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce());
    await pool.query("select pg_notify('news', 'two')");
    await vi.waitFor(() => expect(onNotification).toHaveBeenCalledWith('two'));

    await listener.close();
    expect(listener.connected).toBe(false);
  });
});
