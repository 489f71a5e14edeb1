import type { Browser, Locator, Page } from 'playwright';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { launchBrowser, openWindow } from '../testing/browser.ts';
import type { RunningProduct } from '../testing/start-product.ts';

/** A walk through the product, with a window for each person, which stays open from step to step. */
export interface Tour {
  readonly product: RunningProduct;
  readonly browser: Browser;
  /** The window of a person; the first call signs in. Messages that pop up are put off. */
  window(userName: string): Promise<Page>;
  /** A person's window with a page in front, found as the README says: Ctrl+K and its name. */
  at(userName: string, title: string): Promise<Page>;
  /** A person at the API, to learn what the pages have to show. */
  api(userName: string): Promise<ApiSession>;
  /** Closes a person's tab as it is, and opens an address in a new one, with the network back. */
  reopen(userName: string, address: string): Promise<void>;
}

/** The popped-up message of a window. */
export function prompt(page: Page): Locator {
  return page.getByRole('region', { name: '系统提示' });
}

/** A dialog may open just then: the message steps aside by itself. */
async function putOff(message: Locator): Promise<void> {
  await message
    .getByRole('button', { name: '稍后再看' })
    .click({ timeout: 1_000 })
    .catch(() => undefined);
}

/** Begins a walk in a browser of its own, which `end` closes. */
export async function beginTour(product: RunningProduct): Promise<Tour & { end(): Promise<void> }> {
  const browser = await launchBrowser();
  const windows = new Map<string, Promise<Page>>();
  const sessions = new Map<string, Promise<ApiSession>>();
  const kept = <Value>(map: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> => {
    const value = map.get(key) ?? make();
    map.set(key, value);
    return value;
  };
  const prepared = async (page: Page): Promise<Page> => {
    page.setDefaultTimeout(60_000);
    await page.addLocatorHandler(prompt(page), putOff, { noWaitAfter: true });
    return page;
  };
  const window = (userName: string): Promise<Page> =>
    kept(windows, userName, async () => await prepared(await openWindow(browser, product.url, userName)));
  return {
    product,
    browser,
    window,
    async at(userName, title) {
      const page = await window(userName);
      await page.getByRole('button', { name: '搜索菜单' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type(title);
      await page.getByRole('option', { name: title, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page
        .getByRole('main')
        .getByText(new RegExp(`^${title}`))
        .filter({ visible: true })
        .first()
        .waitFor();
      return page;
    },
    api: (userName) => kept(sessions, userName, () => signInToApi(product.url, userName)),
    async reopen(userName, address) {
      const page = await window(userName);
      const context = page.context();
      await page.close({ runBeforeUnload: false });
      await context.setOffline(false);
      const next = await prepared(await context.newPage());
      windows.set(userName, Promise.resolve(next));
      await next.goto(address);
    },
    end: () => browser.close(),
  };
}

/** Chooses the fifteenth of the month before or after in a field of date and time, as a hand does. */
export async function chooseFifteenth(
  page: Page,
  scope: Locator,
  label: string,
  month: '前一页' | '后一页',
): Promise<void> {
  await scope.getByRole('button', { name: new RegExp(`^${label} `) }).click();
  await page.getByRole('button', { name: month }).click();
  await page.locator('button[class*="day"]:not([data-outside])').getByText('15', { exact: true }).click();
  await page.locator('button[class*="submitButton"]').click();
}
