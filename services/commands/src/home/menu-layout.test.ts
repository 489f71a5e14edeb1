import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MENUS_A_CATEGORY } from '@jwxt/contracts/home/menu.vocabulary.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
});
afterAll(async () => {
  await t.stop();
});

const query = async <R = Record<string, unknown>>(sql: string) => (await t.app.services.pool.query(sql)).rows as R[];
const menu = (id: number, menuCatagoryId: string | null, sortNum = 0) => ({
  menuId: String(id),
  menuName: `应用${String(id)}`,
  menuType: '1',
  url: `/jwxt/gly/m${String(id)}`,
  iconContent: 'apps',
  moduleId: null,
  menuCatagoryId,
  dataStatus: menuCatagoryId === null ? 'HIDDEN' : 'SHOW',
  sortNum,
});

/** Category 1 shows 1, 2 and 3; category 3 is empty; 4 and 5 are in the pool. */
beforeEach(async () => {
  await query('delete from base.menu; delete from base.menu_category; delete from base.operation_log');
  await t.accept('reference.load', {
    resource: 'menuCategory',
    rows: [
      { menuCatagoryId: '1', menuCatagoryName: '教学', sortNum: 1 },
      { menuCatagoryId: '3', menuCatagoryName: '系统', sortNum: 2 },
    ],
  });
  await t.accept('reference.load', {
    resource: 'menu',
    rows: [menu(1, '1', 1), menu(2, '1', 2), menu(3, '1', 3), menu(4, null), menu(5, null)],
  });
});

const tiles = async (category: string) =>
  (
    await query<{ menu_id: string }>(
      `select menu_id from base.menu where menu_catagory_id = '${category}' and data_status = 'SHOW' order by sort_num`,
    )
  ).map((row) => row.menu_id);

// APPS-04, APPS-05, APPS-22
test('a tile of the pool is shown at the end of the category that it is put into', async () => {
  await t.accept('menu.place', { menuId: '4', menuCatagoryId: '1', dataStatus: 'SHOW', version: 1 });
  expect(await query(`select data_status, menu_catagory_id from base.menu where menu_id = '4'`)).toEqual([
    { data_status: 'SHOW', menu_catagory_id: '1' },
  ]);
  expect(await tiles('1')).toEqual(['1', '2', '3', '4']);
  expect(
    await query(
      `select user_name, before->>'data_status' as was, after->>'data_status' as is from base.operation_log
        where resource = 'menu' and operation = 'set'`,
    ),
  ).toEqual([{ user_name: 'admin', was: 'HIDDEN', is: 'SHOW' }]);
});

test('APPS-06, APPS-07: a tile that is taken out is hidden and belongs to no category', async () => {
  await t.accept('menu.place', { menuId: '2', menuCatagoryId: null, dataStatus: 'HIDDEN', version: 1 });
  expect(await query(`select data_status, menu_catagory_id from base.menu where menu_id = '2'`)).toEqual([
    { data_status: 'HIDDEN', menu_catagory_id: null },
  ]);
  expect(await tiles('1')).toEqual(['1', '3']);
});

test('APPS-09, APPS-10: a category holds at most 12 tiles; a thirteenth is refused and nothing changes', async () => {
  await t.accept('reference.load', {
    resource: 'menu',
    rows: Array.from({ length: MENUS_A_CATEGORY - 3 }, (_, index) => menu(10 + index, '1', 10 + index)),
  });
  expect(await tiles('1')).toHaveLength(12);
  expect(
    await t.send('menu.place', { menuId: '4', menuCatagoryId: '1', dataStatus: 'SHOW', version: 1 }),
  ).toMatchObject({ code: 'MENU_CATEGORY_FULL', message: '“教学”已满，每个分类最多放 12 个应用' });
  expect(await tiles('1')).toHaveLength(12);
});

// APPS-08, APPS-24
test('the tiles of a category take the order that is sent, which must name each of them', async () => {
  const order = (menuIds: string[], version: number) => t.send('menu.sort', { menuCatagoryId: '1', menuIds, version });
  expect(await order(['3', '1', '2'], 1)).toMatchObject({ status: 'accepted' });
  expect(await tiles('1')).toEqual(['3', '1', '2']);
  expect(await order(['3', '1'], 2)).toMatchObject({ code: 'MENU_CHANGED' });
  expect(await order(['3', '1', '4'], 2)).toMatchObject({ code: 'MENU_CHANGED' });
  expect(await tiles('1')).toEqual(['3', '1', '2']);
});

