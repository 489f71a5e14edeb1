import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { personal } from '@jwxt/contracts/kernel/personal.ts';
import { createTestDatabase, type TestDatabase } from '../testing/engines.ts';
import { createLogger } from './logger.ts';
import { isOfOtherMaster, openPersonKeys, rewrapKeys, WrongMasterKey, type PersonKeys } from './person-keys.ts';
import { learnKey, readPersonal } from './personal-cipher.ts';
import { createPool, type Pool } from './postgres.ts';

/* Keys of persons in a database, under a master key (decision 093). */

let database: TestDatabase;
let pool: Pool;
const open: PersonKeys[] = [];
const [old, fresh, other] = ['old', 'fresh', 'other'].map((name) => `a secret of the operator called ${name}`);
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'test' });
});
afterAll(async () => {
  await Promise.all(open.map((keys) => keys.close()));
  await pool.end();
  await database.drop();
});

function keysWith(...secrets: (string | undefined)[]): PersonKeys {
  const logger = createLogger('test', { level: 'silent' });
  const keys = openPersonKeys({ pool, databaseUrl: database.url, secrets: secrets.map(String), logger });
  open.push(keys);
  return keys;
}
const schema = z.object({ studentCode: z.string(), studentName: personal(z.string(), 'student') });
const about = (studentCode: string) => ({
  schema,
  data: { studentCode, studentName: `名${studentCode}` },
  userName: 'u',
});
async function seal(keys: PersonKeys, studentCode: string): Promise<{ studentName: string }> {
  await keys.prepare([about(studentCode)]);
  return keys.seal(about(studentCode))!.stored as { studentName: string };
}
/** As another process would read it. */
async function readAnew(keys: PersonKeys, data: { studentName: string }): Promise<unknown> {
  learnKey(data.studentName.split('.')[1]!, 'unknown');
  const { rows } = await pool.query<{ code: string }>('select code from base.person_key where key_id = $1', [
    data.studentName.split('.')[1],
  ]);
  await keys.prepare([about(rows[0]!.code)]);
  return readPersonal(data);
}

test('two services that write of a new person at once use one key', async () => {
  const [one, two] = [keysWith(old), keysWith(old)];
  const [first, second] = await Promise.all([seal(one, 'P1'), seal(two, 'P1')]);
  expect(first).toEqual(second);
  expect(readPersonal(first)).toEqual({ studentCode: 'P1', studentName: '名P1' });
});

test('the master key is rotated while services run with both, and the old one is of no use any more', async () => {
  const before = keysWith(old);
  const stored = await Promise.all(['P2', 'P3', 'P4'].map((code) => seal(before, code)));
  const during = keysWith(fresh, old);
  expect(await readAnew(during, stored[0]!)).toMatchObject({ studentName: '名P2' });
  expect(await rewrapKeys(pool, [fresh!, old!])).toBe(4);
  expect(await rewrapKeys(pool, [fresh!, old!])).toBe(0);
  const after = keysWith(fresh);
  for (const one of stored) expect(await readAnew(after, one)).toEqual(readPersonal(one));
  expect([await isOfOtherMaster(pool, [fresh!]), await isOfOtherMaster(pool, [old!])]).toEqual([false, true]);
  await expect(keysWith(old).prepare([about('P2')])).rejects.toThrow(WrongMasterKey);
  await expect(rewrapKeys(pool, [other!])).rejects.toThrow(WrongMasterKey);
  expect(await isOfOtherMaster(pool, [fresh!])).toBe(false);
});

test('what one service destroys, the others hear of', async () => {
  const keys = keysWith(fresh);
  const stored = await seal(keys, 'P5');
  let forgot = 0;
  keys.onDestroyed(() => (forgot += 1));
  await pool.query(
    `update base.person_key set wrapped = null, master_id = null, destroyed_at = now() where code = 'P5'`,
  );
  await expect.poll(() => forgot).toBeGreaterThan(0);
  expect(readPersonal(stored)).toMatchObject({ studentName: '已依法删除' });
  // Whoever writes of him again writes nothing of him.
  expect(await seal(keys, 'P5')).toMatchObject({ studentName: '已依法删除' });
});
