import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openFromMenu, soon } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(async () => {
  await leaveBrowser();
});

const at = (page: Page, path: string) => page.goto(`${product.url}${path}`);
const strip = (page: Page) => page.getByRole('navigation', { name: '打开的页面' });
const tabNames = async (page: Page) =>
  await strip(page)
    .getByRole('button', { name: /^关闭 / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')?.slice(3) ?? ''));
async function expectTabs(page: Page, names: readonly string[]): Promise<void> {
  await expect.poll(() => tabNames(page), soon).toEqual(names);
}
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const crumbs = (page: Page) => page.getByRole('navigation', { name: '当前位置' });

describe('the shell in a browser', () => {
  // SESSION-05, SHELL-07, SHELL-59, SHELL-69
  it('every module opens its home; unknown pages inside show the empty page, other addresses the index', async () => {
    const page = await openWindow(browser, product.url, 'teacher1');
    await at(page, '/jwxt/gly/scoreManage');
    await page.getByRole('heading', { name: '开放中的窗口' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/jwxt/gly/scoreManage/scoreManageHome');
    await expect.poll(() => page.getByRole('main').innerText(), soon).toMatch(/成绩录入\s+待录入 \d+[\s\S]*剩余 \d+天/);
    await at(page, '/jwxt/gly/messageSystem');
    await page
      .getByRole('main')
      .getByRole('link', { name: /审批中心/ })
      .waitFor();
    expect(
      await page.getByRole('main').getByRole('heading', { level: 2, name: '消息中心' }).count(),
      'one card for the pages without a group',
    ).toBe(1);
    for (const path of ['/jwxt/gly/scoreManage/nothing', '/jwxt/gly/graduationThesis', '/jwxt/gly/systemManage']) {
      await at(page, path);
      await page.getByRole('img', { name: '空白页面' }).waitFor();
    }
    await expect.poll(() => page.getByRole('main').innerText(), soon).toContain('您没有使用“系统管理”的权限');
    for (const path of ['/nothing', '/jwxt/gly', '/jwxt/gly/nothing/at/all']) {
      await at(page, path);
      await page.waitForURL(`${product.url}/`);
    }
    // HOME-23: addresses of the old kind.
    await at(page, '/#/jwxt/gly/scoreManage/scoreManageHome');
    await page.waitForURL(`${product.url}/jwxt/gly/scoreManage/scoreManageHome`);
    await closeWindows(page);
  });

  // SHELL-47, SHELL-48, SHELL-52, SHELL-53, SHELL-54, SHELL-55, SHELL-66, SHELL-67
  it('logo, title, breadcrumb, and a side menu that folds', async () => {
    const page = await openWindow(browser, product.url, 'teacher1');
    await at(page, '/jwxt/gly/scoreManage/entry');
    await crumbs(page).getByText('成绩录入').waitFor();
    await expect.poll(() => crumbs(page).innerText(), soon).toMatch(/成绩管理\s*成绩办理\s*成绩录入/);
    await expect.poll(() => page.title(), soon).toBe('教务系统 - 成绩录入');
    await expect.poll(() => menu(page).getByText('成绩管理', { exact: true }).isVisible(), soon).toBe(true);
    const group = menu(page).getByRole('button', { name: '成绩办理' });
    await expect.poll(() => group.getAttribute('aria-expanded'), soon).toBe('true');
    const [red, green, blue] = (
      await page.locator('aside').evaluate((element) => getComputedStyle(element).backgroundColor)
    )
      .match(/\d+/g)!
      .map(Number) as [number, number, number];
    expect(Math.max(red, green, blue), 'dark in light mode').toBeLessThan(80);
    await page.getByRole('button', { name: '收起菜单' }).click();
    expect(await menu(page).getByRole('link', { name: '成绩更改', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: '展开菜单' }).click();
    await menu(page).getByRole('link', { name: '成绩更改', exact: true }).click();
    await crumbs(page).getByText('成绩更改').waitFor();
    await page.getByRole('link', { name: '教务系统 首页' }).click();
    await page.waitForURL(`${product.url}/`);
    await closeWindows(page);
  });

  // SHELL-01, SHELL-02, SHELL-56, SHELL-68
  it('widths, folding by itself at xl, and homes without ground and padding', async () => {
    const page = await openWindow(browser, product.url, 'teacher1');
    const widthOf = () =>
      page
        .locator('#root > div > div')
        .first()
        .evaluate((element) => getComputedStyle(element).minWidth);
    await expect.poll(widthOf, soon).toBe('1366px');
    await at(page, '/jwxt/gly/scoreManage');
    await page.getByRole('heading', { name: '开放中的窗口' }).waitFor();
    expect(await widthOf()).toBe('1356px');
    const frame = page.getByRole('main').locator('> div');
    expect(await frame.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
    expect(await frame.locator('> div').evaluate((element) => getComputedStyle(element).padding)).toBe('0px');
    await page.setViewportSize({ width: 1199, height: 768 });
    await page.getByRole('button', { name: '展开菜单' }).waitFor();
    await page.setViewportSize({ width: 1200, height: 768 });
    await page.getByRole('button', { name: '收起菜单' }).waitFor();
    await closeWindows(page);
  });

  // SHELL-57, SHELL-60, SHELL-72, SHELL-73, SHELL-74, SHELL-75, SHELL-76, SHELL-77
  it('tabs keep their pages, close in every way, and outlive a reload', async () => {
    const page = await openWindow(browser, product.url, 'teacher1');
    await openFromMenu(page, product.url, 'scoreManage', '成绩办理', '成绩录入');
    await page.getByPlaceholder('课程、课程编号或教学班').fill('还没有查询的字');
    await menu(page).getByRole('link', { name: '成绩更改', exact: true }).click();
    await expectTabs(page, ['成绩管理', '成绩录入', '成绩更改']);
    await strip(page).getByRole('link', { name: '成绩录入' }).click();
    await crumbs(page).getByText('成绩录入').waitFor();
    await expect.poll(() => page.getByPlaceholder('课程、课程编号或教学班').inputValue(), soon).toBe('还没有查询的字');
    await page.reload();
    await expectTabs(page, ['成绩管理', '成绩录入', '成绩更改']);
    expect(JSON.parse(await page.evaluate(() => sessionStorage.getItem('jwxt.tabs') ?? ''))[1]).toEqual({
      name: 'entry',
      url: '/jwxt/gly/scoreManage/entry',
      title: '成绩录入',
      search: '',
      closePage: true,
    });

    // The active one goes: its right neighbour comes.
    await strip(page).getByRole('button', { name: '关闭 成绩录入' }).click();
    await page.waitForURL('**/scoreManage/change');
    await expectTabs(page, ['成绩管理', '成绩更改']);
    await at(page, '/jwxt/gly/messageSystem/approval');
    await expectTabs(page, ['成绩管理', '成绩更改', '审批中心']);
    await strip(page).getByRole('link', { name: '成绩更改' }).click({ button: 'middle' });
    await expectTabs(page, ['成绩管理', '审批中心']);
    await page.getByRole('button', { name: /^全部标签/ }).click();
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
    await expectTabs(page, ['审批中心']);
    await strip(page).getByRole('link', { name: '审批中心' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭全部' }).waitFor();
    await expect
      .poll(() => page.getByRole('menuitem').allInnerTexts(), soon)
      .toEqual(['刷新', '关闭当前', '关闭其他', '关闭左侧', '关闭右侧', '关闭全部']);
    await page.getByRole('menuitem', { name: '关闭全部' }).click();
    await page.waitForURL('**/messageSystem/messageSystemHome');
    await page.getByRole('button', { name: /^全部标签/ }).click();
    await page.getByRole('menuitem', { name: '关闭全部' }).click();
    await expectTabs(page, ['消息中心']);
    await closeWindows(page);
  });

  it.each(['/verify', '/verify/AAAABBBBCCCCDDDD', '/login', '/tempLogin?token=used', '/nothing/here'])(
    'what %s shows to a visitor fits a phone',
    async (path) => {
      const context = await browser.newContext({
        viewport: { width: 360, height: 740 },
        locale: 'zh-CN',
        isMobile: true,
        hasTouch: true,
      });
      const page = await context.newPage();
      await at(page, path);
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      const { x, width } = (await heading.boundingBox())!;
      expect([x >= 0, x + width <= 360]).toEqual([true, true]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await context.close();
    },
  );

  it('SHELL-80, SHELL-81, SHELL-82, SHELL-83, SHELL-84, SHELL-85, SHELL-86: the header', async () => {
    const page = await openWindow(browser, product.url, 'dean1');
    await at(page, '/jwxt/gly/messageSystem/approval');
    const header = page.locator('header').first();
    const clock = () => header.locator('time').innerText();
    const first = await clock();
    expect(first).toMatch(/^\d\d-\d\d 周[日一二三四五六] \d\d:\d\d:\d\d$/);
    await expect.poll(clock, soon).not.toBe(first);
    await expect.poll(() => header.innerText(), soon).toMatch(/2026-2027-1[\s\S]*院系审核/);
    await expect.poll(() => header.getByRole('link', { name: '个人主页' }).getAttribute('href'), soon).toBe('/jwxt/js');
    const { todo, applied } = await (await signInToApi(product.url, 'dean1')).call(approvalCounts, {});
    await header.getByRole('button', { name: /待办$/ }).click();
    await page.getByRole('menuitem', { name: `我的待办 ${String(todo)}` }).waitFor();
    await page.getByRole('menuitem', { name: `我的申请 ${String(applied)}` }).waitFor();
    await page.keyboard.press('Escape');
    await header.getByRole('button', { name: /个人菜单$/ }).click();
    for (const name of ['修改密码', '退出登录']) await page.getByRole('menuitem', { name }).waitFor();
    await closeWindows(page);
  });

  it('Ctrl+K finds a page by Chinese, pinyin and initials, without the mouse', async () => {
    const page = await openWindow(browser, product.url, 'dean1');
    for (const [query, title, path] of [
      ['spzx', '审批中心', 'approval'],
      ['chengjihuifang', '成绩回放', 'replay'],
      ['成绩统', '成绩统计', 'analysis'],
    ] as const) {
      await page.getByRole('button', { name: '搜索菜单' }).waitFor();
      await page.keyboard.press('Control+k');
      // Without waiting for the box: no letter is lost.
      await page.keyboard.type(query);
      await page.getByRole('option', { name: title, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/${path}**`);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: '最近打开' }).getByRole('option').first().waitFor();
    expect((await page.getByRole('group', { name: '最近打开' }).getByRole('option').allInnerTexts())[0]).toContain(
      '成绩统计',
    );
    await closeWindows(page);
  });
});
