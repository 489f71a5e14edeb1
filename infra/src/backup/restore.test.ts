import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startLocalEventNode } from '../engines/local-event-node.ts';
import { migrate, readMigrations } from '../migrations/migrate.ts';
import { connectEventLog } from '../runtime/event-log.ts';
import { createFolderFileStore } from '../runtime/folder-file-store.ts';
import { createPool, queryOnce } from '../runtime/postgres.ts';
import { createTestDatabase } from '../testing/engines.ts';
import type { TestDatabase } from '../testing/engines.ts';
import { createDatabase, dropDatabase, withDatabaseName } from '../testing/test-database.ts';
import { damagedAttachments } from './attachment-copy.ts';
import { takeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

let database: TestDatabase;
let folder: string;
let emptyDatabase: string;
const password = randomBytes(16).toString('hex');

/**
 * Rows that are awkward to copy: line breaks, nulls, backslashes, and a reference within the table, the referring row
 * first.
 */
const departments = [
  ['02', 'B\n\\N', null],
  ['01', '院系\t一', '02'],
];
const logRow = `insert into base.operation_log (at, user_name, name, operation, resource, key, command_id)
  values (now(), 'u', 'n', 'o', 'r', 'k', 'c')`;
/** A student, of whom programs are told by a trigger. */
const studentRows = `
  insert into base.campus (xqdm, xqmc) values ('1', '主校区');
  insert into base.grade (njdm, njmc) values ('2026', '2026级');
  insert into base.major (zydm, ywbm, zymc, gjzydm, xkmlm, dwh, pyccm, xz)
    values ('Z', 'Z', '软件', '080901', '08', '01', '3', 40);
  insert into base.grade_major (njzydm, njzymc, njdm, zydm, dwh, xqdm, xslbdm, pyccm, xz)
    values ('M', '2026级软件', '2026', 'Z', '01', '1', '4201', '3', 40);
  insert into base.class_info (bjdm, ywbm, bjmc, njzydm, dwh, zydm, njdm, xqdm)
    values ('B', 'B', '软件1班', 'M', '01', 'Z', '2026', '1');
  insert into base.student (student_code, student_number, student_name, xbm, bjdm, njzydm, dwh, njdm, zydm, xqdm,
      xslbdm) values ('S1', '1', '张三', '1', 'B', 'M', '01', '2026', 'Z', '1', '4201')`;
const changesTold = 'select change_no, change_id, operation from base.change order by change_no';

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'jwxt-backup-'));
  const pool = createPool(database.url, { name: 'test', max: 1 });
  for (const [dwh, name, above] of departments)
    await pool.query(
      `insert into base.department (dwh, ywbm, dwmc, dwjc, lsdwh, dwlbm) values ($1, $1, $2, null, $3, '1')`,
      [dwh, name, above],
    );
  await pool.query(logRow);
  await pool.query(studentRows);
  await pool.query('create schema rm_list');
  await pool.query('create table rm_list.made_again (id int)');
  await pool.end();
  const node = await startLocalEventNode({ dataDir: join(folder, 'eventstore') });
  const log = connectEventLog(node.url, { name: 'test' });
  await log.append('sheet-1', [{ id: randomUUID(), type: 'Entered', data: { value: 855 }, metadata: {} }], {
    expectedRevision: 'no_stream',
  });
  await log.close();
  await attach('成绩单');
  await takeBackup(
    { databaseUrl: database.url, eventsFolder: join(folder, 'eventstore'), filesRoot: join(folder, 'files') },
    join(folder, 'backup'),
  );
  await node.stop();
});
/** Puts bytes into the store of attachments. */
async function attach(content: string): Promise<string> {
  const incoming = await createFolderFileStore(join(folder, 'files')).receive(Readable.from([Buffer.from(content)]), {
    maxBytes: 100,
  });
  await incoming.keep();
  await incoming.discard();
  return incoming.digest;
}

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  const { adminUrl } = inject('databaseServer');
  const name = `restored_${randomBytes(4).toString('hex')}`;
  await createDatabase(adminUrl, name);
  emptyDatabase = withDatabaseName(adminUrl, name);
  return () => dropDatabase(adminUrl, name);
});

