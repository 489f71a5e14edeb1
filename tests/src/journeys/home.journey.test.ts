import { commonFunctions } from '@jwxt/contracts/home/home.operations.ts';
import { menuCategoryList, menuList, updateMenu } from '@jwxt/contracts/home/menu.operations.ts';
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openWindows, soon, todosInHeader } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** Drags one thing onto another as a hand does: it begins, goes there in steps, and lets go where it is said to be. */
async function drag(page: Page, what: Locator, onto: Locator, place: string): Promise<void> {
  const [from, to] = [(await what.boundingBox())!, (await onto.boundingBox())!];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.getByText(`在${place}上`).waitFor();
  await page.mouse.up();
}

describe('the home page', () => {
  // HOME-05…11, HOME-43
  it('an approver has both columns with real figures, common functions two a row, all without scrolling', async () => {
    const [page] = await openWindows(browser, product.url, 'dean1');
    for (const title of ['常用功能', '通知公告', '操作指南', '应用服务', '待办消息', '师生比', '行政班级数']) {
      const box = await page.getByRole('heading', { name: title }).first().boundingBox();
      expect(box!.y, title).toBeLessThan(768);
    }
    await expect
      .poll(
        async () => Number(await page.getByTestId('home-todo-count').innerText()) - (await todosInHeader(page)),
        soon,
      )
      .toBe(0);
    expect(
      await page
        .getByRole('navigation', { name: '常用功能' })
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length),
    ).toBe(2);
    await page
      .getByRole('img', { name: /^师生比 \d+\.\d : 1，学生 \d+ 人，教师 \d+ 人$/ })
      .locator('svg')
      .waitFor();
    await page.getByRole('button', { name: '行政班级数：看表' }).click();
    await page.getByRole('table', { name: '行政班级数' }).getByText('四年级').waitFor();
    await closeWindows(page);
  });

  it('HOME-12…15: 更多 opens the detail view, which can be linked; for the guides it shows only those', async () => {
    const [page] = await openWindows(browser, product.url, 'dean1');
    await page.getByRole('button', { name: '更多待办消息' }).click();
    await page.getByRole('tab', { name: '待办消息', selected: true }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: '待办消息', selected: true }).waitFor();
    await page.getByRole('button', { name: '返回首页' }).click();
    await page.getByRole('button', { name: '更多操作指南' }).click();
    await page.getByRole('tab', { name: '操作指南', selected: true }).waitFor();
    await expect.poll(() => page.getByRole('tablist', { name: '首页详情' }).getByRole('tab').count(), soon).toBe(1);
    await closeWindows(page);
  });

  // SHELL-05, HOME-23, HOME-32…34, HOME-46
  it('a tile leads into its module, whose side menu opens the launcher; the menu counts visits', async () => {
    const [page] = await openWindows(browser, product.url, 'teacher1');
    const api = await signInToApi(product.url, 'teacher1');
    const visits = async () =>
      (await api.call(commonFunctions, { pageSize: 50 })).rows.find(({ url }) => url === '/jwxt/gly/scoreManage/entry')
        ?.visitNum ?? 0;
    const before = await visits();
    await page.getByRole('tabpanel', { name: '应用服务' }).getByRole('link', { name: '成绩管理' }).click();
    await page.waitForURL('**/jwxt/gly/scoreManage/scoreManageHome');
    const menu = page.getByRole('complementary').or(page.locator('aside')).first();
    await menu.getByRole('button', { name: '成绩办理', expanded: true }).waitFor();
    await menu.getByRole('link', { name: '成绩录入' }).click();
    await page.waitForURL('**/scoreManage/entry');
    await expect.poll(visits, soon).toBe(before + 1);
    await page.getByRole('button', { name: '全部服务' }).click();
    const launcher = page.getByRole('dialog', { name: '全部服务' });
    await launcher.getByRole('link', { name: '消息中心' }).waitFor();
    await page.keyboard.press('Escape');
    await launcher.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '全部服务' }).click();
    await launcher.getByRole('link', { name: '消息中心' }).click();
    await page.waitForURL('**/jwxt/gly/messageSystem/messageSystemHome');
    await closeWindows(page);
  });

  it('HOME-16, HOME-28: 全屏 shows everything; the way back shrinks it', async () => {
    const [page] = await openWindows(browser, product.url, 'dean1');
    await page.getByRole('button', { name: '全屏' }).click();
    const all = page.getByRole('dialog', { name: '全部功能' });
    await all.getByText('流程图').click();
    await all.getByRole('heading', { name: '教学运行' }).waitFor();
    await all.getByRole('button', { name: '退出全屏' }).click();
    await all.waitFor({ state: 'detached' });
    await closeWindows(page);
  });
});

