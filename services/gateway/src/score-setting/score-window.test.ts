import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { initSet } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { outsideScoreTime, scoreTermControl } from '@jwxt/contracts/score-setting/score-window.resource.ts';
import { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

/*
 * Entry windows of a semester (SCORE-MORE-22) and times of recognition (SCORE-MORE-32) on their pages, with the shared
 * actions (SCORE-MORE-01).
 */

const { operations } = scoreTermControl;
const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
let clerk: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'semester', [
    {
      xnxq: '2027-2028-1',
      xnzj: '2027-2028',
      xqm: '1',
      xnxqmc: '2027-2028学年第一学期',
      ksrq: '2027-09-01',
      jsrq: '2028-01-20',
      zs: 18,
      sfdqxq: '0',
    },
    {
      xnxq: '2020-2021-1',
      xnzj: '2020-2021',
      xqm: '1',
      xnxqmc: '2020-2021学年第一学期',
      ksrq: '2020-09-01',
      jsrq: '2021-01-20',
      zs: 18,
      sfdqxq: '0',
      sfgd: '1',
    },
  ]);
  [office, clerk] = await Promise.all([school.browser('office1'), school.browser('clerk1')]);
});
afterAll(() => school.stop());

const window = {
  semesterId: '2027-2028-1',
  scoreType: '1',
  scoreTermInputBeginTime: '2027-12-20 00:00:00',
  scoreTermInputEndTime: '2028-01-15 23:59:59',
  departmentId: null,
  courseNature: null,
  courseId: null,
  scoreTemplateId: null,
  sfqy: '1',
} as const;

// SCORE-MORE-22: names of its codes
test('an entry window is made, listed with names, found, changed by its version, removed; each is logged', async () => {
  const { key } = await office.get(operations.create, {
    commandId: id(),
    values: { ...window, departmentId: '101', courseNature: '05' },
  });
  const {
    rows: [row],
    total,
  } = await office.get(operations.query, { semesterId: '2027-2028-1', departmentId: '101' });
  expect(total).toBe(1);
  expect(row).toMatchObject({
    scoreTermControlId: key,
    semesterName: '2027-2028学年第一学期',
    scoreTypeName: '正考',
    departmentName: '计算机学院',
    courseNatureName: '专业核心课',
    courseName: '',
    scoreTermInputBeginTime: '2027-12-20 00:00:00',
    scoreTermInputEndTime: '2028-01-15 23:59:59',
    editor: expect.any(String),
    editTime: expect.any(String),
  });
  // Beijing time is stored as an instant.
  expect(
    (
      await school.pool.query(
        `select score_term_input_begin_time as begin from base.score_term_control where score_term_control_id = $1`,
        [key],
      )
    ).rows,
  ).toEqual([{ begin: new Date('2027-12-19T16:00:00Z') }]);
  const seen = await office.get(operations.detail, { key });
  const values = { ...window, departmentId: '101', courseNature: '05' };
  await office.get(operations.update, {
    commandId: id(),
    key,
    version: seen.version,
    values: { ...values, scoreTermInputEndTime: '2028-01-18 23:59:59' },
  });
  const late = await office.call(operations.update, { commandId: id(), key, version: seen.version, values });
  expect(late).toMatchObject({ status: 409, code: 'RESOURCE_CHANGED' });
  expect(late.message).toMatch(/已于 .+ 修改过这条数据/);
  await office.get(operations.delete, { commandId: id(), key });
  expect(await office.call(operations.detail, { key })).toMatchObject({ status: 404 });
  const { rows: log } = await school.pool.query(
    `select operation, user_name, before is null as made, after is null as gone from base.operation_log
      where resource = 'scoreTermControl' and key = $1 order by id`,
    [key],
  );
  expect(log).toEqual([
    { operation: 'create', user_name: 'office1', made: true, gone: false },
    { operation: 'update', user_name: 'office1', made: false, gone: false },
    { operation: 'delete', user_name: 'office1', made: false, gone: true },
  ]);
});

