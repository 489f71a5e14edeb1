import { existsSync } from 'node:fs';
import { programIfThere } from '@jwxt/infra/testing/programs.ts';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { demoPassword, signInToApi } from './api-session.ts';
import { browserFonts } from './browser-fonts.ts';

const browserNames = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Where Chromium is: the one that JWXT_TEST_BROWSER names, playwright's own when it is installed, one of the machine,
 * or else the one that came through npm, which is unpacked at the first call. Two processes must not unpack it at once:
 * the set-up of the run (product-setup.ts) does it for them.
 */
export async function browserPath(): Promise<string> {
  const found = [process.env.JWXT_TEST_BROWSER, chromium.executablePath(), programIfThere(browserNames)?.path].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
  return found ?? (await sparticuz.executablePath());
}

/** Starts Chromium, with fonts for Chinese. `more`: further switches. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return await chromium.launch({
    // Without a UTF-8 locale Chromium names downloads with Chinese names just “download”.
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', ...browserFonts() },
    executablePath: await browserPath(),
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

/** The size that windows begin with. */
const usualSize = { width: 1366, height: 768 };

let shared: Promise<Browser> | undefined;
/** Windows of the shared browser, and those of them that nobody has any more. */
const windows = new WeakSet<Page>();
const idle: Page[] = [];

/**
 * The browser that the files of one process share: to start one takes as long as many a test. It ends with the process.
 */
export async function givenBrowser(): Promise<Browser> {
  return await (shared ??= launchBrowser());
}

/** For the end of a file: closes what it left open in the shared browser. */
export async function leaveBrowser(): Promise<void> {
  const kept = new Set(idle.map((page) => page.context()));
  const open = (await givenBrowser()).contexts().filter((context) => !kept.has(context));
  await Promise.all(open.map((context) => context.close()));
}

/**
 * Opens a window of its own for a person, with a session that began at the API: the form has its own journey. The home
 * page is on its way, so that who goes elsewhere does not wait for it. Without motion, so that a page that is left is
 * gone at once. `apiUrl` where only the browser knows the name in `url`.
 */
export async function openWindow(browser: Browser, url: string, userName: string, apiUrl: string = url): Promise<Page> {
  const [page, { cookie }] = await Promise.all([emptyWindow(browser), signInToApi(apiUrl, userName)]);
  await page.context().addCookies(cookiesOf(url, cookie));
  await page.goto(url, { waitUntil: 'commit' });
  return page;
}

/**
 * Opens the window of a phone, 390 × 844 and touched, with the person's session; nobody's for ''. It keeps the shell as
 * a phone does.
 */
export async function openPhone(browser: Browser, url: string, userName: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(keepMessages);
  if (userName !== '') await context.addCookies(cookiesOf(url, (await signInToApi(url, userName)).cookie));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(url, { waitUntil: 'commit' });
  return page;
}

function cookiesOf(url: string, cookie: string): { name: string; value: string; url: string }[] {
  return cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url };
  });
}

/** A window in which nobody has signed in; one that was closed before knows the code of the pages already. */
export async function emptyWindow(browser: Browser): Promise<Page> {
  const isShared = browser === (await shared);
  const closed = isShared ? idle.pop() : undefined;
  if (closed) return closed;
  const context = await browser.newContext({
    viewport: usualSize,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    // What it keeps is seen by no route of a test, and outlives what a window forgets.
    serviceWorkers: 'block',
  });
  await context.addInitScript(keepMessages);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  if (isShared) windows.add(page);
  return page;
}

/** Closes windows with all their tabs, their session's cookies and whatever their pages have kept. */
export async function closeWindows(...pages: readonly Page[]): Promise<void> {
  await Promise.all([...new Set(pages.map((page) => page.context()))].map(closeWindow));
}

async function closeWindow(context: BrowserContext): Promise<void> {
  const page = context.pages().find((tab) => windows.has(tab));
  if (page && (await isEmptied(page))) idle.push(page);
  else await context.close();
}

/** Makes a window as it was when it was new; false when that cannot be done. */
async function isEmptied(page: Page): Promise<boolean> {
  const context = page.context();
  const { origin } = new URL(page.url());
  try {
    // Kept at another origin, too: such a window is not worth the trouble.
    if ((await context.storageState()).origins.some((other) => other.origin !== origin)) return false;
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await Promise.all([page.unrouteAll(), context.unrouteAll(), context.setOffline(false)]);
    for (const event of ['dialog', 'request', 'response', 'pageerror', 'console'] as const)
      await page.removeAllListeners(event, { behavior: 'default' });
    await page.setViewportSize(usualSize);
    await page.emulateMedia({ colorScheme: null, media: null, reducedMotion: 'reduce' });
    // A document of the same origin, so that the browser keeps the process, in which no page of ours keeps anything.
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate(forgetAll);
    await context.clearCookies();
    return true;
  } catch {
    return false;
  }
}

/** In the browser: empties all that a page can keep beyond its life. */
async function forgetAll(): Promise<void> {
  sessionStorage.clear();
  localStorage.clear();
  for (const { name = '' } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.addEventListener('success', resolve);
      request.addEventListener('error', reject);
      request.addEventListener('blocked', reject);
    });
}

type Keeper = typeof globalThis & { keptMessages?: string[] };

/**
 * In the browser: keeps the short messages of a page, which go after 1.5 s whether or not a busy machine has looked.
 */
function keepMessages(): void {
  const kept: string[] = ((globalThis as Keeper).keptMessages = []);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const alert of [node, ...node.querySelectorAll('[role="alert"]')])
          if (alert.getAttribute('role') === 'alert') kept.push(alert.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Whether a page of {@link openWindow} showed a message with this text since it was loaded; each is found once. */
export async function wasTold(page: Page, text: string | RegExp): Promise<boolean> {
  const kept = await page.evaluate(() => (globalThis as Keeper).keptMessages ?? []);
  const at = kept.findIndex((message) => (typeof text === 'string' ? message.includes(text) : text.test(message)));
  if (at !== -1) await page.evaluate((index) => (globalThis as Keeper).keptMessages?.splice(index, 1), at);
  return at !== -1;
}

/** The messages that a page of {@link openWindow} showed since it was loaded and nobody asked for, and its errors. */
export async function otherwiseTold(page: Page): Promise<string[]> {
  const kept = await page.evaluate(() => (globalThis as Keeper).keptMessages ?? []);
  return [...kept, ...(await page.locator('[class*="error" i]:visible').allInnerTexts())];
}

/** Fills in the sign-in form that is shown, on the page or in the dialog, and sends it. */
export async function fillSignIn(page: Page, userName: string, password: string = demoPassword): Promise<void> {
  const name = page.getByLabel('用户名');
  if (await name.isEditable()) await name.fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(登\s*录|重新登录)$/ }).click();
}
