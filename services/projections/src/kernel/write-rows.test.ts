import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bigint,
  boolean,
  defineReadModel,
  intArray,
  json,
  orNull,
  table,
  text,
  textArray,
  timestamp,
  type RowOf,
} from '@jwxt/contracts/kernel/read-model.ts';
import { createPool, inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { ValueRefused } from './batch-rows.ts';
import { createTableSql } from './table.ts';
import { writeChanges } from './write-rows.ts';

const { thing: things } = defineReadModel({
  name: 'things',
  tables: {
    thing: table(
      {
        id: text(),
        words: textArray<string | null>(),
        numbers: intArray(),
        data: orNull(json<object>()),
        at: orNull(timestamp()),
        flag: boolean(),
        amount: orNull(bigint()),
      },
      { key: ['id'] },
    ),
  },
}).tables;
type Thing = RowOf<typeof things>;
const odd = '\t\\N\n"it\'s", {a}\r\\ NULL 成绩😀';
const thing = (id: string, changes: Partial<Thing> = {}): Thing => ({
  id,
  words: [odd, 'NULL', null, ''],
  numbers: [1, -2],
  data: { [odd]: [odd, null, 1.5, true] },
  at: '2026-11-02T00:00:00.123Z',
  flag: true,
  amount: 9_007_199_254_740_991,
  ...changes,
});

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'test' });
  await pool.query(`create schema rm_things; ${createTableSql('rm_things', things)}`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
const write = (added: readonly Thing[], replaced: readonly Thing[] = []) =>
  inTransaction(pool, (client) => writeChanges(client, 'rm_things', [{ table: things, added, replaced, removed: [] }]));
const stored = async () =>
  (await pool.query<Record<string, unknown>>('select * from rm_things.thing order by id')).rows;

it.each([
  ['few rows', 3],
  ['many rows, which are copied', 250],
])('writes every kind of value as it is: %s', async (_how, count) => {
  await pool.query('truncate rm_things.thing');
  const bare = thing('000', { words: [], numbers: [], data: null, at: null, flag: false, amount: null });
  const rows = [bare, ...Array.from({ length: count - 1 }, (_, index) => thing(String(index + 1).padStart(3, '0')))];
  await write(rows);
  expect(await stored()).toEqual(rows.map((row) => ({ ...row, at: row.at === null ? null : new Date(row.at) })));
  await write(
    [],
    rows.map((row) => ({ ...row, flag: !row.flag })),
  );
  expect((await stored()).map(({ flag }) => flag)).toEqual(rows.map(({ flag }) => !flag));
});

it.each([
  ['few rows', 2],
  ['many rows', 200],
])('blames the values for what the database refuses: %s', async (_how, count) => {
  const rows = Array.from({ length: count }, (_, index) => thing(`x${index}`));
  await expect(write([...rows, thing('bad', { words: ['\u0000'] })])).rejects.toThrow(ValueRefused);
  await expect(write([...rows, thing('bad', { amount: 1.5 })])).rejects.toThrow(ValueRefused);
  await expect(write([...rows, thing('bad', { at: 'yesterday week' })])).rejects.toThrow(ValueRefused);
  expect((await stored()).filter(({ id }) => String(id).startsWith('x'))).toEqual([]);
});