// APPS-13, APPS-14, APPS-19
test('a new category gets the last id plus 2 and the next free name, once however often it is sent', async () => {
  const commandId = randomUUID();
  expect(await t.accept('menuCategory.add', { appId: 'jwxt' }, { commandId })).toEqual({
    menuCatagoryId: '5',
    menuCatagoryName: '分类1',
  });
  expect(await t.accept('menuCategory.add', { appId: 'jwxt' }, { commandId })).toEqual({
    menuCatagoryId: '5',
    menuCatagoryName: '分类1',
  });
  expect(await t.accept('menuCategory.add', { appId: 'jwxt' })).toEqual({
    menuCatagoryId: '7',
    menuCatagoryName: '分类2',
  });
  expect(await t.send('menuCategory.add', { appId: 'jwxt', menuCatagoryName: '教学' })).toMatchObject({
    code: 'MENU_CATEGORY_NAMED',
    fieldErrors: [{ field: 'menuCatagoryName' }],
  });
});

test('APPS-20: a category is renamed, and keeps what the call does not name', async () => {
  await query(`update base.menu_category set remark = '说明' where menu_catagory_id = '3'`);
  await t.accept('menuCategory.change', { menuCatagoryId: '3', menuCatagoryName: '平台', version: 1 });
  expect(
    await query(
      `select menu_catagory_name, remark, version, editor from base.menu_category where menu_catagory_id = '3'`,
    ),
  ).toEqual([{ menu_catagory_name: '平台', remark: '说明', version: 2, editor: '姓名admin' }]);
  expect(
    await t.send('menuCategory.change', { menuCatagoryId: '3', menuCatagoryName: '教学', version: 2 }),
  ).toMatchObject({ code: 'MENU_CATEGORY_NAMED' });
});

test('APPS-11, APPS-21: a removed category leaves its tiles in the pool; the last one is kept', async () => {
  await t.accept('menuCategory.remove', { menuCatagoryId: '1', version: 1 });
  expect(await query(`select menu_id from base.menu where data_status = 'HIDDEN' order by menu_id`)).toEqual(
    ['1', '2', '3', '4', '5'].map((id) => ({ menu_id: id })),
  );
  expect(await t.send('menuCategory.remove', { menuCatagoryId: '3', version: 1 })).toMatchObject({
    code: 'MENU_CATEGORY_LAST',
    message: '请至少保留一个分类',
  });
  expect(await query('select menu_catagory_id from base.menu_category')).toEqual([{ menu_catagory_id: '3' }]);
});

test('of two administrators who move the same tile the second is told who was first, and loses nothing', async () => {
  const second = { actor: person('office1') };
  await t.accept('menu.place', { menuId: '1', menuCatagoryId: '3', dataStatus: 'SHOW', version: 1 });
  expect(
    await t.send('menu.place', { menuId: '1', menuCatagoryId: null, dataStatus: 'HIDDEN', version: 1 }, second),
  ).toMatchObject({ code: 'MENU_CHANGED', message: '“应用1”刚被姓名admin调整过，已为您显示最新的布局，请重新操作' });
  expect(await tiles('3')).toEqual(['1']);
  // What each does with another tile goes through.
  await t.accept('menu.place', { menuId: '4', menuCatagoryId: '3', dataStatus: 'SHOW', version: 1 }, second);
  expect(await tiles('3')).toEqual(['1', '4']);
  // An order that was made without the new tile is not taken.
  expect(await t.send('menu.sort', { menuCatagoryId: '1', menuIds: ['3', '2'], version: 1 }, second)).toMatchObject({
    code: 'MENU_CHANGED',
  });
  expect(await t.send('menuCategory.remove', { menuCatagoryId: '3', version: 1 }, second)).toMatchObject({
    code: 'MENU_CHANGED',
  });
});

test('two drops into the last free place at the same moment: one is shown, the other refused', async () => {
  await t.accept('reference.load', {
    resource: 'menu',
    rows: Array.from({ length: MENUS_A_CATEGORY - 4 }, (_, index) => menu(10 + index, '1', 10 + index)),
  });
  const outcomes = await Promise.all(
    ['4', '5'].map((menuId) => t.send('menu.place', { menuId, menuCatagoryId: '1', dataStatus: 'SHOW', version: 1 })),
  );
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['accepted', 'refused']);
  expect(await tiles('1')).toHaveLength(MENUS_A_CATEGORY);
});

test('HOME-46: each click on a menu link counts one visit of that page, for that person', async () => {
  await t.accept('reference.load', {
    resource: 'userAccount',
    rows: ['u1', 'u2'].map((userName) => ({ userName, name: userName, kind: 'casual', password: 'Jwxt@2026' })),
  });
  const visit = (userName: string, roleName: string) =>
    t.accept(
      'commonFunction.visit',
      { roleId: 'entry', url: '/jwxt/gly/scoreManage/entry', roleName },
      { actor: person(userName) },
    );
  await visit('u1', '录入');
  await visit('u1', '成绩录入');
  await visit('u2', '成绩录入');
  expect(
    await query('select user_name, role_id, role_name, visit_num from base.common_function order by user_name'),
  ).toEqual([
    { user_name: 'u1', role_id: 'entry', role_name: '成绩录入', visit_num: 2 },
    { user_name: 'u2', role_id: 'entry', role_name: '成绩录入', visit_num: 1 },
  ]);
});