// SCORE-MORE-22
test('errors are at their field: end before begin, unknown unit, scope twice, archived or moved semester', async () => {
  const wrong = async (values: object) =>
    (await office.call(operations.create, { commandId: id(), values: { ...window, ...values } })).fieldErrors;
  expect(await wrong({ scoreTermInputEndTime: '2027-12-20 00:00:00' })).toEqual([
    { field: 'values.scoreTermInputEndTime', message: '录入截止应晚于录入开始' },
  ]);
  expect(await wrong({ departmentId: '999' })).toEqual([
    { field: 'values.departmentId', message: '开课单位“999”不存在' },
  ]);
  expect(await wrong({ scoreTermInputBeginTime: '' })).toEqual([
    { field: 'values.scoreTermInputBeginTime', message: expect.any(String) },
  ]);
  expect(await wrong({ semesterId: '2020-2021-1' })).toEqual([
    { field: 'values.semesterId', message: '该学期已归档，不能修改' },
  ]);
  const { key } = await office.get(operations.create, { commandId: id(), values: window });
  expect(await wrong({})).toEqual([{ field: 'values.semesterId', message: '同一学期、成绩类型和范围已有录入时间' }]);
  // A stopped one does not stand in the way.
  const { key: stopped } = await office.get(operations.create, { commandId: id(), values: { ...window, sfqy: '0' } });
  const { version } = await office.get(operations.detail, { key });
  expect(
    (
      await office.call(operations.update, {
        commandId: id(),
        key,
        version,
        values: { ...window, semesterId: SEMESTER },
      })
    ).fieldErrors,
  ).toContainEqual({ field: 'values.semesterId', message: '学年学期不能修改' });
  expect(await office.get(operations.batchDelete, { commandId: id(), keys: [key, stopped, 'nothing'] })).toEqual({
    deleted: 2,
    kept: [{ key: 'nothing', message: expect.any(String) }],
  });
});

test('SCORE-MORE-22: a double click makes one window', async () => {
  const input = { commandId: id(), values: { ...window, scoreType: '4' } };
  const answers = await Promise.all([office.get(operations.create, input), office.get(operations.create, input)]);
  expect(answers[0].key).toBe(answers[1].key);
  expect((await office.get(operations.query, { semesterId: '2027-2028-1', scoreType: '4' })).total).toBe(1);
});

// SCORE-MORE-22
test('a moved window is at once that of classes not set up, of sheets once the term is reinitialised', async () => {
  const teacher = await school.browser('teacher1');
  const ends = async () =>
    new Map(
      (await teacher.get(entryClasses, { semesterId: SEMESTER, scoreType: '1', pageSize: 200 })).rows.map((row) => [
        row.teachingClassId,
        row.scoreTermInputEndTime,
      ]),
    );
  const before = await ends();
  const {
    rows: [row],
  } = await office.get(operations.query, { semesterId: SEMESTER, scoreType: '1' });
  const { scoreTermInputBeginTime, version } = row!;
  const values = {
    ...window,
    semesterId: SEMESTER,
    scoreTermInputBeginTime,
    scoreTermInputEndTime: '2035-06-30 23:59:59',
  };
  await office.get(operations.update, { commandId: id(), key: 'W1', version, values });
  expect((await ends()).get('TC3')).toBe('2035-06-30 23:59:59');
  expect((await ends()).get('TC1')).toBe(before.get('TC1'));
  await office.get(initSet, { commandId: id(), status: '1', semesterId: SEMESTER, scoreType: '1', overwrite: '1' });
  await expect.poll(async () => (await ends()).get('TC1')).toBe('2035-06-30 23:59:59');
});

