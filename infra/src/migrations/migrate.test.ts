import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createPool } from '../runtime/postgres.ts';
import { createDatabase, dropDatabase, withDatabaseName } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';

const name = `migrate_${process.pid}`;
let url: string;
let directory: string;

beforeAll(() => {
  url = withDatabaseName(inject('databaseServer').adminUrl, name);
});
beforeEach(async () => {
  await dropDatabase(inject('databaseServer').adminUrl, name);
  await createDatabase(inject('databaseServer').adminUrl, name);
  directory = await mkdtemp(join(tmpdir(), 'jwxt-migrations-'));
  await writeFile(join(directory, '001-first.sql'), 'create table a (id int); insert into a values (1);');
  return () => rm(directory, { recursive: true });
});
afterAll(async () => {
  await dropDatabase(inject('databaseServer').adminUrl, name);
});

async function rows(sql: string): Promise<unknown[]> {
  const pool = createPool(url, { name: 'test' });
  try {
    return (await pool.query(sql)).rows;
  } finally {
    await pool.end();
  }
}

describe('migrations', () => {
  it('are applied in order, once, also when several processes start at the same time', async () => {
    await writeFile(join(directory, '002-second.sql'), 'alter table a add column b int default 7');
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(url, { directory })));
    expect(runs.flat().toSorted()).toEqual(['001-first.sql', '002-second.sql']);
    expect(await rows('select id, b from a')).toEqual([{ id: 1, b: 7 }]);
    expect(await migrate(url, { directory })).toEqual([]);
  });

  it('leave nothing of a file that fails half-way, and name the file', async () => {
    await writeFile(join(directory, '002-broken.sql'), 'create table half (id int); select nonsense();');
    await expect(migrate(url, { directory })).rejects.toThrow(/002-broken\.sql 执行失败/);
    expect(await rows("select to_regclass('half') as half, to_regclass('a') as a")).toEqual([{ half: null, a: 'a' }]);
  });

  it('refuse a file that was changed after it was applied', async () => {
    await migrate(url, { directory });
    await writeFile(join(directory, '001-first.sql'), 'create table a (id bigint)');
    await expect(migrate(url, { directory })).rejects.toThrow(/001-first\.sql 在应用之后被改动过/);
  });

  it('refuse a database that is newer than the program', async () => {
    await writeFile(join(directory, '002-second.sql'), 'select 1');
    await migrate(url, { directory });
    await rm(join(directory, '002-second.sql'));
    await expect(migrate(url, { directory })).rejects.toThrow(/数据库比程序新/);
  });
});
