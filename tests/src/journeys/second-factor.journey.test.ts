import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeWindows, fillSignIn, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openFromMenu, openWindows } from './people.ts';

const product = await givenProduct();
let browser: Browser;

beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** Nobody else's journeys sign this person in. */
const PERSON = 'teacher9';

const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });
const dialogOf = async (page: Page) => {
  await page.getByRole('button', { name: /个人菜单$/ }).click();
  await page.getByRole('menuitem', { name: '二次验证' }).click();
  return page.getByRole('dialog', { name: '二次验证' });
};

it('a telephone is bound, asked for at the next sign-in, replaced by a recovery code, reset when lost', async () => {
  const [page] = await openWindows(browser, product.url, PERSON);
  const binding = await dialogOf(page);
  await binding.getByRole('button', { name: '开始绑定' }).click();
  await binding.getByAltText(/^二维码/).waitFor();
  const secret = (await binding.locator('code').innerText()).replaceAll(' ', '');
  await binding.getByLabel('验证码').fill('12345');
  await binding.getByRole('button', { name: '绑 定' }).click();
  await binding.getByText('请输入6位数字验证码').waitFor();
  await binding.getByLabel('验证码').fill(codeOf(secret));
  await binding.getByRole('button', { name: '绑 定' }).click();
  const list = binding.getByRole('list', { name: '恢复码' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await binding.getByRole('button', { name: /^我已保存/ }).click();
  await binding.waitFor({ state: 'detached' });

  // Another browser: the password alone opens nothing, whatever address is asked for.
  const other = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await other.goto(`${product.url}/login`);
  await fillSignIn(other, PERSON);
  await other.getByText('二次验证').waitFor();
  await other.goto(`${product.url}/jwxt/gly/scoreManage/entry`);
  await other.waitForURL(/\/secondStep$/);
  await other.getByLabel('验证码').fill(codeOf(secret, 1));
  await other.getByRole('button', { name: '验 证' }).click();
  await other.getByRole('button', { name: /个人菜单$/ }).waitFor();
  await (await dialogOf(other)).getByText('还剩 10 个恢复码').waitFor();

  const third = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await third.goto(`${product.url}/login`);
  await fillSignIn(third, PERSON);
  await third.getByLabel('验证码').fill(codes[0]!);
  await third.getByRole('button', { name: '验 证' }).click();
  await third.getByRole('button', { name: /个人菜单$/ }).waitFor();

  // The telephone is lost.
  const [admin] = await openWindows(browser, product.url, 'admin');
  await openFromMenu(admin, product.url, 'systemManage', '角色与账号', '用户管理');
  await admin.getByRole('textbox', { name: '账号', exact: true }).fill(PERSON);
  await admin.getByRole('button', { name: '查询' }).click();
  const row = admin.locator(`tr[data-key="${PERSON}"]`);
  await row.getByText('已绑定').waitFor();
  await row.getByRole('checkbox').check();
  await admin.getByRole('button', { name: '重置二次验证' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '重置' }).click();
  await admin.getByText('已重置 1 名用户的二次验证').waitFor();
  await row.getByText('已绑定').waitFor({ state: 'detached' });
  await closeWindows(page, other, third, admin);
});
