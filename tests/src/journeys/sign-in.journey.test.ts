import { join } from 'node:path';
import { startCasServer, type CasTestServer } from '@jwxt/gateway/testing/cas-server.ts';
import { startChild, type Child } from '@jwxt/infra/engines/child.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoPassword } from '../testing/api-session.ts';
import { closeWindows, fillSignIn, givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { openWindows, signInAgain } from './people.ts';

const product = await givenProduct();
let browser: Browser;
let pool: Pool;
beforeAll(async () => {
  browser = await givenBrowser();
  pool = createPool((await environmentOf(product))['DATABASE_URL'] ?? '', { name: 'sign-in journey', max: 2 });
});
afterAll(async () => {
  await pool.end();
  await leaveBrowser();
});

const slider = (value: '0' | '1') =>
  pool.query(`update base.parameter set para_value = $1 where param_code = 'LOGIN_VRIFY'`, [value]);
const handle = (page: Page) => page.getByRole('button', { name: /按住向右拖动/ });
const expired = (page: Page) => page.getByRole('dialog').filter({ hasText: '会话已过期！' });
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function freshPage(): Promise<Page> {
  const page = await (
    await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  ).newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

/** Drags the handle by a part of its way, in small steps as a hand does. */
async function drag(page: Page, part: number): Promise<void> {
  const box = await handle(page).boundingBox();
  const width = await handle(page).evaluate((element) => element.parentElement?.clientWidth ?? 0);
  if (!box) throw new Error('the slider is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 40; step += 1) await page.mouse.move(x + ((width - box.width + 4) * part * step) / 40, y);
  await page.mouse.up();
}

describe('signing in', () => {
  // LOGIN-24, LOGIN-25, LOGIN-27, LOGIN-28, LOGIN-29
  it('where the slider is asked for, only a full drag by hand lets a person in', async () => {
    await slider('1');
    try {
      const page = await freshPage();
      await page.goto(`${product.url}/login`);
      await handle(page).waitFor();
      await drag(page, 1);
      expect(await page.getByText('验证成功').count()).toBe(0);
      await page.getByLabel('用户名').fill('office1');
      await page.getByLabel('密码', { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: '登 录' }).click();
      await page.getByText('请向右滑动滑块，完成验证！').waitFor();
      await drag(page, 0.8);
      expect(await handle(page).evaluate((element) => element.style.left)).toBe('0px');
      await drag(page, 1);
      await page.getByText('验证成功', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: '登 录' }).click();
      await page.waitForURL((address) => address.pathname === '/');
      await closeWindows(page);

      // The same by keyboard alone.
      const keys = await freshPage();
      await keys.goto(`${product.url}/login`);
      await keys.getByLabel('用户名').fill('office1');
      await keys.keyboard.press('Tab');
      await keys.keyboard.type(demoPassword);
      await handle(keys).focus();
      for (let press = 0; press < 10; press += 1) await keys.keyboard.press('ArrowRight', { delay: 15 });
      await keys.getByText('验证成功', { exact: true }).first().waitFor();
      await keys.getByLabel('密码', { exact: true }).press('Enter');
      await keys.waitForURL((address) => address.pathname === '/');
      await closeWindows(keys);
    } finally {
      await slider('0');
    }
  });

  // SESSION-03, SESSION-04, SESSION-05, SESSION-02
  it('the index is titled 教务系统; unknown addresses and redirects to other sites lead there', async () => {
    const [page] = await openWindows(browser, product.url, 'office1');
    await expect.poll(() => page.title()).toContain('教务系统');
    await page.goto(`${product.url}/no/such/page`);
    await page.waitForURL((address) => address.pathname === '/');
    await page.goto(`${product.url}/redirect?url=${encodeURIComponent('/jwxt/gly/messageSystem/approval')}`);
    await page.waitForURL((address) => address.pathname === '/jwxt/gly/messageSystem/approval');
    await page.goto(`${product.url}/redirect?url=${encodeURIComponent('//evil.example/x')}`);
    await page.waitForURL(`${product.url}/`);
    await closeWindows(page);
  });

  it('SESSION-13: a student is let into the personal home and nowhere else', async () => {
    const page = await openWindow(browser, product.url, 'student1');
    await page.waitForURL((address) => address.pathname === '/jwxt/xs');
    await page.goto(`${product.url}/jwxt/gly/systemManage/onlineUsers`);
    await page.waitForURL((address) => address.pathname === '/jwxt/xs');
    await closeWindows(page);
  });

  it('LOGIN-43, LOGIN-45: an administrator issues a link; it signs the person in, once', async () => {
    const [admin] = await openWindows(browser, product.url, 'admin');
    await admin.goto(`${product.url}/jwxt/gly/systemManage/onlineUsers`);
    await admin.getByRole('button', { name: '临时登录' }).click();
    const dialog = admin.getByRole('dialog', { name: '临时登录' });
    await dialog.locator('#temp-user').fill('teacher2');
    await dialog.locator('#temp-reason').fill('忘记密码，已当面核实');
    await dialog.getByRole('button', { name: '生成链接' }).click();
    const link = await dialog.getByLabel('临时登录链接').inputValue();
    const [first, second] = [await freshPage(), await freshPage()];
    await first.goto(link);
    await first.waitForURL((address) => address.pathname === '/');
    await first.getByRole('button', { name: /任课教师.*个人菜单/ }).waitFor();
    await second.goto(link);
    await second.getByText('临时登录链接无效、已使用或已过期，请联系管理员重新获取').waitFor();
    await closeWindows(admin, first, second);
  });
});

describe('sessions that are ended', () => {
  it('whom an administrator sends out sees it at once, keeps the page, goes on after signing in in place', async () => {
    const [admin, clerk] = await openWindows(browser, product.url, 'admin', 'clerk2');
    await clerk.getByText('实时', { exact: true }).first().waitFor();
    const before = pathOf(clerk);
    await admin.goto(`${product.url}/jwxt/gly/systemManage/onlineUsers?userName=clerk2`);
    await admin
      .getByRole('button', { name: /^强制下线/ })
      .first()
      .click();
    await admin.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '强制下线' }).click();
    await admin.getByText('已强制下线').waitFor();
    await expired(clerk).waitFor();
    await signInAgain(clerk);
    await expired(clerk).waitFor({ state: 'detached' });
    expect(pathOf(clerk)).toBe(before);
    await closeWindows(admin, clerk);
  });

  it("one's own other window is ended from 登录设备", async () => {
    const [here, there] = [
      await openWindow(browser, product.url, 'clerk3'),
      await openWindow(browser, product.url, 'clerk3'),
    ];
    await there.getByText('实时', { exact: true }).first().waitFor();
    await here.getByRole('button', { name: /个人菜单/ }).click();
    await here.getByRole('menuitem', { name: '登录设备' }).click();
    await here
      .getByRole('dialog', { name: '登录设备' })
      .getByRole('button', { name: /退出其他全部登录/ })
      .click();
    await here.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '退出登录' }).click();
    await expired(there).waitFor();
    await closeWindows(here, there);
  });

  it('SESSION-30, SESSION-40, SESSION-41: after a change of password the person signs in anew with it', async () => {
    const change = async (page: Page, from: string, to: string) => {
      await page.getByRole('button', { name: /个人菜单/ }).click();
      await page.getByRole('menuitem', { name: '修改密码' }).click();
      const dialog = page.getByRole('dialog', { name: '密码修改' });
      expect((await dialog.boundingBox())?.width).toBe(500);
      for (const [name, value] of [
        ['oldToken', from],
        ['newToken', to],
        ['confirmToken', to],
      ])
        await dialog.locator(`#password-${name ?? ''}`).fill(value ?? '');
      await dialog.getByRole('button', { name: '确定' }).click();
      await page.getByText('修改成功，请重新登录').waitFor();
      await page.waitForURL((address) => address.pathname === '/login');
      expect(await expired(page).count()).toBe(0);
    };
    const page = await openWindow(browser, product.url, 'clerk4');
    await change(page, demoPassword, 'Changed1');
    await fillSignIn(page, 'clerk4', 'Changed1');
    await page.waitForURL((address) => address.pathname === '/');
    await change(page, 'Changed1', demoPassword);
    await closeWindows(page);
  });
});

