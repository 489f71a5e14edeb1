import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { prepared } from './prepared-query.ts';
import { createReadDatabase } from './read-database.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'swap test', max: 6 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const build = (schema: string) =>
  `create schema ${schema}; create table ${schema}.row (id int); insert into ${schema}.row
    select generate_series(1, 10);`;

describe('reading while a read model is swapped', () => {
  it.each([
    ['plain', (text: string) => text],
    ['prepared', (text: string) => prepared(text, [])],
  ] as const)('never meets a missing or an empty table (%s)', async (_kind, statement) => {
    await pool.query('drop schema if exists rm_swapped cascade');
    await pool.query(build('rm_swapped'));
    const db = createReadDatabase(pool);
    let swapping = true;
    const swaps = (async () => {
      for (let generation = 1; generation <= 25; generation += 1) {
        await pool.query(build(`rm_next_${generation}`));
        await inTransaction(pool, async (client) => {
          await client.query(
            `alter schema rm_swapped rename to rm_old_${generation}; alter schema rm_next_${generation} rename to
                rm_swapped`,
          );
        });
        await pool.query(`drop schema rm_old_${generation} cascade`);
      }
      swapping = false;
    })();
    const counts = new Set<number>();
    const read = async (): Promise<void> => {
      while (swapping)
        counts.add(
          (await db.query<{ n: number }>(statement('select count(*)::int as n from rm_swapped.row') as string)).rows[0]
            ?.n ?? -1,
        );
    };
    await Promise.all([swaps, read(), read(), read()]);
    expect([...counts]).toEqual([10]);
  });

  it('a prepared statement is answered when its columns have another type after the swap', async () => {
    await pool.query(
      'create schema rm_retyped; create table rm_retyped.row (id int); insert into rm_retyped.row values (7)',
    );
    const single = createPool(database.url, { name: 'one connection', max: 1 });
    try {
      const db = createReadDatabase(single);
      const ask = async (): Promise<unknown> => (await db.query(prepared('select id from rm_retyped.row', []))).rows;
      expect(await ask()).toEqual([{ id: 7 }]);
      await pool.query('alter table rm_retyped.row alter column id type text');
      expect(await ask()).toEqual([{ id: '7' }]);
      expect(await ask()).toEqual([{ id: '7' }]);
    } finally {
      await single.end();
    }
  });

  it('a table that is really not there is told', async () => {
    await expect(createReadDatabase(pool).query('select * from rm_none.row')).rejects.toMatchObject({ code: '42P01' });
  });
});
