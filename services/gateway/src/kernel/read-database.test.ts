import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
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

const build = (schema: string) => `create schema ${schema}; create table ${schema}.row (id int); insert into ${schema}.row select generate_series(1, 10);`;

describe('reading while a read model is swapped', () => {
  it('never meets a missing or an empty table', async () => {
    await pool.query(build('rm_swapped'));
    const db = createReadDatabase(pool);
    let swapping = true;
    const swaps = (async () => {
      for (let generation = 1; generation <= 25; generation += 1) {
        await pool.query(build(`rm_next_${generation}`));
        await inTransaction(pool, async (client) => {
          await client.query(`alter schema rm_swapped rename to rm_old_${generation}; alter schema rm_next_${generation} rename to rm_swapped`);
        });
        await pool.query(`drop schema rm_old_${generation} cascade`);
      }
      swapping = false;
    })();
    const counts = new Set<number>();
    const read = async (): Promise<void> => {
      while (swapping) counts.add((await db.query<{ n: number }>('select count(*)::int as n from rm_swapped.row')).rows[0]?.n ?? -1);
    };
    await Promise.all([swaps, read(), read(), read()]);
    expect([...counts]).toEqual([10]);
  });

  it('a table that is really not there is told', async () => {
    await expect(createReadDatabase(pool).query('select * from rm_none.row')).rejects.toMatchObject({ code: '42P01' });
  });
});
