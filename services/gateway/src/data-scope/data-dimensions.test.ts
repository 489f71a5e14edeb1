import { afterAll, beforeAll, expect, test } from 'vitest';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import {
  queryDataDimensions,
  queryStudentDataDimensions,
  scopeDimensionChoices,
  updateDataDimension,
  updateStudentDataDimension,
} from '@jwxt/contracts/data-scope/data-dimension.operations.ts';
import { explainScope, saveDataPermission, scopesOfGroup } from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import { nodesBelow } from '@jwxt/contracts/kernel/function-tree.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';
import { renameClass } from '../testing/rename-class.ts';

let school: School;
let admin: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  admin = await school.browser('admin');
});
afterAll(() => school.stop());

const one = async (sjqxbh: string) => (await admin.get(queryDataDimensions, {})).find((row) => row.sjqxbh === sjqxbh)!;
type Terms = { wdmc?: string; sortNum?: number; sfqy?: '0' | '1' };
async function keep(sjqxbh: 'DW' | 'XQ', terms: Terms) {
  const { wdmc, sortNum, sfqy, version } = await one(sjqxbh);
  const input = { commandId: crypto.randomUUID(), sjqxbh, wdmc, sortNum, sfqy, version, ...terms };
  return await admin.call(updateDataDimension, input);
}
async function keepOfStudents(sjqxbh: 'DW' | 'XQ', terms: Terms) {
  const row = (await admin.get(queryStudentDataDimensions, {})).find((each) => each.sjqxbh === sjqxbh)!;
  const { wdmc, sortNum, sfqy, version } = { ...row, ...terms };
  const input = { commandId: crypto.randomUUID(), sjqxbh, wdmc, sortNum, sfqy, version };
  return await admin.get(updateStudentDataDimension, input);
}
async function save(node: string, values: Partial<Record<'XQ' | 'DW', string>>) {
  const yhzbh = '03';
  const { version } = await admin.get(scopesOfGroup, { yhzbh });
  return await admin.call(saveDataPermission, {
    commandId: crypto.randomUUID(),
    yhzbh,
    permissionIds: [...nodesBelow(node)],
    listDto: Object.entries(values).map(([sjqxbh, fwz]) => ({ yhzbh, qxbh: node, sjqxbh: sjqxbh as 'DW', fwz })),
    version,
  });
}

test('SYSADMIN-19: the six are fixed; name and order are the school’s, in choices, reasons and refusals', async () => {
  expect((await admin.get(queryDataDimensions, {})).map(({ sjqxbh, isTree }) => [sjqxbh, isTree])).toEqual([
    ['NJ', '0'],
    ['XQ', '0'],
    ['XSLB', '0'],
    ['DW', '1'],
    ['ZY', '0'],
    ['XZB', '0'],
  ]);
  expect(await one('DW')).toMatchObject({
    wdmc: '单位',
    sourceTable: '单位',
    macros: [{ code: '$DW' }, { code: '$DWB' }, { code: '$SELF' }],
  });
  expect(await keep('DW', { wdmc: '校区' })).toMatchObject({
    fieldErrors: [{ field: 'wdmc', message: '维度名称已存在' }],
  });
  expect(await keep('DW', { wdmc: '部门', sortNum: 0 })).toMatchObject({ code: '200' });
  const { all, student: ofStudents } = await admin.get(scopeDimensionChoices, {});
  expect(all[0]).toEqual({ sjqxbh: 'DW', wdmc: '部门', sfqy: '1' });
  expect(ofStudents[0]).toMatchObject({ sjqxbh: 'NJ' });

  const clerk = await school.browser('clerk1');
  const { answer } = await renameClass(school, '102', clerk);
  expect(answer.message).toBe('该数据不在您的数据权限范围内。您的“行政班修改”范围：部门：本单位及下级单位');
  const asked = { userName: 'clerk1', qxbh: 'examSet:query', subject: 'teachingClass' as const, key: 'TC1' };
  expect((await admin.get(explainScope, asked)).conclusion).toContain('部门范围（');
});

test('SYSADMIN-19: one that is switched off is not set anew, and goes on holding where it was saved', async () => {
  expect(await save('examSet:query', { XQ: '1' })).toMatchObject({ code: '200' });
  expect((await one('XQ')).usedBy).toBe(1);
  expect(await keep('XQ', { sfqy: '0' })).toMatchObject({ code: '200' });
  expect((await admin.get(scopesOfGroup, { yhzbh: '03' })).listDto).toContainEqual({
    yhzbh: '03',
    qxbh: 'examSet:query',
    sjqxbh: 'XQ',
    fwz: '1',
  });
  expect(await save('examSet:query', { XQ: '1', DW: '$DW' })).toMatchObject({ code: '200' });
  expect(await save('examSet:teacherSet', { XQ: '1' })).toMatchObject({
    fieldErrors: [{ field: 'listDto.0.fwz', message: '“校区”已停用，不能新设' }],
  });
  expect(await save('examSet:query', {})).toMatchObject({ code: '200' });
  expect(await save('examSet:query', { XQ: '1' })).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await keep('XQ', { sfqy: '1' })).toMatchObject({ code: '200' });
  const stale = { ...(await one('XQ')), commandId: crypto.randomUUID(), version: '1' };
  expect(await admin.call(updateDataDimension, stale)).toMatchObject({ code: 'DIMENSION_CHANGED' });
});

test('SYSADMIN-20: those of students tell the field that is read, and hold at functions about them', async () => {
  const rows = await admin.get(queryStudentDataDimensions, {});
  // What the page says is what lists of students are judged by.
  const scope = studentScope('student');
  for (const { sjqxbh, studentField, applyModules } of rows) {
    const fields: Readonly<Record<string, { column?: string | undefined }>> = student.fields;
    expect(`student.${fields[studentField]?.column ?? studentField}`).toBe(scope[sjqxbh]);
    expect(applyModules.length).toBeGreaterThan(0);
  }
  await keepOfStudents('XQ', { wdmc: '就读校区', sfqy: '0' });
  expect(await save('studentInfo:query', { XQ: '1' })).toMatchObject({
    fieldErrors: [{ field: 'listDto.0.fwz', message: '“就读校区”已停用，不能新设' }],
  });
  expect(await save('examSet:query', { XQ: '1' })).toMatchObject({ code: '200' });
  await keepOfStudents('DW', { wdmc: '学院' });
  const { rows: students } = await school.pool.query<{ key: string }>(
    `select student_code as key from base.student where dwh = '102' limit 1`,
  );
  const told = await admin.get(explainScope, {
    userName: 'clerk1',
    qxbh: 'studentInfo:query',
    subject: 'student',
    key: students[0]!.key,
  });
  expect(told.conclusion).toContain('学院限');
  const clerk = await school.browser('clerk1');
  expect(await clerk.call(queryStudentDataDimensions, {})).toMatchObject({ code: 'FORBIDDEN' });
});
