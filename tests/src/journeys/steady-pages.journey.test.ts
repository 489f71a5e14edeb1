import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { seenOn, settled } from '../testing/page-watch.ts';
import { openSteadily, steadyPages, widths } from '../testing/steady-pages.ts';
import { soon, todosInHeader, todosOf } from './people.ts';
import { fillIn, newClasses, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** Less than anybody sees. */
const NOTHING = 0.01;

/** Each answer comes for itself, the counts and the code of the number pad last: what comes late finds its place. */
async function delayAnswers(page: Page): Promise<void> {
  let nth = 0;
  await page.route('**/api/**', async (route) => {
    nth += 1;
    const counts = route.request().url().includes(approvalCounts.path);
    await new Promise((resolve) => setTimeout(resolve, counts ? 900 : 60 * (nth % 7)));
    await route.continue().catch(() => undefined);
  });
  await page.route('**/assets/phone-entry*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 900));
    await route.continue().catch(() => undefined);
  });
}

describe('nothing moves while a page fills', async () => {
  const pages = await steadyPages(product.url);
  it.each(
    pages.flatMap((steady) => (Object.keys(widths) as (keyof typeof widths)[]).map((width) => ({ steady, width }))),
  )('$steady.name, $width', async ({ steady, width }) => {
    const { page, cls, shifts } = await openSteadily(browser, product.url, steady, width, delayAnswers);
    expect(cls, shifts.join('\n')).toBeLessThan(NOTHING);
    await page.context().close();
  });
});

it('nor when an application comes and the counts rise', async () => {
  const [teacher, dean] = await Promise.all([signInToApi(product.url, 'teacher1'), signInToApi(product.url, 'dean1')]);
  const [id] = await newClasses(product, teacher, 2, 1);
  await fillIn(teacher, id!, () => '80');
  const approval = (await steadyPages(product.url)).find(({ name }) => name === 'approval')!;
  const home = { ...approval, path: '/' };
  const opened = await Promise.all(
    [approval, home].map((steady) => openSteadily(browser, product.url, steady, 'desk', () => Promise.resolve())),
  );
  const before = await todosOf(dean);
  await submitByApi(teacher, id!);
  for (const { page, cls } of opened) {
    await expect.poll(() => todosInHeader(page), soon).toBe(before + 1);
    await settled(page);
    const seen = await seenOn(page);
    expect(seen.cls - cls, seen.shifts.join('\n')).toBeLessThan(NOTHING);
    await page.context().close();
  }
});
