import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { approvalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword, signInToApi, type ApiSession } from '../testing/api-session.ts';
import { givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { applicationRow, decisionForm, soon } from './people.ts';
import { applicationOf, fillIn, newClasses, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let dean: ApiSession;
let applyId: string;
beforeAll(async () => {
  const teacher = await signInToApi(product.url, 'teacher1');
  [dean, browser] = [await signInToApi(product.url, 'dean5'), await givenBrowser()];
  const [teachingClassId] = await newClasses(product, teacher, 3, 1, '105');
  await fillIn(teacher, teachingClassId!, (index) => String(70 + index));
  applyId = await submitByApi(teacher, teachingClassId!);
});
afterAll(leaveBrowser);

/** Name and text of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at === null
      ? ''
      : `${at.getAttribute('aria-label') ?? ''} ${(at as HTMLInputElement).placeholder ?? ''} ${at.id} ` +
          `${(at as HTMLInputElement).type ?? ''} ${at.getAttribute('role') ?? ''} ${at.textContent ?? ''}`;
  });

/** Tabs on until what has the focus fits; every step shows where one is. */
async function tabTo(
  page: Page,
  wanted: (text: string) => boolean,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
  limit = 80,
): Promise<void> {
  for (let step = 0; step < limit; step += 1) {
    if (wanted(await focused(page))) {
      const visible = await page.evaluate(() => {
        const style = getComputedStyle(document.activeElement!);
        const near = getComputedStyle(document.activeElement!.parentElement!);
        return style.outlineStyle !== 'none' || style.borderColor !== near.borderColor || style.boxShadow !== 'none';
      });
      expect(visible, 'the focus can be seen').toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`not reached by ${key}; at last: ${await focused(page)}`);
}

describe('with nothing but the keyboard', () => {
  it('signs in, comes by Ctrl+K to a decision in twelve keys, and logs out', async () => {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
    page.setDefaultTimeout(20_000);
    await page.goto(`${product.url}/login`);
    await page.getByLabel('用户名').waitFor();
    await tabTo(page, (text) => text.includes('用户名'));
    await page.keyboard.type('dean5');
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));
    await page.getByTestId('todo-count').first().waitFor();

    // From anywhere to a decision: by the page's initials, as one who knows them types, and down its list.
    let before = -1;
    await expect
      .poll(async () => {
        const { list } = await dean.call(queryApprovals, { type: approvalTab.waiting });
        return (before = list.findIndex((item) => item.applyId === applyId));
      }, soon)
      .toBeGreaterThanOrEqual(0);
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    await press('Control+k');
    await page.getByRole('dialog', { name: '搜索菜单' }).waitFor();
    for (const letter of 'spzx') await press(letter);
    await page.getByRole('dialog').getByText('审批中心').first().waitFor();
    await press('Enter');
    await page.waitForURL(/\/messageSystem\/approval/);
    await applicationRow(page, applyId).waitFor();
    for (let row = 0; row <= before; row += 1) await press('j');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['key'])).toBe(applyId);
    await press('Enter');
    await decisionForm(page).waitFor();
    await expect.poll(() => focused(page), soon).toContain(' opinion textarea ');
    await press('Control+Enter');
    await expect.poll(async () => (await applicationOf(dean, applyId)).approvalProcessStatus, soon).not.toBe('1');
    expect(keys).toBeLessThanOrEqual(12);

    // The next one follows, where there is one; the keyboard comes back to the list.
    if (before > 0) await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('table')?.getAttribute('aria-label')), soon)
      .toBe('审批列表');

    await tabTo(page, (text) => text.includes('个人菜单'), 'Shift+Tab', 200);
    await page.keyboard.press('Enter');
    const leave = page.getByRole('menuitem', { name: '退出登录' });
    await leave.waitFor();
    for (let step = 0; step < 8 && !(await leave.evaluate((item) => item === document.activeElement)); step += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).waitFor();
    await tabTo(page, (text) => text.trim().endsWith(' 确定'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login/);
    await page.getByLabel('用户名').waitFor();
    await page.close();
  });
});