const inDatabase = (url: string, statement: string): Promise<object[]> => queryOnce(url, 'test', statement);

async function target(): Promise<{ dataDir: string; databaseUrl: string; postgresPassword: string }> {
  return { dataDir: await mkdtemp(join(folder, 'target-')), databaseUrl: emptyDatabase, postgresPassword: password };
}

/** A backup like the good one, with one file made different. */
async function spoilt(path: string, change: (bytes: Buffer) => Buffer | undefined): Promise<string> {
  const copy = await mkdtemp(join(folder, 'spoilt-'));
  await cp(join(folder, 'backup'), copy, { recursive: true });
  const changed = change(await readFile(join(copy, path)));
  await (changed ? writeFile(join(copy, path), changed) : rm(join(copy, path)));
  return copy;
}

describe('a restore', () => {
  it('brings back the attachments, and a backup tells which of them a failing disk has damaged', async () => {
    const where = await target();
    const digest = await attach('成绩单');
    await restoreBackup(join(folder, 'backup'), where);
    const opened = await createFolderFileStore(join(where.dataDir, 'files')).open(digest);
    expect(opened && (await text(opened.stream))).toBe('成绩单');
    await writeFile(join(folder, 'files/content', digest.slice(0, 2), digest), '成绩單');
    const { files } = await takeBackup(
      { databaseUrl: database.url, eventsFolder: join(folder, 'eventstore'), filesRoot: join(folder, 'files') },
      join(folder, 'second'),
    );
    expect(damagedAttachments(files)).toEqual([digest]);
  });

  it('brings back rows and events, and leaves read models to be made again', async () => {
    const where = await target();
    await restoreBackup(join(folder, 'backup'), where);
    const pool = createPool(emptyDatabase, { name: 'test', max: 1 });
    expect(
      (await pool.query({ text: 'select dwh, dwmc, lsdwh from base.department order by dwh desc', rowMode: 'array' }))
        .rows,
    ).toEqual(departments);
    // The next row gets a number of its own, and references are checked again.
    const { rows } = await pool.query(`${logRow} returning id`);
    expect(rows).toEqual([{ id: 2 }]);
    await expect(pool.query(`update base.department set lsdwh = 'nowhere' where dwh = '01'`)).rejects.toThrow(
      /foreign key/,
    );
    expect((await pool.query(`select 1 from pg_namespace where nspname = 'rm_list'`)).rows).toEqual([]);
    // What programs were told of these rows came with them, and is not told again.
    const told = await inDatabase(database.url, changesTold);
    expect(told).toHaveLength(2);
    expect((await pool.query(changesTold)).rows).toEqual(told);
    await pool.query(`update base.student set dqztm = '02' where student_code = 'S1'`);
    expect((await pool.query(changesTold)).rows.slice(2)).toMatchObject([{ change_no: 3, operation: 'changed' }]);
    await pool.end();
    const node = await startLocalEventNode({ dataDir: join(where.dataDir, 'eventstore') });
    const log = connectEventLog(node.url, { name: 'test' });
    const events: unknown[] = [];
    for await (const { stream, data } of log.readAll()) events.push([stream, data]);
    expect(events).toEqual([['sheet-1', { value: 855 }]]);
    await log.close();
    await node.stop();
  });

  it('of a version between the two renumbered migrations keeps its rows, and gets today’s structure', async () => {
    const all = await readMigrations();
    // As such a version had them: the first four, and two under the numbers that they had then.
    const then = [
      ...all.slice(0, 4),
      ...['005-reference-changes.sql', '006-rights-changes.sql'].map((name) =>
        all.find((migration) => migration.name === name)!,
      ),
    ];
    const { adminUrl } = inject('databaseServer');
    const name = `former_${randomBytes(4).toString('hex')}`;
    await createDatabase(adminUrl, name);
    try {
      const former = withDatabaseName(adminUrl, name);
      await migrate(former, { only: new Set(then.map(({ checksum }) => checksum)) });
      await inDatabase(
        former,
        `update schema_migration
          set number = number + 4, name = '0' || lpad((number + 4)::text, 2, '0') || substr(name, 4)
          where number in (5, 6)`,
      );
      await inDatabase(
        former,
        `insert into base.department (dwh, ywbm, dwmc, dwlbm) values ('01', '01', '计算机学院', '1')`,
      );
      const copy = join(await mkdtemp(join(folder, 'former-')), 'backup');
      const { migrations } = await takeBackup(
        { databaseUrl: former, eventsFolder: join(folder, 'eventstore'), filesRoot: join(folder, 'files') },
        copy,
      );
      expect(migrations.map((migration) => migration.name).slice(4)).toEqual([
        '009-reference-changes.sql',
        '010-rights-changes.sql',
      ]);
      await restoreBackup(copy, await target());
      expect(await migrate(emptyDatabase)).toEqual(all.slice(6).map((migration) => migration.name));
      expect(
        await inDatabase(emptyDatabase, 'select number, name, checksum from schema_migration order by number'),
      ).toEqual(all.map(({ number, name: present, checksum }) => ({ number, name: present, checksum })));
      expect(await inDatabase(emptyDatabase, 'select dwh, dwmc from base.department')).toEqual([
        { dwh: '01', dwmc: '计算机学院' },
      ]);
    } finally {
      await dropDatabase(adminUrl, name);
    }
  });

  it('does not touch an installation or a database that has data', async () => {
    const occupied = await target();
    await mkdir(join(occupied.dataDir, 'eventstore'));
    await expect(restoreBackup(join(folder, 'backup'), occupied)).rejects.toThrow('已有数据，恢复不会覆盖它');
    await expect(
      restoreBackup(join(folder, 'backup'), { ...(await target()), databaseUrl: database.url }),
    ).rejects.toThrow('数据库里已有数据');
  });

  it.each([
    [
      'a changed byte',
      'eventstore/log/0000000000000000.segment',
      (bytes: Buffer) => (bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60), bytes),
      '0000000000000000.segment 的内容与备份时不一致',
    ],
    [
      'a cut file',
      'database/base.department.copy.gz',
      (bytes: Buffer) => bytes.subarray(0, 20),
      'base.department.copy.gz 的内容与备份时不一致',
    ],
    ['a missing file', 'eventstore/acknowledged', () => undefined, '缺少文件 eventstore/acknowledged'],
    ['no manifest, as an interrupted backup has none', 'manifest.json', () => undefined, '不是一份完整的备份'],
    ['a manifest that is not one', 'manifest.json', () => Buffer.from('{'), 'manifest.json 无法读取'],
    [
      'a newer format',
      'manifest.json',
      (bytes: Buffer) => Buffer.from(bytes.toString().replace('"format": 1', '"format": 2')),
      '由更新版本的程序生成',
    ],
    [
      'a newer structure',
      'manifest.json',
      (bytes: Buffer) => Buffer.from(bytes.toString().replace(/("checksum": ")\w/, '$1x')),
      '与本程序的不一致',
    ],
    [
      'fewer rows than written',
      'manifest.json',
      (bytes: Buffer) => Buffer.from(bytes.toString().replace(/("name": "department"[^}]*"rows": )2/, '$13')),
      '应有 3 行',
    ],
  ])('refuses %s and leaves nothing behind', async (_, path, change, message) => {
    const where = await target();
    await expect(restoreBackup(await spoilt(path, change), where)).rejects.toThrow(message);
    expect(await readdir(where.dataDir)).toEqual([]);
  });
});

describe('a backup', () => {
  it('is for its owner only', async () => {
    const backup = join(folder, 'backup');
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    expect((await stat(join(backup, 'manifest.json'))).mode & 0o777).toBe(0o600);
  });

  it('goes into an empty folder only', async () => {
    await expect(
      takeBackup(
        { databaseUrl: database.url, eventsFolder: join(folder, 'eventstore'), filesRoot: join(folder, 'files') },
        join(folder, 'backup'),
      ),
    ).rejects.toThrow('不是空目录');
  });
});
