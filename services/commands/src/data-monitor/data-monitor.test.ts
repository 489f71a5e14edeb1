import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cleaned } from './clean.ts';
import { allMonitorPoints } from './all-monitor-points.ts';
import { lastNight, startNightlyCheck } from './nightly-check.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
  const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
  const unit = (dwh: string, dwmc: string) => ({
    dwh,
    ywbm: `B${dwh}`,
    dwmc,
    dwlbm: '1',
    sfjxdw: '1',
    sfkkdw: '1',
    pxh: 1,
  });
  await load('campus', [{ xqdm: '1', xqmc: '主校区' }]);
  await load('department', [unit('101', '计算机学院'), unit('102', ' 文 学院　')]);
  await load('grade', [{ njdm: '2020', njmc: '2020级', sfzx: '0' }]);
  await load('major', [
    { zydm: 'Z1', ywbm: 'Z1', zymc: '软件工程', gjzydm: '080902', xkmlm: '08', dwh: '101', pyccm: '3', xz: 40 },
    { zydm: 'Z2', ywbm: 'Z2', zymc: '软件 工程', gjzydm: '无', xkmlm: '08', dwh: '101', pyccm: '3', xz: 40 },
  ]);
  await load('gradeMajor', [
    {
      njzydm: 'M1',
      njzymc: '2020级软件工程',
      njdm: '2020',
      zydm: 'Z1',
      dwh: '101',
      xqdm: '1',
      xslbdm: '4201',
      pyccm: '3',
      xz: 40,
    },
  ]);
  await load('teacher', [
    { gh: 'T1', ywbm: 'T1', xm: '张 三', xbm: '1', dwh: '102', dqztm: '07', sfrk: '1' },
    { gh: 'T2', ywbm: 'Ｔ２', xm: 'Anna  Li', xbm: '2', dwh: '101', dqztm: '11', sfrk: '1' },
  ]);
  await load('classInfo', [
    { bjdm: 'C1', ywbm: 'C1', bjmc: '软件2001', njzydm: 'M1', dwh: '101', zydm: 'Z1', njdm: '2020', xqdm: '1' },
    { bjdm: 'C2', ywbm: 'C2', bjmc: '软件2002', njzydm: 'M1', dwh: '102', zydm: 'Z1', njdm: '2020', xqdm: '1' },
  ]);
  await load('student', [
    {
      studentCode: 'S1',
      studentNumber: 'S1',
      studentName: '李四',
      xbm: '1',
      bjdm: 'C2',
      njzydm: 'M1',
      dwh: '101',
      njdm: '2020',
      zydm: 'Z1',
      xqdm: '1',
      xslbdm: '4201',
      dqztm: '01',
    },
  ]);
  await load('userAccount', [{ userName: 'zhang', name: '张三', kind: 'teacher', password: 'Jwxt@2026', gh: 'T1' }]);
  await query(
    `insert into gateway.session (id_hash, user_name, csrf_secret, created_at, last_seen_at, expires_at)
      values ('old', 'x', 'x', now() - interval '40 days', now() - interval '40 days', now() - interval '40 days'),
        ('live', 'x', 'x', now(), now(), now() + interval '1 hour')`,
  );
});
afterAll(async () => {
  await t.stop();
});

const query = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, values)).rows;
const open = (code: string) =>
  query<{ result_id: number; business_key: string; department_id: string | null; problem_text: string }>(
    `select result_id, business_key, department_id, problem_text from base.monitor_result
      where point_code = $1 and handle_status = '0' order by business_key`,
    [code],
  );
const teacher = async (gh: string) =>
  (await query<{ xm: string; ywbm: string }>('select xm, ywbm from base.teacher where gh = $1', [gh]))[0];

test('each point has its own code, name and remedy; only what can be put back or is useless is cleaned quickly', () => {
  expect(new Set(allMonitorPoints.map(({ code }) => code)).size).toBe(allMonitorPoints.length);
  expect(new Set(allMonitorPoints.map(({ name }) => name)).size).toBe(allMonitorPoints.length);
  for (const { fix, table, sweep, code } of allMonitorPoints)
    expect([code, table !== undefined || sweep !== undefined]).toEqual([code, fix !== 'manual']);
});

test('a point that reads a read model only tells people: nothing is decided by what may be behind', () => {
  const reading = allMonitorPoints.filter(({ find, sweep = '' }) => `${find} ${sweep}`.includes('rm_'));
  expect(reading.length).toBeGreaterThan(0);
  for (const { code, fix, table, sweep } of reading)
    expect({ code, fix, table, sweep }).toEqual({ code, fix: 'manual', table: undefined, sweep: undefined });
});

