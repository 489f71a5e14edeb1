import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFERENCE_CHANGED_CHANNEL } from '@jwxt/contracts/system/cache.vocabulary.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { createPool, type Pool, type Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { openDatabaseNews, type DatabaseNews } from '../kernel/database-news.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { schoolRows } from '../testing/school.data.ts';
import { createPrincipals } from './principals.ts';
import { createRightsNews, type RightsNews } from './rights-news.ts';

const start = new Date('2026-11-21T08:00:00.000Z').getTime();

let database: TestDatabase;
let pool: Pool;
let changes: DatabaseNews;
let news: RightsNews;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'principals test', max: 4 });
  for (const [resource, rows] of schoolRows) await insertReferenceRows(pool, resource, rows);
  const logger = createLogger('principals test', { level: 'silent' });
  changes = await openDatabaseNews(database.url, REFERENCE_CHANGED_CHANNEL, logger);
  news = createRightsNews(changes);
});
afterAll(async () => {
  await changes.close();
  await pool.end();
  await database.drop();
});

/** People by a clock that is set by hand, and how many statements were run. */
function people(heard?: RightsNews): {
  roles: (userName: string, atMs?: number) => Promise<string[] | null>;
  statements: () => number;
} {
  let count = 0;
  let now = start;
  const counting = (...statement: Parameters<Queryable['query']>): unknown => {
    count += 1;
    return pool.query(...statement);
  };
  const principals = createPrincipals({ query: counting as Queryable['query'] }, () => new Date(now), heard);
  return {
    async roles(userName, atMs = 0) {
      now = start + atMs;
      return (await principals.get(userName))?.roles.map(({ code }) => code) ?? null;
    },
    statements: () => count,
  };
}

it('a person is read once while nothing changes, and again after half a minute', async () => {
  const { roles, statements } = people(news);
  await roles('dean1');
  const once = statements();
  for (const atMs of [1_000, 10_000, 29_999]) await roles('dean1', atMs);
  expect(statements()).toBe(once);
  await roles('dean1', 30_000);
  expect(statements()).toBe(2 * once);
});

it('without news a person is kept for five seconds only', async () => {
  const { roles, statements } = people();
  await roles('dean1');
  const once = statements();
  await roles('dean1', 4_999);
  expect(statements()).toBe(once);
  await roles('dean1', 5_000);
  expect(statements()).toBe(2 * once);
});

it.each([
  ['a role that is given', `insert into base.user_role (user_name, jsbh) values ('nobody', '07')`, 'nobody', ['07']],
  ['a role that is taken away', `delete from base.user_role where user_name = 'clerk1'`, 'clerk1', []],
  [
    'an account that is switched off',
    `update base.user_account set sfqy = '0' where user_name = 'dean2'`,
    'dean2',
    null,
  ],
])('%s counts as soon as the database tells of it', async (_what, change, userName, expected) => {
  const { roles } = people(news);
  expect(await roles(userName)).not.toEqual(expected);
  await pool.query(change);
  await expect.poll(() => roles(userName)).toEqual(expected);
});