describe('single sign-on, at a second gateway that has it', () => {
  let cas: CasTestServer;
  let gateway: Child;
  let url: string;
  beforeAll(async () => {
    cas = await startCasServer();
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    gateway = await startChild({
      script: join(projectRoot, 'services', 'gateway', 'src', 'main.ts'),
      env: {
        ...process.env,
        ...(await environmentOf(product)),
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_ORIGIN: url,
        CAS_URL: cas.url,
        JWXT_DATA: product.dataDir,
        LOG_LEVEL: 'warn',
      },
    });
    await vi.waitFor(
      async () => {
        expect((await fetch(`${url}/health/ready`)).ok).toBe(true);
      },
      { timeout: 60_000, interval: 200 },
    );
  });
  afterAll(async () => {
    await gateway.stop(15_000);
    await cas.stop();
  });

  // SESSION-08, SESSION-09, LOGIN-36, SESSION-42, SESSION-18
  it('leads there and back to the page; signing out leads to its sign-out', async () => {
    cas.user = 'dean3';
    const page = await freshPage();
    await page.goto(`${url}/jwxt/gly/messageSystem/approval?tab=1`);
    await page.waitForURL(
      (address) => address.pathname === '/jwxt/gly/messageSystem/approval' && address.searchParams.get('tab') === '1',
    );
    await page.getByRole('button', { name: /个人菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).waitFor();
    expect(await page.getByRole('menuitem', { name: '修改密码' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click();
    await page.waitForURL(`${url}/login`);
    expect(cas.loggedOutTo).toEqual([`${url}/login`]);
    await page.getByRole('link', { name: '统一身份认证登录' }).waitFor();
    await closeWindows(page);
  });

  // SESSION-25
  it('a sign-out there is seen at once; signing in again in a window of its own lets the page go on', async () => {
    cas.user = 'dean3';
    const page = await freshPage();
    const tickets: string[] = [];
    page.on('request', (request) => {
      const ticket = new URL(request.url()).searchParams.get('ticket');
      if (ticket !== null) tickets.push(ticket);
    });
    await page.goto(url);
    await page.getByText('实时', { exact: true }).first().waitFor();
    const notice = cas.noticeOf(tickets[0] ?? '');
    await fetch(notice.url, {
      method: 'POST',
      body: notice.body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await expired(page).waitFor();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      expired(page).getByRole('link', { name: '重新登录' }).click(),
    ]);
    await Promise.race([popup.waitForEvent('close'), popup.getByText('登录成功，请回到原来的页面继续。').waitFor()]);
    await page.bringToFront();
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
    });
    await expired(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/');
    await closeWindows(page);
  });

  it('who has no account here is told so', async () => {
    cas.user = 'somebody-else';
    const page = await freshPage();
    await page.goto(url);
    await page.getByText('您的账号尚未在教务系统开通，请联系教务处').waitFor();
    await page.getByRole('link', { name: '使用教务系统账号登录' }).click();
    await page.getByLabel('用户名').waitFor();
    await closeWindows(page);
  });
});
