import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  classStatistics,
  commonFunctions,
  createCommonFunction,
  ownScores,
  pendingEvaluations,
  schoolStatistics,
} from '@jwxt/contracts/home/home.operations.ts';
import { listSettings, saveListSetting } from '@jwxt/contracts/home/list-setting.operations.ts';
import {
  createMenuCategory,
  deleteMenuCategory,
  menuById,
  menuCategoryList,
  menuList,
  menusOfUser,
  updateMenu,
  updateMenuCategory,
  updateMenuSort,
} from '@jwxt/contracts/home/menu.operations.ts';
import { appSetting } from '@jwxt/contracts/home/app-setting.resource.ts';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { randomUUID } from 'node:crypto';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { startSchool, type School } from '../testing/school.ts';
import type { Browser } from '../testing/browser.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

let school: School;
let admin: Browser;
let teacher: Browser;
let student: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  [admin, teacher, student] = await Promise.all(
    ['admin', 'teacher1', 'student1'].map((name) => school.browser(name)) as [
      Promise<Browser>,
      Promise<Browser>,
      Promise<Browser>,
    ],
  );
});
afterAll(() => school.stop());

describe('common functions', () => {
  const visit = (browser: Browser, key: string, more: object = {}) =>
    browser.call(createCommonFunction, {
      roleId: key,
      url: `/jwxt/gly/scoreManage/${key}`,
      roleName: `页面${key}`,
      ...more,
    });

  // HOME-41, HOME-44, HOME-45, HOME-46
  it('visits are counted by person and listed six a page, most visited first', async () => {
    for (const [index, key] of ['a', 'b', 'c', 'd', 'e', 'f', 'g'].entries())
      for (let times = 0; times <= index; times += 1) expect((await visit(teacher, key)).code).toBe('200');
    const { rows, total } = await teacher.get(commonFunctions, { pageSize: 6, pageNo: 1 });
    expect(rows.map(({ roleId, visitNum }) => [roleId, visitNum])).toEqual([
      ['g', 7],
      ['f', 6],
      ['e', 5],
      ['d', 4],
      ['c', 3],
      ['b', 2],
    ]);
    expect(rows[0]).toEqual({ roleId: 'g', roleName: '页面g', url: '/jwxt/gly/scoreManage/g', visitNum: 7 });
    expect(total).toBe(7);
    expect((await admin.get(commonFunctions, {})).rows).toEqual([]);
  });

  // Decision 094.
  it('how somebody wants a list is kept with the account, the last change of it, and nobody else has it', async () => {
    const columns = [{ key: 'name', shown: false, pin: 'none' as const, chosen: true, width: 120 }];
    const view = { name: '不及格', search: { passed: '0', sort: 'courseName,desc' }, choices: null };
    for (const setting of [{ pageSize: 40 }, { pageSize: 20, choices: { columns, dense: true }, views: [view] }])
      expect((await teacher.call(saveListSetting, { listName: '/jwxt/x|成绩', setting })).code).toBe('200');
    expect((await teacher.get(listSettings, {})).list).toEqual([
      { listName: '/jwxt/x|成绩', setting: { pageSize: 20, choices: { columns, dense: true }, views: [view] } },
    ]);
    expect((await admin.get(listSettings, {})).list).toEqual([]);
    const unnamed = { views: [{ ...view, name: '' }] };
    expect(await teacher.call(saveListSetting, { listName: 'x', setting: unnamed })).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it.each([
    'https://evil.example/x',
    '//evil.example',
    'javascript:alert(1)',
    '/jwxt/gly/x?next=//evil',
    `/jwxt/${'x'.repeat(200)}`,
  ])('an address that is no page of the product is refused: %s', async (url) => {
    expect(await visit(teacher, 'x', { url })).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'url' }],
    });
  });
});

