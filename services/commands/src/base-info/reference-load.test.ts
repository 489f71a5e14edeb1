import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPassword } from '../kernel/password-hash.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => {
  await t.stop();
});

const unit = (dwh: string, dwmc: string, more: object = {}) => ({
  dwh,
  ywbm: `B${dwh}`,
  dwmc,
  dwlbm: '1',
  sfjxdw: '1',
  sfkkdw: '1',
  pxh: 1,
  ...more,
});
const load = (resource: string, rows: object[], more: object = {}) =>
  t.send('reference.load', { resource, rows }, more);
const query = async (sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<Record<string, unknown>>(sql, values)).rows;

test('rows are inserted, updated by key, and left if equal; every change is logged with before and after', async () => {
  expect(await load('department', [unit('101', '计算机学院'), unit('102', '文学院')])).toMatchObject({
    status: 'accepted',
    result: { stored: 2, unchanged: 0 },
  });
  expect(
    await load('department', [unit('101', '计算机学院'), unit('102', '人文学院')], { actor: person('office1') }),
  ).toMatchObject({ result: { stored: 1, unchanged: 1 } });
  expect(
    await query(
      `select user_name, key, before ->> $1 as before, after ->> $1 as after from base.operation_log where resource = $2
        order by id`,
      ['dwmc', 'department'],
    ),
  ).toEqual([
    { user_name: 'admin', key: '101', before: null, after: '计算机学院' },
    { user_name: 'admin', key: '102', before: null, after: '文学院' },
    { user_name: 'office1', key: '102', before: '文学院', after: '人文学院' },
  ]);
});

test('the same command again gives its first result and stores nothing; another under its id is refused', async () => {
  const commandId = randomUUID();
  const rows = [unit('103', '理学院')];
  expect(await load('department', rows, { commandId })).toMatchObject({ result: { stored: 1 } });
  await query(`update base.department set dwmc = '数学学院' where dwh = '103'`);
  expect(await load('department', rows, { commandId })).toMatchObject({ status: 'accepted', result: { stored: 1 } });
  expect(await query(`select dwmc from base.department where dwh = '103'`)).toEqual([{ dwmc: '数学学院' }]);
  expect(await load('department', [unit('104', '工学院')], { commandId })).toMatchObject({
    status: 'refused',
    code: 'COMMAND_REUSED',
  });
});

test('schema errors, repeated keys, missing references: each is told by row or column, nothing is stored', async () => {
  expect(await load('department', [unit('105', '')])).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'rows.0.dwmc', message: '必填' }],
  });
  expect(await load('department', [unit('105', '甲'), unit('105', '乙')])).toMatchObject({
    fieldErrors: [{ field: 'rows.1.dwh', message: '与第1行的键重复：105' }],
  });
  expect(await load('department', [unit('105', '甲'), unit('106', '乙', { lsdwh: '999' })])).toMatchObject({
    fieldErrors: [{ field: 'lsdwh', message: '引用的数据不存在：lsdwh = 999' }],
  });
  expect(await load('department', [unit('105', '甲'), unit('106', '甲')])).toMatchObject({
    fieldErrors: [{ field: 'dwmc', message: '与已有数据重复：dwmc = 甲' }],
  });
  expect(await load('nothing', [{}])).toMatchObject({ code: 'REFERENCE_UNKNOWN', message: '基础数据“nothing”不存在' });
  expect(await query(`select dwh from base.department where dwh in ('105', '106')`)).toEqual([]);
});

test('a refused command may be sent again under its id once the data is right', async () => {
  const commandId = randomUUID();
  expect(await load('department', [unit('107', '艺术学院', { lsdwh: '100' })], { commandId })).toMatchObject({
    status: 'refused',
  });
  await load('department', [unit('100', '本部')]);
  expect(await load('department', [unit('107', '艺术学院', { lsdwh: '100' })], { commandId })).toMatchObject({
    status: 'accepted',
  });
});

test('the same load sent many times at once is carried out once', async () => {
  const commandId = randomUUID();
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => load('campus', [{ xqdm: '1', xqmc: '东校区' }], { commandId })),
  );
  expect(outcomes.every((outcome) => outcome.status === 'accepted')).toBe(true);
  expect(await query(`select count(*) as n from base.operation_log where resource = 'campus'`)).toEqual([{ n: 1 }]);
});

test('passwords are stored as argon2id hashes and never logged; the same account again changes nothing', async () => {
  const account = { userName: 'teacher9', name: '王芳', kind: 'casual', password: 'Jwxt@2026' };
  expect(await load('userAccount', [account])).toMatchObject({ result: { stored: 1 } });
  expect(await load('userAccount', [account])).toMatchObject({ result: { stored: 0, unchanged: 1 } });
  const [row] = await query(`select password_hash from base.user_account where user_name = 'teacher9'`);
  expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  expect(await isPassword(String(row?.password_hash), 'Jwxt@2026')).toBe(true);
  const logged = JSON.stringify(
    await query(`select before, after from base.operation_log where resource = 'userAccount'`),
  );
  expect(logged).toContain('王芳');
  expect(logged).not.toMatch(/argon2|Jwxt@2026|password/);
});

