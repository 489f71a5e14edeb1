import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BINDING_MINUTES } from '@jwxt/contracts/session/second-factor.vocabulary.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { createSecondFactors } from './second-factors.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'second factors test', max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const start = new Date('2026-11-21T08:00:00.000Z');
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
const codeOf = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** A person with a bound factor, sealed with the first of these secrets. */
async function bound(userName: string, secrets: readonly string[]): Promise<string> {
  const { sealed, secret } = createSecondFactors(pool, secrets).begin(userName, '教务系统', start);
  await pool.query(
    'insert into gateway.second_factor (user_name, sealed, last_period, bound_at) values ($1, $2, 0, $3)',
    [userName, sealed, start],
  );
  return secret;
}

test('what is sealed with the former secret is sealed with the new one by its next right code', async () => {
  const secret = await bound('a', ['former']);
  const both = createSecondFactors(pool, ['new', 'former']);
  const alone = createSecondFactors(pool, ['new']);
  await expect(alone.take('a', codeOf(secret, start), start)).rejects.toMatchObject({
    code: 'SECOND_FACTOR_UNREADABLE',
  });
  await both.take('a', codeOf(secret, start), start);
  await alone.take('a', codeOf(secret, after(30)), after(30));
});

test('a code that is sent twice at the same time is taken once', async () => {
  const secret = await bound('b', ['only']);
  const factors = createSecondFactors(pool, ['only']);
  const code = codeOf(secret, start);
  const taken = await Promise.allSettled([factors.take('b', code, start), factors.take('b', code, start)]);
  expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(factors.take('b', code, after(1))).rejects.toMatchObject({ code: 'SECOND_CODE_WRONG' });
});

test('what was begun is confirmed in time, by the same person and with its code, or not at all', () => {
  const factors = createSecondFactors(pool, ['only']);
  const { sealed, secret } = factors.begin('c', '教务系统', start);
  const end = after(BINDING_MINUTES * 60);
  expect(factors.confirm('c', { sealed, code: codeOf(secret, end) }, end)).toBeGreaterThan(0);
  const late = after(BINDING_MINUTES * 60 + 1);
  const refused = (code: string): unknown => expect.objectContaining({ code });
  expect(() => factors.confirm('c', { sealed, code: codeOf(secret, late) }, late)).toThrow(
    refused('SECOND_FACTOR_LATE'),
  );
  expect(() => factors.confirm('d', { sealed, code: codeOf(secret, start) }, start)).toThrow(
    refused('SECOND_FACTOR_LATE'),
  );
  expect(() => factors.confirm('c', { sealed, code: codeOf(secret, after(300)) }, start)).toThrow(
    refused('SECOND_CODE_WRONG'),
  );
});
