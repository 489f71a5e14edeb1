import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, fillSignIn, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { decisionForm, openApprovals, openDecision, openWindows, signInAgain, soon, told } from './people.ts';
import { fillIn, newClasses, sheetOf, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let teacher: ApiSession;

beforeAll(async () => {
  [browser, teacher] = await Promise.all([givenBrowser(), signInToApi(product.url, 'teacher1')]);
});
afterAll(leaveBrowser);

const isLive = (page: Page) =>
  page.getByRole('banner').or(page.locator('header')).getByText('实时', { exact: true }).first().waitFor();

describe('sessions in a browser', () => {
  // LOGIN-06, LOGIN-23, LOGIN-37, LOGIN-39, LOGIN-41
  it('a failed sign-in is told; then the captcha shows; the right one leads to the index', async () => {
    const context = await browser.newContext({ locale: 'zh-CN' });
    const page = await context.newPage();
    // SESSION-10: from where one wanted to go.
    await page.goto(`${product.url}/jwxt/gly/scoreManage/analysis`);
    await page.waitForURL(/\/login\?returnUrl=%2Fjwxt%2Fgly%2FscoreManage%2Fanalysis$/);
    await page.getByLabel('用户名').waitFor();
    expect(await page.getByLabel('验证码').count()).toBe(0);
    // A name of nobody, and another each time: from now on it is asked for a captcha. The answer is that of a wrong
    // password.
    await fillSignIn(page, `nobody${String(Date.now())}`, 'wrong-password');
    const failed = page.getByRole('dialog', { name: '登录失败' });
    await failed.getByText('账号或密码错误！').waitFor();
    await failed.getByRole('button', { name: '确定' }).click();
    await page.getByRole('textbox', { name: '验证码' }).waitFor();
    await context.close();

    const [right] = await openWindows(browser, product.url, 'auditor1');
    expect(new URL(right.url()).pathname).toBe('/');
    // SESSION-11
    await right.goto(`${product.url}/login`);
    await right.waitForURL((address) => address.pathname === '/');
    await closeWindows(right);
  });

  // SESSION-15, SESSION-17, SESSION-19
  it('signing out in one tab ends the other, with its live connection; signing in again there goes on', async () => {
    const [one] = await openWindows(browser, product.url, 'registrar2');
    const two = await one.context().newPage();
    await openApprovals(two, product.url);
    await Promise.all([isLive(one), isLive(two)]);
    await one.evaluate(() => {
      sessionStorage.setItem('kept', 'x');
    });
    await one.getByRole('button', { name: /个人菜单/ }).click();
    await one.getByRole('menuitem', { name: '退出登录' }).click();
    const [request] = await Promise.all([
      one.waitForRequest(/\/api\/logout/),
      one.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click(),
    ]);
    expect(request.method()).toBe('GET');
    await one.waitForURL(/\/login/);
    expect(await one.evaluate(() => sessionStorage.getItem('kept'))).toBeNull();

    await two.getByRole('dialog', { name: '提示' }).getByText('会话已过期！').waitFor();
    await signInAgain(two);
    await isLive(two);
    expect(new URL(two.url()).pathname).toBe('/jwxt/gly/messageSystem/approval');
    await closeWindows(one);
  });

  it('a second tab is signed in too; two quick clicks on 确定 decide once', async () => {
    const [teachingClassId] = (await newClasses(product, teacher, 6, 1)) as [string];
    await fillIn(teacher, teachingClassId, () => '82');
    const applyId = await submitByApi(teacher, teachingClassId);
    const { teachingClassName } = await sheetOf(teacher, teachingClassId);
    const [first] = await openWindows(browser, product.url, 'dean1');
    const page = await first.context().newPage();
    await openApprovals(page, product.url, `scope=0&keyword=${encodeURIComponent(teachingClassName)}`);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/system/approval/approve')) sent.push(request.url());
    });
    await openDecision(page, applyId);
    await decisionForm(page).getByRole('button', { name: '确定' }).dblclick();
    await told(page, '审核成功');
    expect(sent).toHaveLength(1);
    await openApprovals(page, product.url, `tab=2&scope=0&applyId=${applyId}`);
    await page
      .getByRole('dialog', { name: /申请详情/ })
      .getByRole('button', { name: '审批日志' })
      .click();
    const log = page.getByRole('table', { name: '审批日志' });
    await expect.poll(() => log.getByRole('row').filter({ hasText: '院系审核' }).count(), soon).toBe(1);
    await closeWindows(first);
  });

  it('dark and light change at once, and are remembered', async () => {
    const [page] = await openWindows(browser, product.url, 'office1');
    const brightness = () =>
      page.evaluate(() =>
        (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [])
          .slice(0, 3)
          .reduce((sum, part) => sum + Number(part), 0),
      );
    await expect.poll(brightness, soon).toBeGreaterThan(600);
    await page.getByRole('button', { name: '切换到深色' }).click();
    await expect.poll(brightness).toBeLessThan(200);
    await page.reload();
    await page.getByRole('button', { name: '切换到浅色' }).waitFor();
    expect(await brightness()).toBeLessThan(200);
    await closeWindows(page);
  });
});