describe('figures of the school', () => {
  it('HOME-47, HOME-49: students in school, teachers on the job, and both together', async () => {
    await school.pool.query(`update base.student set dqztm = '03' where student_code = 'S2026003'`);
    await school.pool.query(`update base.teacher set dqztm = '01' where gh = 'T09'`);
    expect(await admin.get(schoolStatistics, {})).toEqual({ zxxs: 2, zxjs: 8, zrs: 10 });
  });

  // HOME-48, HOME-50
  it('classes in all and by year; those of other grades and graduated ones are not mixed in', async () => {
    const grade = (njdm: string) => insertReferenceRows(school.pool, 'grade', [{ njdm, njmc: `${njdm}级`, sfzx: '1' }]);
    for (const njdm of ['2025', '2024', '2023', '2022']) await grade(njdm);
    const add = (bjdm: string, njdm: string, sfby = '0') =>
      insertReferenceRows(school.pool, 'classInfo', [
        { bjdm, ywbm: bjdm, bjmc: bjdm, njzydm: 'M101', dwh: '101', zydm: 'Z101', njdm, xqdm: '1', sfby },
      ]);
    for (const [bjdm, njdm, sfby] of [
      ['X1', '2025', '0'],
      ['X2', '2024', '0'],
      ['X3', '2024', '0'],
      ['X4', '2023', '0'],
      ['X5', '2022', '1'],
    ] as const)
      await add(bjdm, njdm, sfby);
    expect(await admin.get(classStatistics, {})).toEqual({ zbjsl: 6, dyibjsl: 2, derbjsl: 1, dsanbjsl: 2, dsibjsl: 1 });
  });

  it('only those with indexQuery:show see them', async () => {
    expect(await teacher.call(schoolStatistics, {})).toMatchObject({ code: 'FORBIDDEN' });
    expect(await student.call(classStatistics, {})).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('evaluations', () => {
  it('HOME-51: counts what the person owes, and nothing that is done or of others', async () => {
    expect(await student.get(pendingEvaluations, {})).toEqual({ count: 0 });
    await insertReferenceRows(school.pool, 'evaluationTask', [
      { taskId: 'E1', userName: 'student1', teachingClassId: 'TC1', status: '0' },
      { taskId: 'E2', userName: 'student1', teachingClassId: 'TC2', status: '1' },
      { taskId: 'E3', userName: 'teacher1', teachingClassId: 'TC1', status: '0' },
    ]);
    expect(await student.get(pendingEvaluations, {})).toEqual({ count: 1 });
  });
});

describe('a student', () => {
  it('sees the own published scores and the credits they make, and nobody else’s', async () => {
    const attempt = (
      id: string,
      code: string,
      course: string,
      credit: number,
      final: number,
      replaces: string[] = [],
    ) =>
      school.pool.query(
        `insert into ${attemptTable} (attempt_id, student_code, student_number, student_name, course_id, course_num,
            course_name, course_credit, semester_id, exam_nature, final, final_name, remark_code, passed, source,
         apply_id, open_department_id, department_id, bjdm, njzydm, replaces, recorded_at, revision)
       values ($1, $2, $2, $2, $3, $3, '课程', $4, '2026-2027-1', '01', $5::int, '', '', $5::int >= 6000, 'entry', '',
         '101', '101', 'B101', 'M101', $6, now(), 0)`,
        [id, code, course, credit, final, replaces],
      );
    await attempt('A1', 'S2026001', 'K1', 40, 8000);
    await attempt('A2', 'S2026001', 'K2', 30, 5000);
    await attempt('A3', 'S2026001', 'K1', 40, 4000);
    await attempt('A4', 'S2026002', 'K1', 50, 8000);
    // A recognised score takes over what its source earned.
    await attempt('A5', 'S2026001', 'K4', 20, 9000);
    await attempt('A6', 'S2026001', 'K3', 20, 9000, ['K4']);
    const { rows, ...sums } = await student.get(ownScores, {});
    expect(Object.fromEntries(rows.map((row) => [row.attemptId, row.effective]))).toEqual({
      A1: true,
      A2: true,
      A3: false,
      A5: false,
      A6: true,
    });
    expect(sums).toEqual({ withheld: [], earnedCredit: 60, takenCredit: 90, passedNum: 2, failedNum: 1 });
  });

  it('HOME-26: reaches nothing but the calls of the personal home', async () => {
    const { rows } = await school.pool.query<{ qxbh: string }>(
      `select qxbh from base.role_permission where jsbh = '08'`,
    );
    const held = new Set(rows.map((row) => row.qxbh));
    for (const operation of operations.filter(
      (one) => permissionOf(one) !== null && !held.has(permissionOf(one) ?? ''),
    )) {
      expect(await student.call(operation, {}), operation.id).toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(
      [...held].filter((code) =>
        /^(score(Entry|Change|Log|Statistics)|system(Approve|:)|studentInfo:|homeMemu|indexQuery|menu:)/.test(code),
      ),
    ).toEqual([]);
    expect(await student.get(menusOfUser, { userName: 'student1' })).toEqual({ list: [] });
  });
});

describe('service tiles', () => {
  const categories = async () =>
    (await admin.get(menuCategoryList, { appId: 'jwxt', pageNum: 1, pageSize: 1000 })).list;
  const hidden = async () => (await admin.get(menuList, { dataStatus: 'HIDDEN' })).list;
  const id = () => ({ commandId: randomUUID() });
  beforeEach(async () => {
    // A category that earlier tests have left behind.
    for (const extra of (await categories()).filter(({ menuCatagoryName }) => /^分类|^平台$/.test(menuCatagoryName)))
      await admin.get(deleteMenuCategory, { ...id(), menuCatagoryId: extra.menuCatagoryId, version: extra.version });
  });

  it('APPS-15, APPS-16, APPS-17: every school starts with all 33 modules in categories of at most 12', async () => {
    const list = await categories();
    expect(list.flatMap(({ menuList: shown }) => shown)).toHaveLength(33);
    expect(Math.max(...list.map(({ menuList: shown }) => shown.length))).toBeLessThanOrEqual(12);
    expect(list[0]).toEqual({
      menuCatagoryId: '1',
      menuCatagoryName: '教学运行',
      appId: 'jwxt',
      sfqy: '1',
      icon: null,
      url: null,
      remark: null,
      version: 1,
      creator: null,
      editor: null,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      editTime: expect.any(String) as string,
      menuList: expect.any(Array) as unknown[],
    });
    expect(list[0]?.menuList.find(({ menuName }) => menuName === '成绩管理')).toEqual({
      menuId: '9',
      menuName: '成绩管理',
      menuType: '1',
      url: '/jwxt/gly/scoreManage',
      iconContent: 'clipboard-data',
      moduleId: '09',
      menuCatagoryId: '1',
      dataStatus: 'SHOW',
      sortNum: 5,
      version: 1,
    });
    expect(
      (await admin.get(menuCategoryList, { pageNum: 2, pageSize: 2 })).list.map(({ menuCatagoryId }) => menuCatagoryId),
    ).toEqual(['5', '7']);
  });

  it('APPS-18, APPS-23, APPS-25: tiles are listed by number, by state, by name and one by one', async () => {
    const all = (await admin.get(menuList, {})).list;
    expect(all.map(({ menuId }) => Number(menuId))).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
    expect((await hidden()).map(({ menuName, menuType }) => [menuName, menuType])).toEqual([
      ['课堂教学', '2'],
      ['选课结果', '2'],
    ]);
    expect((await admin.get(menuList, { menuCatagoryId: '5' })).list.map(({ menuName }) => menuName)).toEqual([
      '实践教学',
      '毕业论文',
      '实习管理',
      '实训管理',
    ]);
    const found = await admin.get(appSetting.operations.query, { menuName: '成绩', dataStatus: 'SHOW' });
    expect([found.total, found.rows.map(({ menuName }) => menuName)]).toEqual([1, ['成绩管理']]);
    expect((await admin.get(appSetting.operations.query, { pageNo: 2, pageSize: 20 })).rows).toHaveLength(15);
    expect((await admin.get(menuById, { menuId: '9' })).menuName).toBe('成绩管理');
    expect(await admin.call(menuById, { menuId: '99' })).toMatchObject({ code: 'MENU_UNKNOWN' });
  });

  it('APPS-26: a person’s tiles are those of modules that they may use; others’ only with menu:query', async () => {
    const names = (list: { menuList: { menuName: string }[] }[]) =>
      list.flatMap(({ menuList: shown }) => shown.map(({ menuName }) => menuName));
    const own = names((await teacher.get(menusOfUser, { userName: 'teacher1' })).list);
    expect(own).toContain('成绩管理');
    expect(own).toContain('消息中心');
    expect(own).not.toContain('系统管理');
    expect(names((await admin.get(menusOfUser, { userName: 'teacher1' })).list)).toEqual(own);
    expect(await teacher.call(menusOfUser, { userName: 'admin' })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await admin.call(menusOfUser, { userName: 'gone' })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('SHELL-46: with permission checking off every tile is a teacher’s', async () => {
    const free = await startSchool({ permissionCheck: false });
    try {
      const { list } = await (await free.browser('teacher1')).get(menusOfUser, { userName: 'teacher1' });
      expect(list.flatMap(({ menuList: shown }) => shown)).toHaveLength(33);
    } finally {
      await free.stop();
    }
  });

  // APPS-19, APPS-20, APPS-21, APPS-22, APPS-24, SYSADMIN-26
  it('a category is made, named, filled, ordered and removed', async () => {
    const { menuCatagoryId, menuCatagoryName } = await admin.get(createMenuCategory, id());
    expect([menuCatagoryId, menuCatagoryName]).toEqual(['11', '分类1']);
    const now = async () => (await categories()).find((category) => category.menuCatagoryId === menuCatagoryId);
    const version = async () => (await now())?.version ?? 0;
    await admin.get(updateMenuCategory, {
      ...id(),
      menuCatagoryId,
      menuCatagoryName: '平台',
      version: await version(),
    });
    for (const menu of await hidden())
      await admin.get(updateMenu, {
        ...id(),
        menuId: menu.menuId,
        menuCatagoryId,
        dataStatus: 'SHOW',
        version: menu.version,
      });
    expect((await now())?.menuList.map(({ menuId }) => menuId)).toEqual(['34', '35']);
    await admin.get(updateMenuSort, { ...id(), menuCatagoryId, menuIds: ['35', '34'], version: await version() });
    expect((await now())?.menuList.map(({ menuId }) => menuId)).toEqual(['35', '34']);
    await admin.get(deleteMenuCategory, { ...id(), menuCatagoryId, version: await version() });
    expect(await now()).toBeUndefined();
    expect((await hidden()).map(({ menuId }) => menuId)).toEqual(['34', '35']);
  });

  it.each([
    [
      'a name of spaces',
      updateMenuCategory,
      { menuCatagoryId: '1', menuCatagoryName: '  ', version: 1 },
      '请输入分类名称',
    ],
    [
      'a long name',
      updateMenuCategory,
      { menuCatagoryId: '1', menuCatagoryName: '一二三四五六七八九', version: 1 },
      '最多 8 个字符',
    ],
  ] as const)('%s is refused under its field', async (_what, operation, input, message) => {
    expect(await admin.call(operation, { ...id(), ...input })).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'menuCatagoryName', message }],
    });
  });

  it('HOME-18: only those with homeMemuIconManage:show may change the layout', async () => {
    expect(await teacher.call(createMenuCategory, id())).toMatchObject({ code: 'FORBIDDEN' });
    expect(await teacher.call(updateMenu, { ...id(), menuId: '9', dataStatus: 'HIDDEN', version: 1 })).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
