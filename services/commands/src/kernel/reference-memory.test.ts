import { cacheOrder, REFERENCE_CHANGED_CHANNEL } from '@jwxt/contracts/system/cache.vocabulary.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepReferenceMemory, type ReferenceMemory } from './reference-memory.ts';

let database: TestDatabase;
let pool: Pool;
let memory: ReferenceMemory;
let loads = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'test' });
  memory = keepReferenceMemory({ databaseUrl: database.url, logger: createLogger('test', { level: 'silent' }) });
});

afterAll(async () => {
  await memory.close();
  await pool.end();
  await database.drop();
});

async function names(): Promise<string[]> {
  return await memory.recall('names', async () => {
    loads += 1;
    const { rows } = await pool.query<{ name: string }>(
      'select score_hierarchy_name as name from base.score_hierarchy order by 1',
    );
    return rows.map(({ name }) => name);
  });
}

/** Waits until asking twice loads at most once: the memory hears of changes. */
async function untilRemembered(): Promise<void> {
  await vi.waitFor(async () => {
    await names();
    const before = loads;
    await names();
    expect(loads).toBe(before);
  }, 10_000);
}

const change = (code: string): Promise<unknown> =>
  pool.query('insert into base.score_hierarchy (score_hierarchy_code, score_hierarchy_name) values ($1, $1)', [code]);

test('remembers what was loaded, also for those who ask meanwhile, and forgets it when anyone changes it', async () => {
  await untilRemembered();
  memory.forget();
  const before = loads;
  await Promise.all([names(), names(), names()]);
  expect(loads).toBe(before + 1);
  await change('one');
  await vi.waitFor(async () => expect(await names()).toEqual(['one']));
});

test('remembers nothing while its line is cut, and hears again afterwards', async () => {
  await untilRemembered();
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'listen reference_changed' and datname = current_database()`,
  );
  await change('two');
  await vi.waitFor(async () => expect(await names()).toEqual(['one', 'two']));
  await untilRemembered();
  await change('three');
  await vi.waitFor(async () => expect(await names()).toEqual(['one', 'three', 'two']));
});

test('SYSADMIN-27: counts what it had, and forgets what administrators mean, and nothing else', async () => {
  await untilRemembered();
  const before = memory.cache.figures();
  await names();
  expect(memory.cache.figures()).toMatchObject({ size: 1, hits: before.hits + 1, misses: before.misses });
  const order = (payload: string): Promise<unknown> =>
    pool.query('select pg_notify($1, $2)', [REFERENCE_CHANGED_CHANNEL, payload]);
  await order(cacheOrder('clear', 'rights'));
  await order(cacheOrder('warm', null));
  // What is told later is heard later.
  await order(cacheOrder('clear', 'reference'));
  const changed = before.changedAt ?? 0;
  await vi.waitFor(() => expect(memory.cache.figures().size).toBe(0));
  expect(memory.cache.figures().changedAt).toBeGreaterThanOrEqual(changed);
  await names();
  expect(memory.cache.figures()).toMatchObject({ size: 1, misses: before.misses + 1 });
});

test('a load that fails is not remembered', async () => {
  await untilRemembered();
  await expect(memory.recall('failing', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(memory.recall('failing', () => Promise.resolve('back'))).resolves.toBe('back');
});
