import { createPool, inTransaction, listen, type Listener, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const patience = { interval: 50 };

let database: TestDatabase;
let proxy: TcpProxy;
let through: string;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const { hostname: host, port } = new URL(database.url);
  proxy = await openTcpProxy(() => Promise.resolve([{ host, port: Number(port) }]));
  through = database.url.replace(`:${port}/`, `:${proxy.port}/`);
  pool = createPool(through, { name: 'half-open', max: 1, statementTimeoutMs: 500 });
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await database.drop();
});

/** The machine of the database crashed: nothing says so, and what stood never answers again. */
function crash(): void {
  proxy.silence();
  proxy.forget();
}

it('a pool gives up a connection that never answers, also in a transaction, and goes on with a new one', async () => {
  await pool.query('select 1');
  crash();
  await expect(pool.query('select 1')).rejects.toThrow('timeout');
  expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }]);
  await expect(
    inTransaction(pool, async (client) => {
      crash();
      await client.query('select 1');
    }),
  ).rejects.toThrow('timeout');
  expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }]);
});

it('a listener finds out that its connection is dead, and hears again', async () => {
  const heard: string[] = [];
  let gaps = 0;
  const listener: Listener = await listen(through, 'half_open', {
    onNotification: (payload) => heard.push(payload),
    onGap: () => (gaps += 1),
  });
  crash();
  await expect.poll(() => gaps, patience).toBe(1);
  const beside = createPool(database.url, { name: 'beside', max: 1 });
  await beside.query("select pg_notify('half_open', 'hello')");
  await beside.end();
  await expect.poll(() => heard, patience).toEqual(['hello']);
  await listener.close();
});
