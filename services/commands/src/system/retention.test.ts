import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { createTestDatabase, type TestDatabase } from '@jwxt/infra/testing/engines.ts';
import { createFolderArchive, type Archive } from './archive.ts';
import { removeOldRows, type RetentionDays } from './retention.ts';

const days: RetentionDays = {
  commands: 90,
  sessions: 30,
  operationLog: 1_000,
  messages: 1_000,
  jobs: 365,
  monitorResults: 180,
  changes: 90,
};
const now = new Date('2026-11-22T00:00:00.000Z');
let database: TestDatabase;
let pool: Pool;
let folder: string;
let archive: Archive;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { name: 'retention test' });
  folder = await mkdtemp(join(tmpdir(), 'jwxt-archive-'));
  archive = createFolderArchive(folder);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const count = async (table: string, where = 'true'): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)).rows[0]!.n;
const daysAgo = (column: string): string => `timestamptz '${now.toISOString()}' - ${column} * interval '1 day'`;

/** What the archive holds of a table. */
async function archived(table: string): Promise<Record<string, unknown>[]> {
  const names = await readdir(join(folder, table)).catch(() => []);
  const texts = await Promise.all(
    names.map(async (name) => gunzipSync(await readFile(join(folder, table, name))).toString()),
  );
  return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('what nobody asks for any more goes', () => {
  it('ids of commands and ended sessions by their days, in batches, and nothing else', async () => {
    await pool.query(
      `insert into base.applied_command (command_id, name, result, at) select 'c' || n, 'x', '{}', ${daysAgo('n % 100')}
        from generate_series(1, 9000) as step (n)`,
    );
    await pool.query(
      `insert into base.user_account (user_name, name, kind, password_hash) values ('u', '某人', 'casual', 'x')`,
    );
    await pool.query(`insert into gateway.session (id_hash, user_name, csrf_secret, created_at, last_seen_at,
        expires_at, revoked_at)
      select 's' || n, 'u', 'x', ${daysAgo('n')}, ${daysAgo('n')}, ${daysAgo('n')}, case when n % 2 = 0
        then ${daysAgo('n')} end
      from generate_series(1, 60) as step (n)`);
    await pool.query(
      `insert into base.applied_command (command_id, name, result, at, on_stream)
        values ('p1', 'policy:makeup', '{}', ${daysAgo('4000')}, false),
          ('p2', 'policy:attempts', '{}', ${daysAgo('80')}, true)`,
    );
    expect(await removeOldRows(pool, archive, days, now)).toEqual({
      'base.applied_command': 810,
      'gateway.session': 30,
    });
    expect(await count('base.applied_command')).toBe(8_192);
    expect(await count('base.applied_command', `at < ${daysAgo('90')}`)).toBe(1);
    expect(await count('gateway.session')).toBe(30);
    expect(await removeOldRows(pool, archive, days, now)).toEqual({});
  });

  it('changes of base data and messages go into the archive first; the last change of each thing stays', async () => {
    // A thing changed every ten days for fifteen years, and one that was changed once, long ago.
    await pool.query(`insert into base.operation_log (at, user_name, name, operation, resource, key, before, after,
        command_id)
      select ${daysAgo('n * 10')}, 'u', '某人', 'edit', 'course', 'K1', '{}'::jsonb, jsonb_build_object('n', n),
        'c' || n
      from generate_series(500, 1, -1) as step (n)
      union all select ${daysAgo('4000')}, 'u', '某人', 'add', 'course', 'K2', null, '{"n": 0}'::jsonb, 'c'`);
    await pool.query(`insert into base.system_message_entity
        (system_message_entity_id, title, content, department_name, create_name, create_time)
      select 'm' || n, '消息' || n, '内容', '教务处', '系统', ${daysAgo('n * 100')}
        from generate_series(1, 20) as step (n)`);
    await pool.query(
      `insert into base.system_message_audience (system_message_audience_id, system_message_entity_id, user_name)
        select 'a' || n, 'm' || n, 'u' from generate_series(1, 20) as step (n)`,
    );
    const removed = await removeOldRows(pool, archive, days, now);
    expect(removed).toEqual({
      'base.operation_log': 400,
      'base.system_message_audience': 10,
      'base.system_message_entity': 10,
    });
    expect(await count('base.operation_log', `key = 'K2'`)).toBe(1);
    expect(await count('base.operation_log')).toBe(101);
    const log = await archived('base.operation_log');
    expect(log.map((row) => (row.after as { n: number }).n).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 400 }, (_row, index) => index + 101),
    );
    expect(log[0]).toMatchObject({ resource: 'course', key: 'K1', user_name: 'u', name: '某人' });
    expect((await archived('base.system_message_entity')).map((row) => row.title)).toContain('消息20');
    expect(await archived('base.system_message_audience')).toHaveLength(10);
  });

  // The findings of the data monitor.
  it('imports go with what they did, which is archived; a file that was only looked at goes earlier', async () => {
    const run = (n: number) => `00000000-0000-4000-8000-00000000000${String(n)}`;
    // Looked at 40 days ago; stored 400 and 40 days ago.
    await pool.query(
      `insert into gateway.import_run (run_id, resource, file_name, digest, user_name, name, created_at, columns, total,
          added, changed, unchanged, wrong, job_id)
         select given.id::uuid, 'studentInfo', '学生.xlsx', 'd', 'u', '某人', ${daysAgo('given.days')}, '[]', 1,
           1, 0, 0, 0,
           given.job::uuid
           from unnest($1::text[], $2::int[], $3::text[]) as given (id, days, job)`,
      [
        [run(1), run(2), run(3)],
        [40, 400, 40],
        [null, run(2), run(3)],
      ],
    );
    await pool.query(
      `insert into gateway.import_row (run_id, row_no, state, called, cells, given, changes, errors)
         select import_run.run_id, 1, '1', '张三', '{}', '{}', '{}', '[]' from gateway.import_run`,
    );
    await pool.query(
      `insert into base.import_change (run_id, row_no, key, after)
         select import_run.run_id, 1, 'S1', '{"student_name": "张三"}' from gateway.import_run
         where job_id is not null`,
    );
    await removeOldRows(pool, archive, days, now);
    expect((await pool.query('select run_id::text as id from gateway.import_run')).rows).toEqual([{ id: run(3) }]);
    expect(await count('gateway.import_row')).toBe(1);
    expect(await count('base.import_change')).toBe(1);
    expect(await archived('base.import_change')).toMatchObject([{ run_id: run(2), key: 'S1' }]);
    expect(await archived('gateway.import_run')).toMatchObject([{ run_id: run(2), file_name: '学生.xlsx' }]);
  });

  it('ended jobs are archived with what became of each thing; monitor findings that are right again go', async () => {
    const job = (id: number, ended: string): string =>
      `('00000000-0000-0000-0000-00000000000${String(id)}'::uuid, 'makeupGenerate', '生成', 'u', '某人', 40, ` +
      `'{}'::jsonb, '{}'::jsonb, 'c', ${daysAgo('900')}, ${ended})`;
    await pool.query(`insert into base.long_job (job_id, kind, title, user_name, name, total, payload, actor,
        correlation_id, created_at, ended_at)
      values ${job(1, daysAgo('800'))}, ${job(2, daysAgo('10'))}, ${job(3, 'null::timestamptz')}`);
    await pool.query(
      `insert into base.long_job_item (job_id, item_no, item_key, item_name, result, message)
        select job_id, n, 'K' || n, '课程' || n, '1', '新增 1 班'
          from base.long_job, generate_series(1, 40) as step (n)`,
    );
    await pool.query(
      `insert into base.monitor_point (point_code, point_name, monitor_group, severity, fix, remedy, sort_num)
        values ('XX01', '检查', '1', '1', 'manual', '', 1)`,
    );
    await pool.query(`insert into base.monitor_result (point_code, business_key, business_name, problem_text,
        found_time, handle_status, handle_time)
      select 'XX01', 'K' || n, '某课', '有误', ${daysAgo('400')}, (n % 4)::text, case when n % 4 > 0
        then ${daysAgo('n * 4')} end
      from generate_series(1, 100) as step (n)`);
    expect(await removeOldRows(pool, archive, days, now)).toEqual({
      'base.long_job': 1,
      'base.long_job_item': 40,
      'base.monitor_result': 27,
    });
    expect(await archived('base.long_job')).toMatchObject([{ title: '生成', total: 40, user_name: 'u' }]);
    expect((await archived('base.long_job_item')).map((row) => row.item_no)).toHaveLength(40);
    // What is open, or left out until a day, is still asked for.
    expect(await count('base.monitor_result', `handle_status in ('0', '2')`)).toBe(50);
    expect(await count('base.long_job_item')).toBe(80);
  });

  it('changes that programs were told, but for the last of them that is as old: a cursor may stand there', async () => {
    await pool.query('delete from base.change');
    await pool.query(
      `insert into base.change (kind, operation, facts, at) select 'student', 'changed', '{}', ${daysAgo('(200 - n)')}
        from generate_series(1, 150) as step (n)`,
    );
    expect(await removeOldRows(pool, archive, days, now)).toEqual({ 'base.change': 108 });
    expect(await count('base.change', `at < ${daysAgo('90')}`)).toBe(1);
    await pool.query(`update base.change set at = ${daysAgo('400')}`);
    expect(await removeOldRows(pool, archive, days, now)).toEqual({ 'base.change': 41 });
    expect(await removeOldRows(pool, archive, days, now)).toEqual({});
  });

  it('nothing goes that could not be archived, and 0 days are for ever', async () => {
    const full: Archive = { keep: () => Promise.reject(new Error('ENOSPC')) };
    const later = new Date(now.getTime() + 400 * 86_400_000);
    const before = await count('base.operation_log');
    await expect(removeOldRows(pool, full, { ...days, commands: 0, sessions: 0 }, later)).rejects.toThrow('ENOSPC');
    expect(await count('base.operation_log')).toBe(before);
    expect(
      await removeOldRows(
        pool,
        archive,
        { commands: 0, sessions: 0, operationLog: 0, messages: 0, jobs: 0, monitorResults: 0, changes: 0 },
        later,
      ),
    ).toEqual({});
  });
});
