import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openWindows } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);
const shot = async (page: Page, name: string) => {
  for (const [width, height] of [[1366, 768], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/zzschema-${name}-${width}.png` });
  }
};
it('pictures', async () => {
  const [clerk, registrar] = await openWindows(browser, product.url, 'clerk1', 'registrar1');
  const errors: string[] = [];
  clerk!.on('pageerror', (e) => errors.push(String(e)));
  clerk!.on('console', (m) => { if (m.type() === 'error') errors.push(m.text()); });
  try {
    await clerk!.goto(`${product.url}/jwxt/gly/schemeManage/schema`);
    await clerk!.getByRole('link', { name: '编辑' }).first().waitFor({ timeout: 60_000 });
    await shot(clerk!, 'list');
    await clerk!.getByRole('link', { name: '编辑' }).first().click();
    await clerk!.locator('[id^="course-"]').first().waitFor({ timeout: 60_000 });
    await shot(clerk!, 'editor');
    const card = clerk!.getByRole('button', { name: /^操作系统，/ });
    await card.click();
    await clerk!.keyboard.press('Alt+ArrowRight');
    await clerk!.waitForTimeout(1500);
    await shot(clerk!, 'moved');
    await card.dblclick();
    await clerk!.waitForTimeout(1000);
    await shot(clerk!, 'edit');
    await clerk!.keyboard.press('Escape');
    await clerk!.getByRole('button', { name: '更多' }).click();
    await shot(clerk!, 'more');
    await registrar!.goto(`${product.url}/jwxt/gly/schemeManage/approval`);
    await registrar!.waitForTimeout(3000);
    await shot(registrar!, 'approval');
    await registrar!.getByRole('button', { name: '详情' }).first().click({ timeout: 5000 }).catch(() => undefined);
    await registrar!.getByRole('link', { name: '详情' }).first().click({ timeout: 5000 }).catch(() => undefined);
    await registrar!.waitForTimeout(3000);
    await shot(registrar!, 'preview');
  } finally {
    await shot(clerk!, 'last');
    console.log(errors.slice(0, 20));
  }
  expect(errors).toEqual([]);
}, 600_000);
