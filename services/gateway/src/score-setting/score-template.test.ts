import { afterAll, beforeAll, expect, test } from 'vitest';
import { hierarchySet } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { scoreTemplate } from '@jwxt/contracts/score-setting/score-template.resource.ts';
import { scoreValue } from '@jwxt/contracts/score-setting/score-value.resource.ts';
import { sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Browser } from '../testing/browser.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

/*
 * Templates (SCORE-MORE-20) and grade systems (SCORE-MORE-23) on their pages; sheets keep what they were set up with.
 */

const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  office = await school.browser('office1');
});
afterAll(() => school.stop());

const item = (scoreSubItemName: string, scoreSubItemProportion: number, isExamItem: '0' | '1' = '0') => ({
  scoreSubItemName,
  scoreSubItemProportion,
  scoreHierarchyCode: 'bfz',
  isExamItem,
  min: null,
  max: null,
  dataKey: null,
  enable: null,
});
const values = {
  scoreTemplateName: '平时50%+期末50%',
  scoreHierarchyCode: 'bfz',
  digit: 1,
  teacherAdjust: '0' as const,
  isDefault: '0' as const,
  sfqy: '1' as const,
  items: [item('平时', 50), item('期末', 50, '1')],
};
const { create, detail, update, delete: remove, query } = scoreTemplate.operations;
/** The rules that the sheet of TC1, or another, stamps its scores with. */
const stamped = async (sheetId = 'TC1.1') =>
  (await school.pool.query<{ rules: unknown }>(`select rules from ${sheetTable} where sheet_id = $1`, [sheetId]))
    .rows[0]?.rules;
/** Published scores of TC2 with their stamps. */
const published = async () =>
  (
    await school.pool.query<{ final_name: string }>(
      `select attempt_id, final, final_name, passed, rule_version, hierarchy_code from ${attemptTable}
        where teaching_class_id = 'TC2'`,
    )
  ).rows;

test('SCORE-MORE-20: a template is made, found by name, changed and removed; a name is given once', async () => {
  const { key } = await office.get(create, { commandId: id(), values });
  expect(
    (await office.get(query, { scoreTemplateName: '50%+期末' })).rows.map((row) => row.scoreTemplateName),
  ).toContain('平时50%+期末50%');
  expect((await office.call(create, { commandId: id(), values })).fieldErrors).toEqual([
    { field: 'values.scoreTemplateName', message: '已有相同名称的模板' },
  ]);
  expect(
    (
      await office.call(create, {
        commandId: id(),
        values: { ...values, scoreTemplateName: '另一个', items: [item('平时', 50)] },
      })
    ).fieldErrors,
  ).toEqual([{ field: 'values.items', message: '各分项比例之和应为100，现为50，少50' }]);
  const { version, items } = await office.get(detail, { key });
  expect(items).toMatchObject([
    { dataKey: 'fx1', enable: 'true' },
    { dataKey: 'fx2', isExamItem: '1' },
  ]);
  await office.get(update, {
    commandId: id(),
    key,
    version,
    values: { ...values, items: [{ ...items[1]!, scoreSubItemProportion: 100 }] },
  });
  expect((await office.get(detail, { key })).items).toMatchObject([{ scoreSubItemName: '期末', dataKey: 'fx2' }]);
  await office.get(remove, { commandId: id(), key });
});

test('SCORE-MORE-20: a used template is not removed: who uses it is named, and it can be stopped (C3)', async () => {
  expect(await office.call(remove, { commandId: id(), key: 'T4060' })).toMatchObject({
    status: 409,
    code: 'RESOURCE_IN_USE',
    message: '“平时40%+期末60%”正在使用：默认模板 1 处、教学班 3 个，不能删除',
  });
  const { key } = await office.get(create, { commandId: id(), values });
  await school.pool.query(`update base.teaching_class set score_template_id = $1 where teaching_class_id = 'TC3'`, [
    key,
  ]);
  expect(await office.call(remove, { commandId: id(), key })).toMatchObject({
    message: '“平时50%+期末50%”正在使用：教学班 1 个，不能删除',
  });
  const { version } = await office.get(detail, { key });
  await office.get(update, { commandId: id(), key, version, values: { ...values, sfqy: '0' } });
  await school.pool.query(`update base.teaching_class set score_template_id = null where teaching_class_id = 'TC3'`);
  await office.get(remove, { commandId: id(), key });
});

// SCORE-MORE-20
test('there is always a default template; a new one replaces the one before, and both changes are logged', async () => {
  const before = await office.get(detail, { key: 'T4060' });
  const { scoreTemplateName, scoreHierarchyCode, digit, teacherAdjust, items } = before;
  expect(
    (
      await office.call(update, {
        commandId: id(),
        key: 'T4060',
        version: before.version,
        values: { scoreTemplateName, scoreHierarchyCode, digit, teacherAdjust, items, sfqy: '1', isDefault: '0' },
      })
    ).fieldErrors,
  ).toEqual([{ field: 'values.isDefault', message: '总要有一个默认模板，请先把另一个模板设为默认' }]);
  const commandId = id();
  const { key } = await office.get(create, { commandId, values: { ...values, isDefault: '1' } });
  expect((await office.get(detail, { key: 'T4060' })).isDefault).toBe('0');
  const { rows } = await school.pool.query(
    `select key, operation, before ->> $2 as before, after ->> $2 as after from base.operation_log where command_id = $1
      order by id`,
    [commandId, 'is_default'],
  );
  expect(rows).toEqual([
    { key, operation: 'create', before: null, after: '1' },
    { key: 'T4060', operation: 'update', before: '1', after: '0' },
  ]);
});

