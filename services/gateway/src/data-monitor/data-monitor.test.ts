import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  exportMonitorResults,
  cleanMonitorResults,
  ignoreMonitorResults,
  monitorScreen,
  queryCleanings,
  queryMonitorPoints,
  queryMonitorResults,
  recheck,
  undoMonitorCleaning,
  updateMonitorPoint,
} from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import {
  ballPercentage,
  countCleanable,
  monitorBallOperations,
  queryMonitorData,
  quickClean,
} from '@jwxt/contracts/data-monitor/monitor-ball.operations.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';
import { hasError, healthPercentage, type MonitorPointView } from './monitor-point.read.ts';

let school: School;
let office: Browser;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  await school.pool.query(`update base.teacher set xm = '王 老师' where gh = 'T01'`);
  await school.pool.query(`update base.teacher set xm = ' 郑老师' where gh = 'T08'`);
  await school.pool.query(`update base.class_info set dwh = '102' where bjdm = 'B101'`);
  [office, clerk] = [await school.browser('office1'), await school.browser('clerk1')];
});
afterAll(async () => {
  await school.stop();
});

const commandId = () => randomUUID();
const results = async (browser: Browser, more: object = {}) =>
  (await browser.get(queryMonitorResults, { pageNo: 1, pageSize: 100, ...more })).list;

test('every point can look at the tables and read models that really are there', async () => {
  const looked = await office.get(recheck, { commandId: commandId() });
  const { list } = await office.get(queryMonitorPoints, {});
  expect(list.filter(({ lastFailure }) => lastFailure !== null)).toEqual([]);
  expect(looked).toMatchObject({ points: list.length, failed: 0 });
  expect(
    (await results(office, { pointCode: 'XX05' })).map(({ businessKey, changes }) => [businessKey, changes]),
  ).toEqual([
    ['T01', [{ field: '姓名', before: '王 老师', after: '王老师' }]],
    ['T08', [{ field: '姓名', before: ' 郑老师', after: '郑老师' }]],
  ]);
});

// MONITOR-17
test('the four calls of the ball name no permission, yet writing and figures need the code of the ball', async () => {
  for (const operation of monitorBallOperations) expect(permissionOf(operation)).toBeNull();
  const header = { headers: { permission: 'null' } };
  expect(await office.call(ballPercentage, {}, header)).toMatchObject({ status: 200, code: '200' });
  expect(await office.call(countCleanable, {}, { headers: { permission: 'MonitorBall:view' } })).toMatchObject({
    code: 'FORBIDDEN',
  });
  const teacher = await school.browser('teacher1');
  expect(await teacher.call(quickClean, { commandId: commandId() }, header)).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  });
  expect(await teacher.get(countCleanable, {})).toEqual({ count: 0 });
  expect(await teacher.get(ballPercentage, {})).toMatchObject({ percentage: 100, problemNum: 0 });
  expect(await (await school.browser()).call(queryMonitorData, {})).toMatchObject({ status: 401 });
  expect(
    await (await school.browser('auditor1')).call(cleanMonitorResults, { commandId: commandId(), resultIds: [1] }),
  ).toMatchObject({ code: 'FORBIDDEN' });
});

test('MONITOR-13: health is the share of enabled points without a warning or an error beyond what is allowed', () => {
  const point = (more: Partial<MonitorPointView>): MonitorPointView => ({
    pointCode: 'X',
    pointName: 'X',
    monitorGroup: '5',
    monitorGroupName: '基础信息',
    severity: '2',
    severityName: '警告',
    cleanable: '1',
    quickClean: '1',
    remedy: '',
    page: null,
    threshold: 0,
    problemNum: 0,
    ignoredNum: 0,
    lastRunTime: null,
    lastFailure: null,
    sfqy: '1',
    ...more,
  });
  expect(hasError(point({ problemNum: 1 }))).toBe(true);
  expect(hasError(point({ problemNum: 3, threshold: 3 }))).toBe(false);
  expect(hasError(point({ problemNum: 3, severity: '1' }))).toBe(false);
  expect(healthPercentage([])).toBe(100);
  expect(healthPercentage([point({}), point({}), point({ problemNum: 1 }), point({ problemNum: 1, sfqy: '0' })])).toBe(
    66,
  );
  expect(healthPercentage([...Array.from({ length: 300 }, () => point({})), point({ problemNum: 1 })])).toBe(99);
});

test('MONITOR-14, MONITOR-16: a unit counts its own problems, the office all', async () => {
  const [all, own] = [await office.get(queryMonitorData, {}), await clerk.get(queryMonitorData, {})];
  expect(all.map(({ monitorGroupName }) => monitorGroupName)).toEqual([
    '排课',
    '成绩',
    '评教',
    '开课',
    '基础信息',
    '选课',
    '数据',
  ]);
  const sum = (groups: typeof all) => groups.reduce((total, { problemNum }) => total + problemNum, 0);
  expect(sum(all)).toBe((await office.get(ballPercentage, {})).problemNum);
  expect(sum(own)).toBeLessThan(sum(all));
  expect((await results(clerk)).every(({ departmentId }) => ['101', '1011'].includes(departmentId ?? ''))).toBe(true);
  expect((await clerk.get(countCleanable, {})).count).toBeGreaterThan(0);
  expect((await clerk.get(queryMonitorResults, { pageNo: 1, pageSize: 1, departmentId: '102' })).total).toBe(0);
});

