import { afterAll, beforeAll, expect, test } from 'vitest';
import { parameterRows } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import { codeRuleRows } from '@jwxt/infra/base-data/code-rule.data.ts';
import { load, oneRow } from '../testing/command-sample.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
  await loadScoreSchool(t);
  await load(t, 'parameter', parameterRows);
  await load(t, 'codeRule', codeRuleRows);
});
afterAll(() => t.stop());

const as = (actor: (typeof people)['office']) => ({ actor });
const generate = (actor = people.office) =>
  t.accept<{ code: string; expiresAt: string }>(
    'codeRule.generate',
    { objectType: '1', values: { kkxy: '101' } },
    as(actor),
  );

// SYSADMIN-07
test('those who ask for a number at once get one each, and no number twice', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => generate()));
  expect(new Set(made.map(({ code }) => code)).size).toBe(12);
  expect(made.map(({ code }) => code).toSorted()[0]).toBe('10100001');
});

test('a number that is given back is not made again, and only who has it may give it back', async () => {
  const { code } = await generate();
  expect(await t.send('codeRule.release', { objectType: '1', code }, as(people.dean))).toMatchObject({
    code: 'CODE_NOT_RESERVED',
  });
  await t.accept('codeRule.release', { objectType: '1', code }, as(people.office));
  expect(await t.send('codeRule.release', { objectType: '1', code }, as(people.office))).toMatchObject({
    code: 'CODE_NOT_RESERVED',
    message: `编号“${code}”没有为您占位，或占位已过期、已使用`,
  });
  expect((await generate()).code).not.toBe(code);
});

test('a number that a course has is passed over; one that is kept for somebody else is refused to others', async () => {
  const next = (code: string) => String(Number(code) + 1).padStart(code.length, '0');
  const { code } = await generate();
  const taken = next(code);
  const values = {
    ywbm: taken,
    kcmc: '占号课程',
    kcywmc: null,
    kkxy: '101',
    kcsx: '1',
    kcxz: '01',
    kcbj: null,
    kclb: null,
    xf: '2',
    zxs: '32',
    zhxs: null,
    khfs: '1',
    ksfs: null,
    scoreHierarchyCode: 'bfz',
    kcfzrh: null,
    pyccm: null,
    gbkch: null,
    qyrq: null,
    tyrq: null,
    kcjj: null,
    sfqy: '1',
    xsmx: [],
  };
  await load(t, 'dataDict', [
    { dmlb: 'XTGL_KCSXDMJ', dm: '1', mc: '必修', pxh: 1 },
    { dmlb: 'XTGL_KCXZDMJ', dm: '01', mc: '公共基础', pxh: 1 },
    { dmlb: 'XTGL_KSXS', dm: '1', mc: '考试', pxh: 1 },
  ]);
  const create = (ywbm: string, kch: string, actor = people.office) =>
    t.send('courseManage.create', { values: { ...values, ywbm, kcmc: kch } }, as(actor));
  expect(await create(taken, '占号')).toMatchObject({ status: 'accepted' });
  expect((await generate()).code).toBe(next(taken));
  expect(await create(code, '抢号', people.dean)).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'values.ywbm', message: expect.stringContaining('占位') as string }],
  });
  expect(await create(code, '自己的号')).toMatchObject({ status: 'accepted' });
  expect(await oneRow<{ state: string }>(t, 'select state from base.code_reservation where code = $1', [code])).toEqual(
    { state: '1' },
  );
});

test('what the rule asks for is named; without a rule in use there is no number', async () => {
  expect(await t.send('codeRule.generate', { objectType: '1', values: {} }, as(people.office))).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'values.kkxy', message: '请先选择开课单位' }],
  });
  await t.app.services.pool.query(`update base.code_rule set sfqy = '0'`);
  expect(
    await t.send('codeRule.generate', { objectType: '1', values: { kkxy: '101' } }, as(people.office)),
  ).toMatchObject({ code: 'CODE_RULE_MISSING' });
  await t.app.services.pool.query(`update base.code_rule set sfqy = '1'`);
});

// SYSADMIN-03
test('of a parameter that programs read only the value changes, by its kind, and it stays', async () => {
  const { sortNum, ...known } = parameterRows.find(({ paramCode }) => paramCode === 'CJ_JGX')!;
  const row = { ...known, sortNum };
  const change = async (values: object) => {
    const { version } = await oneRow<{ version: string }>(
      t,
      `select xmin::text as version from base.parameter where param_code = 'CJ_JGX'`,
    );
    return await t.send('sysSet.update', { key: 'CJ_JGX', version, values: { ...row, ...values } });
  };
  expect(await change({ paraValue: '101' })).toMatchObject({ fieldErrors: [{ field: 'values.paraValue' }] });
  expect(await change({ paraName: '及格分' })).toMatchObject({
    fieldErrors: [{ field: 'values.paraName', message: '系统内置参数只能修改参数值' }],
  });
  expect(await change({ paraValue: '70' })).toMatchObject({ status: 'accepted' });
  expect(
    await oneRow(
      t,
      `select before->>'para_value' as was, after->>'para_value' as now from base.operation_log
        where resource = 'parameter' and key = 'CJ_JGX' and operation = 'update'`,
    ),
  ).toEqual({ was: '60', now: '70' });
  expect(await t.send('sysSet.delete', { key: 'CJ_JGX' })).toMatchObject({
    message: '“及格线”是系统内置参数，不能删除',
  });
  await load(t, 'parameter', [{ paramCode: 'DEMO_NOW', paraName: '演示数据基准时间', paraValue: 'x' }]);
  expect(await t.send('sysSet.delete', { key: 'DEMO_NOW' })).toMatchObject({
    message: '“演示数据基准时间”由演示数据写入，不能修改',
  });
});

test('nobody changes the operation log', async () => {
  await expect(t.app.services.pool.query(`update base.operation_log set name = 'x'`)).rejects.toThrow('only added to');
});
