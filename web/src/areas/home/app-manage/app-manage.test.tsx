// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { category, renderHome, service } from '../home-page.fixture.tsx';
import { AppManageDialog } from './app-manage.dialog.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const hidden = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...service(String(50 + index), `隐藏${String(index + 1)}`, `/jwxt/gly/h${String(index)}`),
    menuCatagoryId: null,
    dataStatus: 'HIDDEN' as const,
  }));
const teaching = category('1', '教学', [service('1', '甲', '/jwxt/gly/a'), service('2', '乙', '/jwxt/gly/b')]);
const system = category('3', '系统', []);
const full = category(
  '5',
  '满',
  Array.from({ length: 12 }, (_, index) =>
    service(String(20 + index), `满${String(index)}`, `/jwxt/gly/f${String(index)}`),
  ),
);

function show(categories: (typeof teaching)[], pool = hidden(14)) {
  return renderHome(<AppManageDialog onClose={() => undefined} />, {
    answers: {
      '/menuCatagory/query': { list: categories, total: categories.length },
      '/menu/query': { list: pool },
      '/menu/update': { menuId: '' },
      '/menu/updateSort': { menuCatagoryId: '' },
      '/menuCatagory/create': { menuCatagoryId: '7', menuCatagoryName: '分类1' },
    },
  });
}
const dialog = () => screen.findByRole('dialog', { name: '应用管理' });
const posts = (sent: { method: string; path: string; fields: Record<string, string> }[]) =>
  sent.filter(({ method }) => method === 'POST');
const tiles = (of: HTMLElement) =>
  within(of)
    .getAllByText(/^(隐藏\d+|甲|乙)$/)
    .map((tile) => tile.textContent);

it('APPS-01, APPS-02, APPS-03: tabs are the categories; the pool is 760 wide and shows twelve a page', async () => {
  const { user } = show([teaching, system]);
  const box = await dialog();
  expect((await within(box).findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['教学2/12', '系统0/12']);
  const pool = within(box).getByTestId('app-pool');
  expect(pool.style.width).toBe('760px');
  expect(tiles(pool)).toHaveLength(12);
  await user.click(within(pool).getByRole('button', { name: '下一页' }));
  expect(tiles(pool)).toEqual(['隐藏13', '隐藏14']);
});

it('APPS-06: 移出 sets an item of a tab HIDDEN', async () => {
  const { user, sent } = show([teaching, system]);
  await user.click(await within(await dialog()).findByRole('button', { name: '移出：甲' }));
  await waitFor(() => {
    expect(posts(sent)).toHaveLength(1);
  });
  expect(posts(sent)[0]).toMatchObject({
    path: '/api/system/menu/update',
    fields: { menuId: '1', dataStatus: 'HIDDEN', version: '1' },
  });
});

it('what could not be saved is put back, and the dialog goes on saying so', async () => {
  const { user } = show([teaching, system]);
  const box = await dialog();
  const remove = await within(box).findByRole('button', { name: '移出：甲' });
  const answers = fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('/menu/update') ? Promise.reject(new TypeError('no line')) : answers(url, init),
  );
  await user.click(remove);
  expect(await within(box).findByText('上次修改未能保存，显示的是已保存的布局')).toBeTruthy();
  expect(within(box).getByRole('button', { name: '移出：甲' })).toBeTruthy();
});

it('APPS-04, APPS-05, APPS-08: without a mouse: an item’s menu shows it in a tab, or moves it one place', async () => {
  const { user, sent } = show([teaching, system]);
  const box = await dialog();
  (await within(box).findByRole('button', { name: '隐藏1：更多操作' })).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: '移到“系统”' }));
  await waitFor(() => {
    expect(posts(sent)[0]).toMatchObject({
      path: '/api/system/menu/update',
      fields: { menuId: '50', menuCatagoryId: '3', dataStatus: 'SHOW', version: '1' },
    });
  });
  await waitFor(() => {
    expect(within(box).getByRole('button', { name: '乙：更多操作' }).hasAttribute('disabled')).toBe(false);
  });
  await user.click(within(box).getByRole('button', { name: '乙：更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '前移一位' }));
  await waitFor(() => {
    expect(posts(sent)[1]?.path).toBe('/api/system/menu/updateSort');
  });
});

it('APPS-09, APPS-10: a full tab is offered to nobody', async () => {
  const { user } = show([teaching, full]);
  await user.click(await within(await dialog()).findByRole('button', { name: '甲：更多操作' }));
  expect((await screen.findByRole('menuitem', { name: '移到“满”（已满）' })).hasAttribute('disabled')).toBe(true);
});

it('APPS-11, APPS-12: deleting a tab asks with 确认 and 取消, and the last one is kept', async () => {
  const { user, sent, unmount } = show([teaching, system]);
  await user.click(await within(await dialog()).findByRole('button', { name: '删除分类：教学' }));
  const asked = await screen.findByRole('dialog', { name: '提示' });
  expect(within(asked).getByText('确认删除分类“教学”？其中的 2 个应用将回到可用应用。')).toBeTruthy();
  await user.click(within(asked).getByRole('button', { name: '取消' }));
  expect(posts(sent)).toEqual([]);
  await user.click(within(await dialog()).getByRole('button', { name: '删除分类：教学' }));
  await user.click(within(await screen.findByRole('dialog', { name: '提示' })).getByRole('button', { name: '确认' }));
  await waitFor(() => {
    expect(posts(sent)[0]?.path).toBe('/api/system/menuCatagory/delete/1');
  });
  unmount();
  const last = show([teaching]);
  await last.user.click(await within(await dialog()).findByRole('button', { name: '删除分类：教学' }));
  expect(await screen.findByText('请至少保留一个分类')).toBeTruthy();
  expect(posts(last.sent)).toEqual([]);
});

it('APPS-19, APPS-20: 新增分类 and renaming are saved at once', async () => {
  const { user, sent } = show([teaching, system]);
  const box = await dialog();
  await user.click(await within(box).findByRole('button', { name: '新增分类' }));
  await waitFor(() => {
    expect(posts(sent)[0]?.path).toBe('/api/system/menuCatagory/create');
  });
  await waitFor(() => {
    expect(within(box).getByText('已保存')).toBeTruthy();
  });
  await user.click(within(box).getByRole('button', { name: '重命名分类：教学' }));
  const name = await screen.findByRole('textbox', { name: '分类名称' });
  await user.clear(name);
  expect(screen.getByText('请输入分类名称')).toBeTruthy();
  await user.type(name, '日常{Enter}');
  await waitFor(() => {
    expect(posts(sent)[1]).toMatchObject({
      path: '/api/system/menuCatagory/update',
      fields: { menuCatagoryId: '1', menuCatagoryName: '日常', version: '1' },
    });
  });
});