test('structured columns and instants are stored as their own types; there is one current semester', async () => {
  await load('semester', [
    {
      xnxq: '2026-2027-1',
      xnzj: '2026-2027',
      xqm: '1',
      xnxqmc: '2026-2027学年第一学期',
      ksrq: '2026-09-01',
      jsrq: '2027-01-20',
      zs: 20,
      sfdqxq: '1',
    },
  ]);
  const next = {
    xnxq: '2026-2027-2',
    xnzj: '2026-2027',
    xqm: '2',
    xnxqmc: '2026-2027学年第二学期',
    ksrq: '2027-02-20',
    jsrq: '2027-07-10',
    zs: 20,
    sfdqxq: '1',
  };
  expect(await load('semester', [next])).toMatchObject({
    fieldErrors: [{ field: 'sfdqxq', message: '当前学期只能有一个，请先取消原当前学期' }],
  });
  const items = [
    {
      scoreSubItemName: '期末',
      scoreSubItemProportion: 100,
      dataKey: 'qm',
      type: 'number',
      enable: 'true',
      scoreHierarchyCode: 'bfz',
      isExamItem: true,
    },
  ];
  expect(
    await load('scoreTemplate', [
      {
        scoreTemplateId: 'T1',
        scoreTemplateName: '期末100',
        scoreHierarchyCode: 'bfz',
        digit: 2,
        isDefault: '1',
        items,
      },
    ]),
  ).toMatchObject({ result: { stored: 1 } });
  expect(
    await load('scoreTermControl', [
      {
        scoreTermControlId: 'C1',
        semesterId: '2026-2027-1',
        scoreType: '1',
        scoreTermInputBeginTime: '2026-11-01T00:00:00Z',
        scoreTermInputEndTime: '2026-12-01T00:00:00Z',
      },
    ]),
  ).toMatchObject({ result: { stored: 1 } });
  expect(await query('select items from base.score_template')).toEqual([{ items }]);
});

test('an upgrade brings new and better standard rows; what the school changed or removed of them stays', async () => {
  const setUp = (rows: object[]) =>
    t.send('reference.load', { resource: 'parameter', rows, standard: true }, { actor: person('admin') });
  const values = () =>
    query(`select param_code, para_value from base.parameter where param_code like 'P%' order by param_code`);
  const parameter = (paramCode: string, paraValue: string) => ({ paramCode, paraName: paramCode, paraValue });
  // As the oldest releases set up a school, and as it is now.
  await load('parameter', [parameter('P1', '旧'), parameter('P2', '旧')], { actor: person('admin') });
  expect(await setUp([parameter('P3', '旧'), parameter('P4', '旧')])).toMatchObject({ result: { stored: 2 } });
  await load('parameter', [parameter('P2', '本校'), parameter('P4', '本校')], { actor: person('office1') });
  await load('parameter', [parameter('P5', '本校')], { actor: person('office1') });
  expect(await setUp(['P1', 'P2', 'P3', 'P4', 'P5', 'P6'].map((code) => parameter(code, '新')))).toMatchObject({
    status: 'accepted',
    result: { stored: 3, unchanged: 3 },
  });
  expect((await values()).map((row) => row.para_value)).toEqual(['新', '本校', '新', '本校', '本校', '新']);

  await query(`delete from base.parameter where param_code = 'P6'`);
  await query(
    `insert into base.operation_log (at, user_name, name, operation, resource, key, before, command_id)
      values (now(), 'office1', '王老师', 'remove', 'parameter', 'P6', '{}', 'c')`,
  );
  expect(await setUp([parameter('P6', '更新'), parameter('P1', '更新')])).toMatchObject({
    result: { stored: 1, unchanged: 1 },
  });
  expect((await values()).map((row) => row.para_value)).toEqual(['更新', '本校', '新', '本校', '本校']);
});

test('what follows a row that is loaded again follows it: classes and students their grade-major', async () => {
  await load('department', [unit('301', '甲学院'), unit('302', '乙学院')]);
  await load('campus', [{ xqdm: '1', xqmc: '东校区' }]);
  await load('grade', [{ njdm: '2026', njmc: '2026级', sfzx: '1' }]);
  await load('major', [
    { zydm: 'Z', ywbm: 'Z', zymc: '专业', gjzydm: '080901', xkmlm: '08', dwh: '301', pyccm: '3', xz: 40 },
  ]);
  const cohort = { njzydm: 'GM', njzymc: '2026级专业', njdm: '2026', zydm: 'Z', xqdm: '1', xslbdm: '42', pyccm: '3' };
  const follow = { njzydm: 'GM', njdm: '2026', zydm: 'Z', xqdm: '1', dwh: '301' };
  await load('gradeMajor', [{ ...cohort, xz: 40, dwh: '301' }]);
  await load('classInfo', [{ bjdm: 'B', ywbm: 'B', bjmc: '一班', ...follow }]);
  await load('student', [
    {
      studentCode: 'S',
      studentNumber: 'S',
      studentName: '学生',
      xbm: '1',
      bjdm: 'B',
      ...follow,
      xslbdm: '42',
      dqztm: '01',
    },
  ]);
  expect(await load('gradeMajor', [{ ...cohort, xz: 40, dwh: '302' }])).toMatchObject({ result: { stored: 1 } });
  expect(
    await query(
      `select class_info.dwh as "ofClass", student.dwh as "ofStudent"
        from base.class_info join base.student using (bjdm)`,
    ),
  ).toEqual([{ ofClass: '302', ofStudent: '302' }]);
  expect(
    await query(
      `select resource, after ->> 'dwh' as unit from base.operation_log where key = any($1) and before is not null
      order by id`,
      [['GM', 'B', 'S']],
    ),
  ).toEqual(['gradeMajor', 'classInfo', 'student'].map((resource) => ({ resource, unit: '302' })));
});
