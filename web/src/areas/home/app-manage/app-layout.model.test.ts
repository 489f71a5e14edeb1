import type { MenuCategoryView, MenuItemView } from '@jwxt/contracts/home/menu.operations.ts';
import { MENUS_A_CATEGORY, menuHome, nextCategoryId, nextCategoryName } from '@jwxt/contracts/home/menu.vocabulary.ts';
import { describe, expect, it } from 'vitest';
import {
  after,
  dropped,
  moved,
  POOL,
  surfaceTarget,
  tabTarget,
  tileTarget,
  type AppLayout,
} from './app-layout.model.ts';

const menu = (id: number, menuCatagoryId: string | null = null): MenuItemView => ({
  menuId: String(id),
  menuName: `应用${String(id)}`,
  menuType: '1',
  url: `/jwxt/gly/m${String(id)}`,
  iconContent: 'apps',
  moduleId: null,
  menuCatagoryId,
  dataStatus: menuCatagoryId === null ? 'HIDDEN' : 'SHOW',
  sortNum: id,
  version: 1,
});
const category = (id: string, ids: number[]): MenuCategoryView => ({
  menuCatagoryId: id,
  menuCatagoryName: `第${id}类`,
  appId: 'jwxt',
  sfqy: '1',
  icon: null,
  url: null,
  remark: null,
  version: 1,
  creator: null,
  editor: null,
  createTime: '2026-11-22 08:00:00',
  editTime: '2026-11-22 08:00:00',
  menuList: ids.map((one) => menu(one, id)),
});
const layout: AppLayout = {
  categories: [
    category('1', [1, 2, 3]),
    category(
      '3',
      Array.from({ length: MENUS_A_CATEGORY }, (_, index) => 10 + index),
    ),
    category('5', []),
  ],
  pool: [menu(4), menu(5)],
};
const ids = (list: readonly MenuItemView[] | undefined) => list?.map(({ menuId }) => menuId);
const kindOf = (menuId: string, target: string) => dropped(layout, menuId, target)?.kind ?? null;

describe('dropping a tile', () => {
  it('APPS-04, APPS-05: from the pool onto a tab, its surface or a tile in it: shown there', () => {
    for (const target of [tabTarget('1'), surfaceTarget('1'), tileTarget('2')])
      expect(dropped(layout, '4', target), target).toMatchObject({
        kind: 'show',
        menu: { menuId: '4' },
        category: { menuCatagoryId: '1' },
      });
    const shown = after(layout, dropped(layout, '4', tabTarget('1'))!);
    expect(ids(shown.categories[0]?.menuList)).toEqual(['1', '2', '3', '4']);
    expect(ids(shown.pool)).toEqual(['5']);
  });

  it('APPS-07: on the pool, or on a tile of the pool: hidden', () => {
    expect(dropped(layout, '2', POOL)).toMatchObject({ kind: 'hide', menu: { menuId: '2' } });
    expect(kindOf('2', tileTarget('5'))).toBe('hide');
    const hidden = after(layout, dropped(layout, '2', POOL)!);
    expect([ids(hidden.categories[0]?.menuList), ids(hidden.pool)]).toEqual([
      ['1', '3'],
      ['2', '4', '5'],
    ]);
  });

  it('APPS-08: on another tile of the same tab: takes its place', () => {
    expect(dropped(layout, '1', tileTarget('3'))).toMatchObject({ kind: 'sort', menuIds: ['2', '3', '1'] });
    expect(dropped(layout, '3', tileTarget('1'))).toMatchObject({ kind: 'sort', menuIds: ['3', '1', '2'] });
    expect(ids(after(layout, dropped(layout, '1', tileTarget('3'))!).categories[0]?.menuList)).toEqual(['2', '3', '1']);
  });

  it('APPS-09, APPS-10: into a full tab: nothing changes', () => {
    for (const dragged of ['4', '1']) {
      const change = dropped(layout, dragged, tabTarget('3'));
      expect(change?.kind).toBe('full');
      expect(after(layout, change!)).toEqual(layout);
    }
    expect(kindOf('10', tileTarget('12'))).toBe('sort');
  });

  it('another tab takes a tile over; where it is already, or nowhere, nothing happens', () => {
    expect(dropped(layout, '1', tabTarget('5'))).toMatchObject({ kind: 'show', category: { menuCatagoryId: '5' } });
    expect([
      kindOf('1', tabTarget('1')),
      kindOf('1', tileTarget('1')),
      kindOf('4', POOL),
      kindOf('4', tileTarget('5')),
      kindOf('4', 'tab:99'),
      kindOf('99', POOL),
    ]).toEqual([null, null, null, null, null, null]);
  });

  it('by keyboard a tile moves one place, and no further than the ends', () => {
    const [first] = layout.categories;
    expect(moved(first!, '2', 0)).toMatchObject({ menuIds: ['2', '1', '3'] });
    expect([moved(first!, '1', -1), moved(first!, '3', 3), moved(first!, '2', 1), moved(first!, '9', 0)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('new categories', () => {
  it('APPS-13: the id is the last one plus 2', () => {
    expect([nextCategoryId(['1', '3', '9']), nextCategoryId(['9', '11']), nextCategoryId([])]).toEqual([
      '11',
      '13',
      '1',
    ]);
  });

  it('APPS-14: the name is 分类 and the smallest free number', () => {
    expect([nextCategoryName(['教学']), nextCategoryName(['分类1', '分类3'])]).toEqual(['分类1', '分类2']);
  });
});

it('HOME-23: a tile leads to the home of its module', () => {
  expect(menuHome('/jwxt/gly/scoreManage')).toBe('/jwxt/gly/scoreManage/scoreManageHome');
});
