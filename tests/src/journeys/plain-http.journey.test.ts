import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { soon } from './people.ts';

/** A name of a school's own network: not this machine to a browser, and not secure. */
const host = 'jwxt.school.example';
const given = await givenProduct();
let browser: Browser;
let url: string;
const errors: string[] = [];

async function windowOf(userName: string): Promise<Page> {
  const page = await openWindow(browser, url, userName, given.url);
  page.on('pageerror', (error) => errors.push(error.message));
  return page;
}

beforeAll(async () => {
  const product = new URL(given.url);
  url = `http://${host}:${product.port}`;
  browser = await launchBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1`]);
});
afterAll(() => browser.close());

describe('over http at a name of the school, which browsers do not call secure', () => {
  it('a notice is written and kept, a guide is begun', async () => {
    const office = await windowOf('office1');
    await office.goto(`${url}/jwxt/gly/messageSystem/noticeInfo`);
    expect(await office.evaluate(() => window.isSecureContext)).toBe(false);
    await office.getByRole('button', { name: '新增', exact: true }).click();
    const form = office.getByRole('dialog', { name: '新增通知公告' });
    const title = `普通连接 ${Date.now()}`;
    await form.getByPlaceholder('请输入标题').fill(title);
    await form.getByLabel('通知类型').click();
    await office.getByRole('option', { name: '考试安排' }).click();
    await form.locator('[contenteditable=true]').fill('一段文字');
    await form.getByRole('button', { name: '保存草稿' }).click();
    await form.waitFor({ state: 'detached' });
    await office.getByText(title).first().waitFor();

    await office.goto(`${url}/jwxt/gly/guide/guideInfo`);
    await office.getByRole('button', { name: '新增', exact: true }).click();
    await office.getByRole('dialog', { name: '新增操作指南' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('what is to be copied is copied', async () => {
    const admin = await windowOf('admin');
    await admin.goto(`${url}/jwxt/gly/appBuild/components`);
    const card = admin
      .locator('section')
      .filter({ has: admin.getByRole('heading', { name: '查询列表', exact: true }) });
    await card.getByRole('checkbox', { name: '选择第1行' }).check();
    await admin.getByRole('button', { name: '复制地址' }).click();
    await admin.getByText('地址已复制').waitFor();
    const field = card.getByPlaceholder('请输入模块名称');
    await field.focus();
    await admin.keyboard.press('Control+V');
    await expect.poll(() => field.inputValue(), soon).toContain('/jwxt/gly/');
    expect(errors).toEqual([]);
  });
});