describe('a student', () => {
  // HOME-26, HOME-52
  it('is told of the evaluation that is owed, sees the own scores, and is led back from any other page', async () => {
    const [page] = await openWindows(browser, product.url, 'student1');
    await page.waitForURL('**/jwxt/xs');
    const reminder = page.getByRole('dialog', { name: '提示' });
    await reminder.getByText('您有1条未完成的评教任务，请尽快完成！').waitFor();
    await reminder.getByRole('button', { name: '知道了' }).click();
    await page.getByRole('table', { name: '我的成绩' }).locator('tbody tr[data-key]').first().waitFor();
    for (const path of ['/', '/jwxt/js', '/jwxt/gly/scoreManage/entry', '/jwxt/gly/systemManage/readModels']) {
      await page.goto(`${product.url}${path}`);
      await page.waitForURL('**/jwxt/xs');
    }
    await closeWindows(page);
  });
});

describe('application management', () => {
  it('APPS-04…08: an app is dragged into a tab, reordered and dragged out again, each saved at once', async () => {
    const [page] = await openWindows(browser, product.url, 'admin');
    const api = await signInToApi(product.url, 'admin');
    const shownIn = async (name: string) =>
      (await api.call(menuCategoryList, {})).list
        .find(({ menuCatagoryName }) => menuCatagoryName === name)
        ?.menuList.map(({ menuName }) => menuName) ?? [];
    const pooled = async () =>
      (await api.call(menuList, { dataStatus: 'HIDDEN' })).list.map(({ menuName }) => menuName);
    // An earlier run may have ended half-way.
    const left = (await api.call(menuList, { dataStatus: 'SHOW' })).list.find(
      ({ menuName }) => menuName === '课堂教学',
    );
    if (left)
      await api.call(updateMenu, {
        commandId: randomUUID(),
        menuId: left.menuId,
        dataStatus: 'HIDDEN',
        version: left.version,
      });
    const at = await shownIn('实践教学');
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '应用管理' });
    const pool = dialog.getByRole('group', { name: '可用应用' });
    const app = dialog.getByRole('button', { name: '课堂教学', exact: true });
    await dialog.getByRole('tab', { name: /^实践教学/ }).click();
    await drag(page, app, dialog.getByRole('tab', { name: /^实践教学/ }), '分类“实践教学”');
    await dialog.getByText('已保存').waitFor();
    await expect.poll(() => shownIn('实践教学'), soon).toEqual([...at, '课堂教学']);
    const surface = dialog.getByRole('tabpanel');
    await surface.getByRole('button', { name: '课堂教学', exact: true }).waitFor();
    await drag(
      page,
      surface.getByRole('button', { name: '课堂教学', exact: true }),
      surface.getByRole('button', { name: at[0]!, exact: true }),
      `“${at[0]!}”的位置`,
    );
    await expect.poll(() => shownIn('实践教学'), soon).toEqual(['课堂教学', ...at]);
    await dialog.getByText('已保存').waitFor();
    await drag(page, surface.getByRole('button', { name: '课堂教学', exact: true }), pool, '可用应用');
    await expect.poll(() => shownIn('实践教学'), soon).toEqual(at);
    expect(await pooled()).toContain('课堂教学');
    await closeWindows(page);
  });

  it('APPS-08: the same by keyboard alone', async () => {
    const [page] = await openWindows(browser, product.url, 'admin');
    const api = await signInToApi(product.url, 'admin');
    const first = async () => (await api.call(menuCategoryList, {})).list[0]!.menuList.map(({ menuName }) => menuName);
    const at = await first();
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    const tile = page
      .getByRole('dialog', { name: '应用管理' })
      .getByRole('tabpanel')
      .getByRole('button', { name: at[0]!, exact: true });
    // The dialog takes the focus when it has opened.
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') !== null);
    await tile.focus();
    await page.keyboard.press('Space');
    await page.getByText(`${at[0]!}在“${at[0]!}”的位置上`).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText(`${at[0]!}在“${at[1]!}”的位置上`).waitFor();
    await page.keyboard.press('Space');
    await expect.poll(first, soon).toEqual([at[1], at[0], ...at.slice(2)]);
    // Put back, by its menu.
    await page.getByRole('button', { name: `${at[0]!}：更多操作` }).click();
    await page.getByRole('menuitem', { name: '前移一位' }).click();
    await expect.poll(first, soon).toEqual(at);
    await closeWindows(page);
  });
});