// MONITOR-15
test('quick clean by a unit cleans its own rows, tells what it came to, and can be taken back by it', async () => {
  const done = await clerk.get(quickClean, { commandId: commandId() });
  expect(done).toMatchObject({ cleaned: expect.any(Number), left: 0 });
  const { rows } = await school.pool.query(`select xm from base.teacher where gh in ('T01', 'T08') order by gh`);
  expect(rows).toEqual([{ xm: '王老师' }, { xm: ' 郑老师' }]);
  expect((await office.get(monitorScreen, {})).cleanedToday).toBe(done.cleaned);
  expect((await clerk.get(queryCleanings, {})).list).toMatchObject([
    { taskId: done.taskId, quick: '1', name: '孙教务', undoable: '1' },
  ]);
  expect(await clerk.get(undoMonitorCleaning, { commandId: commandId(), taskId: done.taskId })).toMatchObject({
    restored: done.cleaned,
    left: 0,
  });
  expect((await school.pool.query(`select xm from base.teacher where gh = 'T01'`)).rows).toEqual([{ xm: '王 老师' }]);
});

test('MONITOR-08: the screen has the head, the trend of the days looked at and the worst units', async () => {
  await office.get(recheck, { commandId: commandId() });
  const screen = await office.get(monitorScreen, {});
  const points = (await office.get(queryMonitorPoints, {})).list;
  expect(screen).toMatchObject({
    pointNum: points.length,
    percentage: healthPercentage(points),
    problemPointNum: points.filter(hasError).length,
  });
  expect(screen.trend).toHaveLength(1);
  expect(screen.trend[0]?.byGroup.reduce((sum, count) => sum + count, 0)).toBe(screen.problemNum);
  expect(screen.units.length).toBeGreaterThan(1);
  expect((await clerk.get(monitorScreen, {})).units.map(({ departmentId }) => departmentId)).not.toContain('102');
});

// MONITOR-33
test('results are cleaned and ignored only in own units; the office sets points; exports are workbooks', async () => {
  const foreign = (await results(office, { departmentId: '102' })).map(({ resultId }) => resultId);
  expect(await clerk.call(cleanMonitorResults, { commandId: commandId(), resultIds: foreign })).toMatchObject({
    code: 'MONITOR_NOTHING_TO_CLEAN',
  });
  expect(
    await clerk.call(ignoreMonitorResults, {
      commandId: commandId(),
      resultIds: foreign,
      reason: '不属于本单位',
      until: '2099-01-01',
    }),
  ).toMatchObject({ code: 'MONITOR_NOTHING_TO_CLEAN' });
  expect(
    await office.get(ignoreMonitorResults, {
      commandId: commandId(),
      resultIds: foreign.slice(0, 1),
      reason: '已知情',
      until: '2099-01-01',
    }),
  ).toEqual({ ignored: 1 });
  expect(await results(office, { handleStatus: '2' })).toMatchObject([
    { handleStatusName: '已忽略', ignoreReason: '已知情', ignoreUntil: '2099-01-01' },
  ]);
  expect(
    await office.get(updateMonitorPoint, { commandId: commandId(), pointCode: 'XX05', sfqy: '0', threshold: '3' }),
  ).toEqual({ pointCode: 'XX05' });
  expect(await results(office, { pointCode: 'XX05' })).toEqual([]);
  expect(
    await clerk.call(updateMonitorPoint, { commandId: commandId(), pointCode: 'XX05', sfqy: '1', threshold: 0 }),
  ).toMatchObject({ code: 'FORBIDDEN' });
  const file = await office.call(exportMonitorResults, {});
  expect(file.headers['content-type']).toContain('spreadsheetml');
  expect(
    await school.browser('teacher1').then((teacher) => teacher.call(queryMonitorResults, { pageNo: 1, pageSize: 10 })),
  ).toMatchObject({ code: 'FORBIDDEN' });
});

// MONITOR-24: their business object never came
test('attachments of no business object are found after 30 days, put aside by quick clean, and restored', async () => {
  const [lost, young] = [randomUUID(), randomUUID()];
  const insert = (id: string, days: number) =>
    school.pool.query(
      `insert into base.file_resource (relational_id, file_uid, name, file_size, file_type, digest, business_table,
          business_id, uploader, uploader_name, uploaded_at)
      values ($1::uuid, 'u', '证书.pdf', 1, 'pdf', repeat('0', 64), 'T_CJGL_XTWCJRD', $1::uuid::text, 'clerk1',
        '孙教务', now() - make_interval(days => $2))`,
      [id, days],
    );
  await insert(lost, 40);
  await insert(young, 20);
  const removed = async () =>
    (
      await school.pool.query<{ relational_id: string }>(
        'select relational_id::text from base.file_resource where removed_at is not null',
      )
    ).rows.map((row) => row.relational_id);
  await office.get(recheck, { commandId: commandId() });
  expect(
    (await results(office, { pointCode: 'SJ06' })).map(({ businessKey, businessName }) => [businessKey, businessName]),
  ).toEqual([[lost, '证书.pdf']]);
  const { taskId } = await office.get(quickClean, { commandId: commandId() });
  expect(await removed()).toEqual([lost]);
  expect((await office.get(undoMonitorCleaning, { commandId: commandId(), taskId })).left).toBe(0);
  expect(await removed()).toEqual([]);
});

// The window of its course, unit or nature comes before that of the school.
test('a class without a sheet is told of while the window that it really has is open', async () => {
  const told = async (): Promise<string[]> => {
    await office.get(recheck, { commandId: commandId() });
    return (await results(office, { pointCode: 'CJ01' })).map(({ businessKey }) => businessKey);
  };
  expect(await told()).toContain('TC3');
  await school.pool.query(`insert into base.score_term_control (score_term_control_id, semester_id, score_type,
        score_term_input_begin_time, score_term_input_end_time, course_nature)
    select 'ended', class.semester_id, '1', now() - interval '9 days', now() - interval '8 days', course.kcxz
    from base.teaching_class class join base.course on course.kch = class.course_id
      where class.teaching_class_id = 'TC3'`);
  expect(await told()).not.toContain('TC3');
});
