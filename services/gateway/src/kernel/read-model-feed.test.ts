import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { READ_MODEL_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { openReadModelFeed, type ReadModelFeed, type ReadModelNotice } from './read-model-feed.ts';

let database: TestDatabase;
let pool: Pool;
let feed: ReadModelFeed;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'feed test', max: 3 });
  feed = await openReadModelFeed(database.url, pool, createLogger('test', { level: 'silent' }));
});
afterAll(async () => {
  await feed.close();
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('delete from projection.read_model');
});

const notify = (notice: unknown) =>
  pool.query('select pg_notify($1, $2)', [
    READ_MODEL_CHANNEL,
    typeof notice === 'string' ? notice : JSON.stringify(notice),
  ]);
const store = (name: string, position: number) =>
  pool.query(
    `insert into projection.read_model (name, generation, version, status, schema_name, commit_position,
        prepare_position, started_at, updated_at)
   values ($1, 1, 1, 'serving', $1, $2, $2, now(), now())`,
    [name, position],
  );

describe('waiting for read models', () => {
  it('ends as soon as all of them are there, and not before', async () => {
    let done = false;
    const waiting = feed.reached(['a', 'b'], '100/100').then((reached) => (done = reached));
    await notify({ models: ['a'], changed: ['a'], position: '100/100' });
    await notify({ models: ['b'], changed: ['b'], position: '99/99' });
    await expect.poll(async () => (await pool.query('select 1')).rowCount).toBe(1);
    expect(done).toBe(false);
    await notify({ models: ['b', 'c'], changed: ['c'], position: '101/101' });
    expect(await waiting).toBe(true);
    expect(await feed.reached(['a', 'b'], '100/100', 0)).toBe(true);
  });

  it('finds a position whose notice was lost in the table, and says so before who waited for it goes on', async () => {
    await store('c', 500);
    const order: string[] = [];
    const stop = feed.subscribe({
      onNotice: () => undefined,
      onAhead: (models) => order.push(...models),
      onGap: () => undefined,
    });
    expect(await feed.reached(['c'], '500/500').finally(() => order.push('reached'))).toBe(true);
    expect(order).toEqual(['c', 'reached']);
    stop();
  });

  it('knows from its start where the read models are, and never goes back to an older position', async () => {
    await store('d', 700);
    const later = await openReadModelFeed(database.url, pool, createLogger('test', { level: 'silent' }));
    expect(await later.reached(['d'], '700/700', 0)).toBe(true);
    const heard: string[] = [];
    later.subscribe({ onNotice: ({ position }) => heard.push(position), onGap: () => undefined });
    await notify({ models: ['d'], changed: ['d'], position: '800/800' });
    await notify({ models: ['d'], changed: ['d'], position: '750/750' });
    await expect.poll(() => heard).toEqual(['800/800', '750/750']);
    expect(await later.reached(['d'], '800/800', 0)).toBe(true);
    await later.close();
  });

  it('is bounded: who does not come is not waited for', async () => {
    expect(await feed.reached(['gone'], '1/1', 20)).toBe(false);
  });

  it('passes notices on, and ignores what it cannot read', async () => {
    const heard: ReadModelNotice[] = [];
    const stop = feed.subscribe({ onNotice: (notice) => heard.push(notice), onGap: () => undefined });
    await notify('rubbish');
    await notify({ model: 'a', position: '200/200' });
    await notify({ models: ['a'], changed: ['a'], position: '200/200', queues: ['q'] });
    await expect.poll(() => heard).toEqual([{ models: ['a'], changed: ['a'], position: '200/200', queues: ['q'] }]);
    stop();
  });
});
