import type { Browser } from 'playwright';
import { afterAll, beforeAll, it } from 'vitest';
import { givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openWindows } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);
it('looks', async () => {
  const [office] = await openWindows(browser, product.url, 'office1');
  await office.setViewportSize({ width: 1366, height: 768 });
  await office.goto(`${product.url}/jwxt/gly/scoreManage/examSet`);
  await office.getByRole('table').waitFor();
  await office.getByRole('row').nth(2).waitFor();
  await office.screenshot({ path: '/tmp/c1.png' });
  for (const [type, name] of [
    ['2', '补考/缓考'],
    ['4', '重修'],
  ] as const) {
    await office.getByRole('combobox', { name: '成绩类型' }).click();
    await office.getByRole('option', { name }).click();
    await office.waitForTimeout(1500);
    await office.screenshot({ path: `/tmp/c2-${type}.png` });
  }
  await office.goto(`${product.url}/jwxt/gly/scoreManage/examSet?scoreType=2&sheetStatus=2`);
  await office.getByRole('link', { name: '设置', exact: true }).first().click();
  await office.getByRole('tab', { name: '录入时间' }).waitFor();
  await office.waitForTimeout(800);
  await office.screenshot({ path: '/tmp/c3.png' });
  await office.getByRole('tab', { name: '录入时间' }).click();
  await office.waitForTimeout(800);
  await office.screenshot({ path: '/tmp/c4.png' });
  await office.getByRole('button', { name: '延长录入' }).click();
  await office.waitForTimeout(800);
  await office.screenshot({ path: '/tmp/c5.png' });
  await office.getByRole('button', { name: '取消' }).click();
  await office.getByRole('tab', { name: '分项', exact: true }).click();
  await office.waitForTimeout(800);
  await office.screenshot({ path: '/tmp/c6.png' });
}, 120_000);