// SCORE-MORE-20, SCORE-MORE-23
test('a later edit of template or bands leaves set-up sheets, published scores and stamps as they were', async () => {
  const [teacher2, dean2, registrar] = (await Promise.all(
    ['teacher2', 'dean2', 'registrar1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser];
  await office.get(hierarchySet, {
    commandId: id(),
    status: '1',
    semesterId: SEMESTER,
    teachingClassId: 'TC2',
    scoreType: '1',
    scoreHierarchyCode: 'wjz',
  });
  const applyId = await submitSheet(teacher2, 'TC2', { S2026003: { ps: '95', qm: '95' } });
  await decide(dean2, applyId, '0');
  await decide(registrar, applyId, '0');
  await expect.poll(published).toMatchObject([{ final_name: '优秀(95.00)', hierarchy_code: 'wjz' }]);
  const [scoresBefore, rulesBefore] = [await published(), await stamped('TC2.1')];
  const teacher = await school.browser('teacher1');
  const scores = () => teacher.get(sheet, { teachingClassId: 'TC1', scoreType: '1' });
  const [before, shownBefore] = [await stamped(), await scores()];
  const known = await office.get(detail, { key: 'T4060' });
  await office.get(update, {
    commandId: id(),
    key: 'T4060',
    version: known.version,
    values: { ...values, scoreTemplateName: '平时40%+期末60%', items: [item('期末', 100, '1')] },
  });
  const bands = await office.get(scoreValue.operations.detail, { key: 'wjz' });
  await office.get(scoreValue.operations.update, {
    commandId: id(),
    key: 'wjz',
    version: bands.version,
    values: {
      scoreHierarchyCode: 'wjz',
      scoreHierarchyName: '五级制',
      sfqy: '1',
      scoreValues: bands.scoreValues.map((band) =>
        band.scoreValueCode === '1' ? { ...band, scoreValueName: '优', scorePercentileValue: '92.5' } : band,
      ),
    },
  });
  expect(await stamped()).toEqual(before);
  expect([await published(), await stamped('TC2.1')]).toEqual([scoresBefore, rulesBefore]);
  expect((await scores()).items).toEqual(shownBefore.items);
  expect(
    (
      await school.pool.query(
        `select score_percentile_value as value, sort_num from base.score_value
          where score_hierarchy_code = 'wjz' and score_value_code = '1'`,
      )
    ).rows,
  ).toEqual([{ value: 9250, sort_num: 1 }]);
  // The upgrade that brings standard rows finds the band changed by the school.
  expect(
    (await school.pool.query(`select key, operation from base.operation_log where resource = 'scoreValue'`)).rows,
  ).toEqual([{ key: 'wjz/1', operation: 'update' }]);
});

// SCORE-MORE-23
test('a grade system is made, read in order and removed with its bands; used ones and percentage stay', async () => {
  const band = (
    scoreValueCode: string,
    scoreValueName: string,
    min: string,
    max: string,
    value: string,
    passSign: '0' | '1',
  ) => ({
    scoreValueCode,
    scoreValueName,
    scorePercentileMinValue: min,
    scorePercentileMaxValue: max,
    scorePercentileValue: value,
    passSign,
  });
  const system = {
    scoreHierarchyCode: 'sjz',
    scoreHierarchyName: '三级制',
    sfqy: '1' as const,
    scoreValues: [
      band('A', '优', '85', '100', '90', '1'),
      band('B', '可', '60', '84.99', '70', '1'),
      band('C', '否', '0', '59.99', '0', '0'),
    ],
  };
  const { operations } = scoreValue;
  expect(await office.get(operations.create, { commandId: id(), values: system })).toEqual({ key: 'sjz' });
  expect((await office.get(operations.detail, { key: 'sjz' })).scoreValues).toMatchObject([
    { scoreValueName: '优', scorePercentileMinValue: '85' },
    { scoreValueName: '可', scorePercentileMaxValue: '84.99' },
    { scoreValueName: '否' },
  ]);
  expect(
    (await office.call(operations.create, { commandId: id(), values: { ...system, scoreHierarchyName: '另一个' } }))
      .fieldErrors,
  ).toEqual([{ field: 'values.scoreHierarchyCode', message: '已有相同的等级制代码' }]);
  expect((await office.call(operations.delete, { commandId: id(), key: 'bfz' })).message).toBe(
    '“百分制”是其他等级制的基准，不能修改或删除',
  );
  expect((await office.call(operations.delete, { commandId: id(), key: 'wjz' })).message).toMatch(
    /^“五级制”正在使用：.*成绩模板 2 个.*，不能删除$/,
  );
  await office.get(operations.delete, { commandId: id(), key: 'sjz' });
  expect((await school.pool.query(`select from base.score_value where score_hierarchy_code = 'sjz'`)).rowCount).toBe(0);
});
