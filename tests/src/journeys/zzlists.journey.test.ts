import type { Browser } from 'playwright';
import { afterAll, beforeAll, it } from 'vitest';
import { closeWindows, givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

const pages: [string, string][] = [
  ['scores', 'scoreManage/scoreQuery'],
  ['makeup', 'scoreManage/makeupList'],
  ['examset', 'scoreManage/examSet'],
  ['monitor', 'dataMonitor/monitorResult'],
  ['term', 'scoreManage/scoreTermControl'],
  ['approval', 'messageSystem/approval'],
];
it('pictures', async () => {
  void closeWindows;
  const log: string[] = [];
  for (const [w, h] of [
    [1366, 768],
    [1920, 1080],
  ] as const) {
    const page = await openWindow(browser, product.url, 'office1');
    await page.setViewportSize({ width: w, height: h });
    for (const [name, path] of pages) {
      await page.goto(`${product.url}/jwxt/gly/${path}`);
      await page.waitForTimeout(4000);
      if (w === 1366 && name === 'term') {
        await page.getByRole('button', { name: '列设置' }).first().click();
        await page.waitForTimeout(1500);
      }
      log.push(`${name} ${await page.evaluate(() => String(document.querySelectorAll('tbody tr').length))}`);
      await page.screenshot({ path: `/tmp/zzlists-${name}-${w}.png` });
    }
  }
}, 600_000);
