import { classInfo } from '@jwxt/contracts/base-info/major.resource.ts';
import {
  explainScope,
  saveDataPermission,
  scopeGroups,
  scopesOfGroup,
  scopeValues,
} from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import { queryExamSets } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { nodesBelow } from '@jwxt/contracts/kernel/function-tree.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';
import { renameClass } from '../testing/rename-class.ts';

/* SYSADMIN-10: data permissions, as an administrator sets them and as everybody meets them on real rows. */

let school: School;
let admin: Browser;
let clerk: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [admin, clerk] = await Promise.all([school.browser('admin'), school.browser('clerk1')]);
});
afterAll(() => school.stop());

async function save(node: string, values: Record<string, string>, yhzbh = '03') {
  const { version } = await admin.get(scopesOfGroup, { yhzbh });
  return await admin.get(saveDataPermission, {
    commandId: crypto.randomUUID(),
    yhzbh,
    permissionIds: [...nodesBelow(node)],
    listDto: Object.entries(values).map(([sjqxbh, fwz]) => ({ yhzbh, qxbh: node, sjqxbh: sjqxbh as 'DW', fwz })),
    version,
  });
}
const classesOf = async (browser: Browser) =>
  (await browser.get(queryExamSets, { semesterId: SEMESTER, pageNo: 1, pageSize: 100 })).list
    .map(({ teachingClassId }) => teachingClassId)
    .sort();

describe('the scope of a function', () => {
  // PERM-01
  it('PERM-31: is set for each user group, the roles; values and names are those of the base data', async () => {
    expect(await admin.get(scopeGroups, {})).toContainEqual({ yhzbh: '03', yhzmc: '院系教务员' });
    expect(await admin.get(scopeValues, { sjqxbh: 'DW', keyword: '数学' })).toEqual([
      { code: '102', name: '数学学院' },
    ]);
    expect((await admin.get(scopesOfGroup, { yhzbh: '03' })).listDto).toEqual([
      { yhzbh: '03', qxbh: '*', sjqxbh: 'DW', fwz: '$DW' },
    ]);
    expect(await clerk.call(scopeGroups, {})).toMatchObject({
      code: 'FORBIDDEN',
      message: '您没有执行此操作的权限：缺少“数据权限查询”权限',
    });
  });

  it('PERM-32, PERM-33: holds for that function and no other, at the next call', async () => {
    expect(await classesOf(clerk)).toEqual(['TC1', 'TC3']);
    await save('examSet:query', { DW: '102' });
    await expect.poll(() => classesOf(clerk)).toEqual(['TC2']);
    const { rows } = await clerk.get(classInfo.operations.query, { pageNo: 1, pageSize: 100 });
    expect(new Set(rows.map(({ dwh }) => dwh))).toEqual(new Set(['101']));
  });

  it('PERM-34: set on a parent it holds for all below, what they had of their own included', async () => {
    expect(await save('scoreManage', { DW: '$DWB' })).toEqual({ overwritten: 1 });
    await expect.poll(() => classesOf(clerk)).toEqual(['TC1', 'TC3']);
    await save('scoreManage', { DW: '$DW', XQ: '1' });
    await expect.poll(() => classesOf(clerk)).toEqual(['TC1', 'TC3']);
    await save('examSet:query', { DW: '$SELF' });
    await expect.poll(() => classesOf(clerk)).toEqual([]);
    await save('scoreManage', {});
    await expect.poll(() => classesOf(clerk)).toEqual(['TC1', 'TC3']);
  });

  it('a row outside is refused with what the own scope is, and nothing of the row', async () => {
    const { answer } = await renameClass(school, '102', clerk);
    expect(answer).toMatchObject({
      code: 'OUT_OF_SCOPE',
      message: '该数据不在您的数据权限范围内。您的“行政班修改”范围：单位：本单位及下级单位',
    });
  });
});

describe('why somebody sees a row, or does not', () => {
  const asked = { qxbh: 'examSet:query', subject: 'teachingClass' as const };

  it('names role, function, dimension and value that let in', async () => {
    const told = await admin.get(explainScope, { ...asked, userName: 'clerk1', key: 'TC1' });
    expect(told).toMatchObject({ seen: true, person: '孙教务（clerk1）', row: '教学班 计算机1班' });
    expect(told.conclusion).toBe(
      '能看到：角色“院系教务员”有“教学班与考试设置查询”权限，' +
        '单位范围（本单位及下级单位（计算机学院、软件系））包含“计算机学院”。范围设在“全部功能”。',
    );
  });

  it('names what keeps out: the dimension, or the permission that is missing', async () => {
    const told = await admin.get(explainScope, { ...asked, userName: 'clerk1', key: 'TC2' });
    expect(told.seen).toBe(false);
    expect(told.roles[0]?.dimensions).toEqual([
      {
        sjqxbh: 'DW',
        name: '单位',
        allowed: '本单位及下级单位（计算机学院、软件系）',
        value: '数学学院',
        passed: false,
      },
    ]);
    expect(
      (await admin.get(explainScope, { ...asked, qxbh: 'scoreEntry:save', userName: 'clerk1', key: 'TC1' })).conclusion,
    ).toBe('看不到：角色“院系教务员”没有“成绩录入”权限。');
  });

  it('knows what is one’s own', async () => {
    expect(await admin.get(explainScope, { ...asked, userName: 'teacher1', key: 'TC1' })).toMatchObject({ seen: true });
    expect(await admin.get(explainScope, { ...asked, userName: 'teacher1', key: 'TC2' })).toMatchObject({
      seen: false,
    });
  });

  it('is what lists show: for every person and class', async () => {
    for (const userName of ['office1', 'clerk1', 'clerk2', 'dean2', 'teacher1', 'auditor1']) {
      const browser = await school.browser(userName);
      const listed = await classesOf(browser);
      for (const key of ['TC1', 'TC2', 'TC3'])
        expect((await admin.get(explainScope, { ...asked, userName, key })).seen, `${userName} ${key}`).toBe(
          listed.includes(key),
        );
    }
  });

  it('says when there is no such person or row', async () => {
    expect(await admin.call(explainScope, { ...asked, userName: 'none', key: 'TC1' })).toMatchObject({
      code: 'SCOPE_PERSON_UNKNOWN',
    });
    expect(await admin.call(explainScope, { ...asked, userName: 'clerk1', key: 'TC9' })).toMatchObject({
      code: 'SCOPE_ROW_UNKNOWN',
    });
  });
});
