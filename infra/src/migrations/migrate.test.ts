import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createPool } from '../runtime/postgres.ts';
import { createDatabase, dropDatabase, withDatabaseName } from '../testing/test-database.ts';
import { migrate, MigrationError, readMigrations } from './migrate.ts';

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

  it('know a file that was applied under another number, and record it under its present one', async () => {
    const moved = { four: 'create table four (id int)', five: 'create table five (id int)' };
    await writeFile(join(directory, '004-five.sql'), moved.five);
    await writeFile(join(directory, '005-four.sql'), moved.four);
    await migrate(url, { directory });
    await rm(join(directory, '004-five.sql'));
    await rm(join(directory, '005-four.sql'));
    await writeFile(join(directory, '004-four.sql'), moved.four);
    await writeFile(join(directory, '005-five.sql'), moved.five);
    await writeFile(join(directory, '009-later.sql'), 'create table later (id int)');
    expect(await migrate(url, { directory })).toEqual(['009-later.sql']);
    expect(await rows('select number, name from schema_migration order by number')).toEqual([
      { number: 1, name: '001-first.sql' },
      { number: 4, name: '004-four.sql' },
      { number: 5, name: '005-five.sql' },
      { number: 9, name: '009-later.sql' },
    ]);
    expect(await migrate(url, { directory })).toEqual([]);
  });

  it('refuse a database newer than the program, whose numbers stand elsewhere, and leave it as it is', async () => {
    await writeFile(join(directory, '002-second.sql'), 'create table second (id int)');
    await writeFile(join(directory, '003-third.sql'), 'create table third (id int)');
    await migrate(url, { directory });
    const before = await rows('select number, name from schema_migration order by number');
    await rm(join(directory, '002-second.sql'));
    await rm(join(directory, '003-third.sql'));
    // What the newer program has as 003 is 002 here; its 002 is not known.
    await writeFile(join(directory, '002-third.sql'), 'create table third (id int)');
    await expect(migrate(url, { directory })).rejects.toBeInstanceOf(MigrationError);
    expect(await rows('select number, name from schema_migration order by number')).toEqual(before);
  });

  it('of the product go on from a version between the two that were renumbered', async () => {
    const all = await readMigrations();
    const then = (name: string) => all.find((migration) => migration.name === name)!;
    const before = [...all.slice(0, 4), then('005-reference-changes.sql'), then('006-rights-changes.sql')];
    await migrate(url, { only: new Set(before.map(({ checksum }) => checksum)) });
    await rows(`update schema_migration set number = 9, name = '009-reference-changes.sql' where number = 5`);
    await rows(`update schema_migration set number = 10, name = '010-rights-changes.sql' where number = 6`);
    expect(await migrate(url)).toEqual(all.slice(6).map(({ name: applied }) => applied));
    expect(await rows('select number, name, checksum from schema_migration order by number')).toEqual(
      all.map(({ number, name: applied, checksum }) => ({ number, name: applied, checksum })),
    );
  });

  it('refuse a database that is not in UTF-8', async () => {
    const { adminUrl } = inject('databaseServer');
    const pool = createPool(adminUrl, { name: 'test', max: 1 });
    try {
      await pool.query(
        `create database ${name}_ascii encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
      );
      await expect(migrate(withDatabaseName(adminUrl, `${name}_ascii`), { directory })).rejects.toThrow(
        /编码是 SQL_ASCII，本系统需要 UTF8/,
      );
      await pool.query(`drop database ${name}_ascii`);
    } finally {
      await pool.end();
    }
  });

  it('refuse a database that is newer than the program', async () => {
    await writeFile(join(directory, '002-second.sql'), 'select 1');
    await migrate(url, { directory });
    await rm(join(directory, '002-second.sql'));
    await expect(migrate(url, { directory })).rejects.toThrow(/数据库比程序新/);
  });
});

describe('what a former version stored', () => {
  it("says where classes meet by the room's id where the text names one room; other text stays", async () => {
    const all = await readMigrations();
    const rooms = all.findIndex(({ name: file }) => file.endsWith('-rooms-of-meetings.sql'));
    const before = await mkdtemp(join(tmpdir(), 'jwxt-migrations-before-'));
    try {
      for (const { name: file, sql } of all.slice(0, rooms)) await writeFile(join(before, file), sql);
      await migrate(url, { directory: before });
      // What the rows refer to does not matter here.
      await rows(
        `alter table base.class_schedule drop constraint class_schedule_teaching_class_id_fkey,
            drop constraint class_schedule_semester_id_fkey, drop constraint class_schedule_gh_fkey`,
      );
      await rows(
        `insert into base.campus (xqdm, xqmc) values ('1', '本部'); insert into base.building (jxlh, ywbm, jxlmc, xqdm)
          values ('A', 'A', '教学楼', '1')`,
      );
      await rows(`insert into base.classroom (jsh, ywbm, jsmc, xqdm, jxlh, jslxm, zws, yxzws, kszws) values
        ('R1', 'A-101', '教A-101', '1', 'A', '1', 60, 60, 30), ('R2', 'A-102', '报告厅', '1', 'A', '1', 60, 60, 30),
          ('R3', 'A-103', '报告厅', '1', 'A', '1', 60, 60, 30)`);
      await rows(`insert into base.class_schedule (schedule_id, teaching_class_id, semester_id, first_week, last_week,
          weekday, period, room, gh)
        select 'S' || n, 'C', '2026-2027-1', 1, 16, 1, '1-2', room, 'T1'
        from unnest(array['教A-101', 'A-102', '报告厅', '操场']) with ordinality as given (room, n)`);
      await rows(`insert into base.class_schedule_change (apply_id, schedule_id, week, after_week, after_weekday,
          after_period, after_room)
        values ('A1', 'S1', 3, 4, 5, '3-4', 'A-103'), ('A2', 'S2', 3, 4, 5, '3-4', '操场'),
          ('A3', 'S3', 3, null, null, null, null)`);
      await migrate(url);
      expect(await rows('select room, jsh from base.class_schedule order by schedule_id')).toEqual([
        { room: '教A-101', jsh: 'R1' },
        { room: 'A-102', jsh: 'R2' },
        { room: '报告厅', jsh: null },
        { room: '操场', jsh: null },
      ]);
      expect(await rows('select after_room, after_jsh from base.class_schedule_change order by apply_id')).toEqual([
        { after_room: 'A-103', after_jsh: 'R3' },
        { after_room: '操场', after_jsh: null },
        { after_room: null, after_jsh: null },
      ]);
    } finally {
      await rm(before, { recursive: true });
    }
  });

  it('loses what was made of passwords; who had changed one is known, and a command sent again too', async () => {
    const all = await readMigrations();
    const cleaning = all.findIndex(({ name: file }) => file.endsWith('-secrets-stay-out.sql'));
    const before = await mkdtemp(join(tmpdir(), 'jwxt-migrations-before-'));
    try {
      for (const { name: file, sql } of all.slice(0, cleaning)) await writeFile(join(before, file), sql);
      await migrate(url, { directory: before });
      await rows(
        `insert into base.user_account (user_name, name, kind, password_hash)
          values ('u1', '甲', 'casual', 'h'), ('u2', '乙', 'casual', 'h')`,
      );
      await rows(`insert into base.applied_command (command_id, name, result, at) values
        ('c1', 'user.changePassword:0123456789abcdef', '{}', now()),
          ('guessable', 'reference.load:0123456789abcdef', '{}', now()),
          ('c3', 'menu.place:0123456789abcdef', '{}', now())`);
      await rows(`insert into base.operation_log (at, user_name, name, operation, resource, key, command_id) values
        ('2026-11-01T00:00:00Z', 'u1', '甲', 'changePassword', 'userAccount', 'u1', 'c1'),
          (now(), 'loader', '系统', 'import', 'userAccount', 'u1', 'guessable'),
          (now(), 'loader', '系统', 'import', 'userAccount', 'u2', 'guessable')`);
      await migrate(url);
      expect(await rows('select name from base.applied_command order by name')).toEqual([
        { name: 'menu.place:0123456789abcdef' },
        { name: 'reference.load' },
        { name: 'user.changePassword' },
      ]);
      expect(
        await rows(
          `select count(distinct logged.command_id)::int as loads, count(applied.command_id)::int as known
            from base.operation_log logged join base.applied_command applied using (command_id)
            where logged.operation = 'import' and logged.command_id <> 'guessable'`,
        ),
      ).toEqual([{ loads: 1, known: 2 }]);
      expect(
        await rows(`select user_name from base.user_account where password_changed_at = '2026-11-01T00:00:00Z'`),
      ).toEqual([{ user_name: 'u1' }]);
    } finally {
      await rm(before, { recursive: true });
    }
  });
});