// SCORE-MORE-01, 22
test("units read their own windows and the school's, the office alone writes; a workbook holds the list", async () => {
  const { key } = await office.get(operations.create, {
    commandId: id(),
    values: { ...window, scoreType: '2', departmentId: '102' },
  });
  await office.get(operations.create, { commandId: id(), values: { ...window, scoreType: '2' } });
  expect(
    (await clerk.get(operations.query, { semesterId: '2027-2028-1', scoreType: '2' })).rows.map(
      (row) => row.departmentId,
    ),
  ).toEqual([null]);
  expect(await clerk.call(operations.detail, { key })).toMatchObject({ status: 404 });
  expect(await clerk.call(operations.create, { commandId: id(), values: window })).toMatchObject({ status: 403 });
  // A school may let a unit keep its own windows: then it reaches those, and neither another unit's nor the whole
  // school's.
  await insertReferenceRows(
    school.pool,
    'rolePermission',
    ['create', 'update', 'delete', 'batchDelete', 'exportExcel'].map((action) => ({
      jsbh: '03',
      qxbh: `scoreTermControl:${action}`,
    })),
  );
  const own = await school.browser('clerk1');
  expect(await own.call(operations.create, { commandId: id(), values: window })).toMatchObject({
    code: 'OUT_OF_SCOPE',
  });
  expect(
    await own.call(operations.create, { commandId: id(), values: { ...window, departmentId: '102' } }),
  ).toMatchObject({ code: 'OUT_OF_SCOPE' });
  expect(await own.call(operations.delete, { commandId: id(), key })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  expect(await own.call(operations.batchDelete, { commandId: id(), keys: [key] })).toMatchObject({
    code: 'OUT_OF_SCOPE',
  });
  const mine = await own.get(operations.create, { commandId: id(), values: { ...window, departmentId: '101' } });
  const { version } = await own.get(operations.detail, { key: mine.key });
  expect(
    await own.call(operations.update, {
      commandId: id(),
      key: mine.key,
      version,
      values: { ...window, departmentId: '102' },
    }),
  ).toMatchObject({ code: 'OUT_OF_SCOPE' });
  const {
    sheets: [sheet],
  } = await readXlsx((await own.call(operations.exportExcel, { semesterId: '2027-2028-1', scoreType: '2' })).bytes);
  expect(sheet?.rows[0]?.slice(0, 5)).toEqual(['学年学期', '成绩类型', '录入开始', '录入截止', '开课单位']);
  expect(sheet?.rows.slice(1).map((cells) => cells[4])).toEqual(['全校']);
});

test('SCORE-MORE-32: times of recognition by kind, grades and unit; nobody else writes them', async () => {
  const { create, query, update } = outsideScoreTime.operations;
  const values = {
    semesterId: SEMESTER,
    cognizanceType: '3' as const,
    beginTime: '2026-09-01 00:00:00',
    endTime: '2026-12-31 23:59:59',
    grades: ['2026'],
    departmentId: null,
    sfqy: '1' as const,
  };
  const { key } = await office.get(create, { commandId: id(), values });
  const {
    rows: [row],
  } = await office.get(query, { semesterId: SEMESTER, cognizanceType: '3' });
  expect(row).toMatchObject({
    timeId: key,
    cognizanceTypeName: '校外',
    gradesName: '2026级',
    departmentName: '',
    grades: ['2026'],
  });
  expect(
    (
      await office.call(update, {
        commandId: id(),
        key,
        version: row!.version,
        values: { ...values, endTime: '2026-01-01 00:00:00' },
      })
    ).fieldErrors,
  ).toEqual([{ field: 'values.endTime', message: '结束时间应晚于开始时间' }]);
  await office.get(update, { commandId: id(), key, version: row!.version, values: { ...values, grades: [] } });
  expect(
    (await school.pool.query('select grades from base.outside_score_time where time_id = $1', [key])).rows,
  ).toEqual([{ grades: [] }]);
  expect(await clerk.call(create, { commandId: id(), values })).toMatchObject({ status: 403 });
  expect((await clerk.get(resourceOptions, { to: 'scoreTemplate' })).list.map(({ name }) => name)).toContain(
    '平时40%+期末60%',
  );
});