test('a look finds what is wrong and its unit; points without a read model yet say so and stop no others', async () => {
  const looked = await t.accept<{ points: number; problems: number; failed: number }>('monitor.recheck', {});
  expect(looked.points).toBe(allMonitorPoints.length);
  const failed = await query<{ point_code: string; last_failure: string }>(
    `select point_code, last_failure from base.monitor_point where last_failure is not null order by 1`,
  );
  expect(failed.map(({ point_code: code }) => code)).toEqual(
    allMonitorPoints
      .filter(({ find }) => find.includes('rm_'))
      .map(({ code }) => code)
      .toSorted(),
  );
  expect(new Set(failed.map(({ last_failure: text }) => text))).toEqual(
    new Set(['所需的读模型尚未建立，建立后再监测']),
  );
  expect(await open('XX05')).toMatchObject([
    { business_key: 'T1', department_id: '102' },
    { business_key: 'T2', department_id: '101' },
  ]);
  expect(await open('XX01')).toMatchObject([{ business_key: '102' }]);
  expect(await open('XX13')).toMatchObject([
    { business_key: 'C2', problem_text: '年级、专业、单位或校区与年级专业“2020级软件工程”不同' },
  ]);
  expect(await open('XX15')).toMatchObject([{ business_key: 'C1' }]);
  expect(await open('XX24')).toMatchObject([{ business_key: 'Z2' }]);
  expect(await open('ZH01')).toMatchObject([{ business_key: 'zhang', department_id: '102' }]);
  expect(await open('SJ11')).toMatchObject([{ problem_text: '1 条', department_id: null }]);
});

test('looks at the same moment, in two services, all succeed', async () => {
  const second = t.another({ followLog: false });
  try {
    for (let round = 0; round < 5; round += 1) {
      const looks = await Promise.all(
        [t.app, second, t.app, second].map((app) => t.send('monitor.recheck', { pointCodes: ['XX05'] }, {}, app)),
      );
      expect(looks.filter(({ status }) => status === 'refused')).toEqual([]);
    }
  } finally {
    await second.close();
  }
});

// MONITOR-31
test('looking again changes nothing; a row that was put right by hand is right, with no hand of ours', async () => {
  const before = await query('select result_id from base.monitor_result order by 1');
  await t.accept('monitor.recheck', { pointCodes: ['XX05'] });
  expect(await query('select result_id from base.monitor_result order by 1')).toEqual(before);
  await query(`update base.teacher set ywbm = 'T2' where gh = 'T2'`);
  await query(`update base.teacher set xm = 'Anna Li' where gh = 'T2'`);
  await t.accept('monitor.recheck', { pointCodes: ['XX05'] });
  expect(
    await query(
      `select handle_status, handler from base.monitor_result where point_code = 'XX05' and business_key = 'T2'`,
    ),
  ).toEqual([{ handle_status: '3', handler: null }]);
});

// MONITOR-15
test('quick clean of a unit leaves the others alone, is logged row by row, and a repeat answers the same', async () => {
  const commandId = randomUUID();
  const done = await t.accept<Cleaned>('monitor.quickClean', { units: ['102'] }, { commandId });
  expect(done).toMatchObject({ points: 3, cleaned: 3, left: 0 });
  expect(await t.accept('monitor.quickClean', { units: ['102'] }, { commandId })).toEqual(done);
  expect(await teacher('T1')).toMatchObject({ xm: '张三' });
  expect(await query(`select dwmc from base.department where dwh = '102'`)).toEqual([{ dwmc: '文学院' }]);
  expect(await query(`select sfqy from base.user_account where user_name = 'zhang'`)).toEqual([{ sfqy: '0' }]);
  expect(await query(`select sfqy from base.class_info where bjdm = 'C1'`)).toEqual([{ sfqy: '1' }]);
  expect(
    await query(
      `select resource, key, before, after from base.operation_log
        where operation = 'monitorQuickClean' and resource = 'teacher'`,
    ),
  ).toEqual([
    { resource: 'teacher', key: 'T1', before: { xm: '张 三', ywbm: 'T1' }, after: { xm: '张三', ywbm: 'T1' } },
  ]);
});

// MONITOR-28, 30
test('quick clean of the school: what a table rule forbids is left and told; useless bookkeeping goes', async () => {
  // Its tidy name is that of another unit, which must be the only one.
  await query(`insert into base.department (dwh, ywbm, dwmc, dwlbm) values ('103', 'B103', '计算机 学院', '1')`);
  const done = await t.accept<Cleaned>('monitor.quickClean', { units: null });
  expect(done).toMatchObject({ points: 3, cleaned: 3, left: 1 });
  expect(await query(`select dwmc from base.department where dwh = '103'`)).toEqual([{ dwmc: '计算机 学院' }]);
  expect(await query(`select zymc from base.major where zydm = 'Z2'`)).toEqual([{ zymc: '软件工程' }]);
  expect(await query('select id_hash from gateway.session')).toEqual([{ id_hash: 'live' }]);
  expect(await query(`select sfqy from base.class_info where bjdm = 'C1'`)).toEqual([{ sfqy: '0' }]);
});

