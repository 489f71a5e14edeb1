import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { createPool, type Pool, type Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { SESSION_ENDED_CHANNEL } from '@jwxt/contracts/session/session.vocabulary.ts';
import { openDatabaseNews, type DatabaseNews } from './database-news.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

const limits = { idleMinutes: 30, longestMinutes: 90 };
const minuteMs = 60_000;
const from = { clientAddress: null, userAgent: null };
const start = new Date('2026-11-21T08:00:00.000Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);

let database: TestDatabase;
let pool: Pool;
/** What two gateways hear. */
let heard: DatabaseNews[];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'session test', max: 4 });
  const logger = createLogger('session test', { level: 'silent' });
  heard = [
    await openDatabaseNews(database.url, SESSION_ENDED_CHANNEL, logger),
    await openDatabaseNews(database.url, SESSION_ENDED_CHANNEL, logger),
  ];
});
afterAll(async () => {
  for (const notices of heard) await notices.close();
  await pool.end();
  await database.drop();
});

/** The stores of two gateways, and how many statements the first has run. */
function twoGateways(): { here: SessionStore; elsewhere: SessionStore; statements: () => number } {
  let count = 0;
  const counting = (...statement: Parameters<Queryable['query']>): unknown => {
    count += 1;
    return pool.query(...statement);
  };
  const [first, second] = heard;
  return {
    here: createSessionStore({ query: counting as Queryable['query'] }, limits, first!),
    elsewhere: createSessionStore(pool, limits, second!),
    statements: () => count,
  };
}

/**
 * Resolves when the gateways have heard that a session ended, so that it does not make a later test read again what it
 * read.
 */
async function newsOfAnEnd(): Promise<void> {
  await Promise.all(
    heard.map(
      (notices) =>
        new Promise<void>((resolve) => {
          notices.subscribe({ onNews: () => resolve(), onGap: () => resolve() });
        }),
    ),
  );
}

/** A notices channel whose connection is broken. */
const deaf: DatabaseNews = { subscribe: () => undefined, connected: false, close: () => Promise.resolve() };

describe('a session that was found', () => {
  it('is not looked up again for some seconds', async () => {
    const { here, elsewhere, statements } = twoGateways();
    const { cookie, session } = await elsewhere.open('a', from, start);
    for (let request = 0; request < 20; request += 1)
      expect(await here.find(cookie, after(request * 200))).toEqual(session);
    expect(statements()).toBe(1);
    await here.find(cookie, after(5_001));
    expect(statements()).toBe(2);
  });

  it('is looked up each time while the gateways do not hear each other', async () => {
    const { elsewhere } = twoGateways();
    const alone = createSessionStore(pool, limits, deaf);
    const { cookie } = await alone.open('a', from, start);
    expect(await alone.find(cookie, start)).not.toBeNull();
    const told = newsOfAnEnd();
    await elsewhere.endOthers('a', '', start);
    expect(await alone.find(cookie, after(1))).toBeNull();
    await told;
  });

  it('is written at most once a minute, by one of the requests that come together', async () => {
    const { here, statements } = twoGateways();
    await expect.poll(() => heard[0]!.connected).toBe(true);
    const { cookie } = await here.open('a', from, start);
    await here.find(cookie, after(59_000));
    const before = statements();
    await Promise.all(Array.from({ length: 10 }, () => here.find(cookie, after(61_000))));
    expect(statements() - before).toBe(1);
  });
});

describe('a session that ends', () => {
  it('is refused here at once, and by another gateway as soon as it hears of it', async () => {
    const { here, elsewhere } = twoGateways();
    const { cookie, session } = await here.open('b', from, start);
    expect([await here.find(cookie, start), await elsewhere.find(cookie, start)]).toEqual([session, session]);
    await here.end(session.idHash, after(1_000));
    expect(await here.find(cookie, after(1_000))).toBeNull();
    await expect.poll(() => elsewhere.find(cookie, after(1_000))).toBeNull();
  });

  it('with the change of a password, ends everywhere but where it was changed', async () => {
    const { here, elsewhere } = twoGateways();
    const [kept, other, somebody] = [
      await here.open('c', from, start),
      await here.open('c', from, start),
      await here.open('d', from, start),
    ];
    for (const { cookie } of [kept, other, somebody])
      await Promise.all([here.find(cookie, start), elsewhere.find(cookie, start)]);
    await here.endOthers('c', kept.session.idHash, start);
    expect([
      await here.find(kept.cookie, start),
      await here.find(other.cookie, start),
      await here.find(somebody.cookie, start),
    ]).toEqual([kept.session, null, somebody.session]);
    await expect.poll(() => elsewhere.find(other.cookie, start)).toBeNull();
    expect(await elsewhere.find(kept.cookie, start)).toEqual(kept.session);
  });

  it('while it is being looked up, is not kept', async () => {
    const { elsewhere } = twoGateways();
    let ending = (): Promise<void> => Promise.resolve();
    const slow = async (...statement: Parameters<Queryable['query']>): Promise<unknown> => {
      const answer: unknown = await (pool.query as (...given: readonly unknown[]) => Promise<unknown>).apply(
        pool,
        statement,
      );
      await ending();
      return answer;
    };
    const here = createSessionStore({ query: slow as unknown as Queryable['query'] }, limits, heard[0]!);
    const { cookie, session } = await elsewhere.open('e', from, start);
    ending = async () => {
      ending = () => Promise.resolve();
      await here.end(session.idHash, start);
    };
    // The database was asked before the end: that request may still pass, the next does not.
    expect(await here.find(cookie, start)).toEqual(session);
    expect(await here.find(cookie, start)).toBeNull();
  });

  it('by its limits, ends to the second although it is kept', async () => {
    const { here } = twoGateways();
    const { cookie } = await here.open('f', from, start);
    expect(await here.find(cookie, after(30 * minuteMs - 1_000))).not.toBeNull();
    expect(await here.find(cookie, after(59 * minuteMs))).not.toBeNull();
    expect(await here.find(cookie, after(88 * minuteMs))).not.toBeNull();
    expect(await here.find(cookie, after(90 * minuteMs - 1_000))).not.toBeNull();
    expect(await here.find(cookie, after(90 * minuteMs))).toBeNull();
  });
});
