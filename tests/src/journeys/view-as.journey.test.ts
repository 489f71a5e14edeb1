import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openFromMenu, openWindows, soon } from './people.ts';

const product = await givenProduct();
let browser: Browser;

beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

it('an administrator sees what a teacher sees, under a bar, in every window of his, and is himself again', async () => {
  const [page] = await openWindows(browser, product.url, 'admin');
  await openFromMenu(page, product.url, 'systemManage', '角色与账号', '用户管理');
  await page.getByRole('textbox', { name: '账号', exact: true }).fill('teacher1');
  await page.getByRole('button', { name: '查询' }).click();
  await page
    .locator('tr[data-key="teacher1"]')
    .getByRole('button', { name: /^以其身份查看/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^以其身份查看/ });
  await dialog.getByRole('textbox').fill('核对看不到成绩单的原因');
  await dialog.getByRole('button', { name: '开始查看' }).click();

  const bar = page.getByRole('status').filter({ hasText: '只能查看' });
  await bar.waitFor();
  await expect.poll(() => bar.innerText(), soon).toMatch(/（teacher1）[\s\S]*剩余 (30|29) 分钟/);
  // The teacher's home page, not the administrator's.
  await page.getByText('待录入教学班').waitFor();

  // Another window of the same browser looks with the same eyes.
  const other = await page.context().newPage();
  await other.goto(product.url);
  await other.getByRole('status').filter({ hasText: '只能查看' }).waitFor();

  await bar.getByRole('button', { name: '结束查看' }).click();
  await page.getByRole('heading', { name: '用户管理' }).or(page.locator('tr[data-key="teacher1"]')).first().waitFor();
  expect(new URL(page.url()).pathname).toMatch(/systemManage\/user$/);
  expect(await bar.count()).toBe(0);
  await expect.poll(() => other.getByRole('status').filter({ hasText: '只能查看' }).count(), soon).toBe(0);
  await closeWindows(page, other);
});