test('a cleaning is taken back once, where nobody has changed the row since', async () => {
  const [task] = await query<{ task_id: string }>('select task_id from base.monitor_task order by at limit 1');
  await query(`update base.department set dwmc = '人文学院' where dwh = '102'`);
  expect(await t.send('monitor.undo', { taskId: task?.task_id, units: ['101'] })).toMatchObject({
    code: 'MONITOR_TASK_UNKNOWN',
  });
  expect(await t.accept('monitor.undo', { taskId: task?.task_id, units: null })).toEqual({ restored: 2, left: 1 });
  expect(await teacher('T1')).toMatchObject({ xm: '张 三' });
  expect(await query(`select dwmc from base.department where dwh = '102'`)).toEqual([{ dwmc: '人文学院' }]);
  expect(await t.send('monitor.undo', { taskId: task?.task_id, units: null })).toMatchObject({
    code: 'MONITOR_TASK_UNDONE',
  });
  await query(`update base.monitor_task set at = at - interval '8 days', undone_at = null where task_id = $1`, [
    task?.task_id,
  ]);
  expect(await t.send('monitor.undo', { taskId: task?.task_id, units: null })).toMatchObject({
    code: 'MONITOR_TASK_OLD',
    message: '清洗后超过7天，不能再撤销',
  });
});

// MONITOR-32
test('what needs a judgement is cleaned row by row, only where a handler can, only in the own units', async () => {
  await t.accept('monitor.recheck', {});
  const [wrong] = await open('XX13');
  const [manual] = await open('XX24');
  const chosen = [wrong?.result_id, manual?.result_id];
  expect(await t.send('monitor.clean', { resultIds: chosen, units: ['101'] })).toMatchObject({
    code: 'MONITOR_NOTHING_TO_CLEAN',
  });
  expect(await t.accept('monitor.clean', { resultIds: chosen, units: null })).toMatchObject({
    points: 1,
    cleaned: 1,
    left: 1,
  });
  expect(await query(`select dwh from base.class_info where bjdm = 'C2'`)).toEqual([{ dwh: '101' }]);
});

test('an ignored result stays ignored until its day, needs a reason, and comes back afterwards', async () => {
  const [result] = await open('XX24');
  const ignore = (reason: string, until: string) =>
    t.send('monitor.ignore', { resultIds: [result?.result_id], units: null, reason, until });
  expect(await ignore(' ', '2099-01-01')).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ message: '请输入忽略原因' }],
  });
  expect(await ignore('目录外专业', '2020-01-01')).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'until', message: '截止日期不能早于今天' }],
  });
  expect(await ignore('目录外专业', '2099-01-01')).toMatchObject({ status: 'accepted', result: { ignored: 1 } });
  await t.accept('monitor.recheck', { pointCodes: ['XX24'] });
  expect(await open('XX24')).toEqual([]);
  await query(`update base.monitor_result set ignore_until = '2020-01-01' where handle_status = '2'`);
  await t.accept('monitor.recheck', { pointCodes: ['XX24'] });
  expect(await open('XX24')).toMatchObject([{ business_key: 'Z2' }]);
});

test('MONITOR-33: a point that is switched off is not looked at, and nothing of it stays open', async () => {
  expect(await t.send('monitor.setPoint', { pointCode: 'nope', sfqy: '0', threshold: 0 })).toMatchObject({
    code: 'MONITOR_POINT_UNKNOWN',
    message: '监测点“nope”不存在',
  });
  await t.accept('monitor.setPoint', { pointCode: 'XX24', sfqy: '0', threshold: 0 });
  expect(await open('XX24')).toEqual([]);
  await t.accept('monitor.recheck', {});
  expect(await open('XX24')).toEqual([]);
});

test('the nightly look: once after 03:00 school time, then only at what failed', async () => {
  expect(lastNight(new Date('2026-11-22T18:59:00Z')).toISOString()).toBe('2026-11-21T19:00:00.000Z');
  expect(lastNight(new Date('2026-11-22T19:00:00Z')).toISOString()).toBe('2026-11-22T19:00:00.000Z');
  const at = new Date(Date.now() + 86_400_000);
  const nightly = startNightlyCheck(t.app.services.pool, createLogger('test', { level: 'silent' }), () => at);
  await nightly.close();
  const runs = await query<{ at: Date }>(
    `select distinct last_run_time as at from base.monitor_point where sfqy = '1'`,
  );
  expect(runs).toEqual([{ at }]);
});

test('MONITOR-24: the data is looked at again once many rows have come in', async () => {
  const after = new Date(Date.now() + 2 * 86_400_000);
  const ran = async () =>
    (await query<{ at: Date }>('select max(last_run_time) as at from base.monitor_point'))[0]?.at.getTime();
  const check = () =>
    startNightlyCheck(t.app.services.pool, createLogger('test', { level: 'silent' }), () => after).close();
  await query('update base.monitor_point set last_run_time = $1, last_failure = null', [after]);
  await check();
  expect(await ran()).toBe(after.getTime());
  await query('update base.monitor_point set last_run_time = $1, last_failure = null', [
    new Date(after.getTime() - 60_000),
  ]);
  await check();
  expect(await ran()).toBe(after.getTime() - 60_000);
  await query(
    `insert into base.long_job (job_id, kind, title, total, payload, actor, correlation_id, user_name, name, created_at,
        status, ended_at)
      values (gen_random_uuid(), 'import', '导入', 0, '{}', '{}', 'c', 'u', 'n', now(), '2', $1)`,
    [new Date(after.getTime() - 30_000)],
  );
  await check();
  expect(await ran()).toBe(after.getTime());
});
