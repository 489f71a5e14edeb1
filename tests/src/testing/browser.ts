import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type Page } from 'playwright';
import { demoPassword } from './api-session.ts';

/** Where distributions put a browser. */
const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * Starts Chromium: the one that JWXT_TEST_BROWSER names, playwright's own when it is installed, one of the machine, or else the one that
 * came through npm.
 */
export async function launchBrowser(): Promise<Browser> {
  const found = [process.env.JWXT_TEST_BROWSER, chromium.executablePath(), ...usualPlaces].find((path) => path !== undefined && path !== '' && existsSync(path));
  return await chromium.launch({
    // Without a UTF-8 locale Chromium names downloads with Chinese names just “download”.
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    executablePath: found ?? await sparticuz.executablePath(),
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** Opens a window of its own for a person and signs in. The page is the home page. Without motion, so that a page that is left is gone at once. */
export async function openWindow(browser: Browser, url: string, userName: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${url}/login`);
  await fillSignIn(page, userName);
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  return page;
}

/** Fills in the sign-in form that is shown, on the page or in the dialog, and sends it. */
export async function fillSignIn(page: Page, userName: string, password: string = demoPassword): Promise<void> {
  const name = page.getByLabel('用户名');
  if (await name.isEditable()) await name.fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(登\s*录|重新登录)$/ }).click();
}
