import { monitorQuery } from '@jwxt/contracts/system/monitor.operations.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { openFromMenu, openWindows, soon, told } from './people.ts';

const product = await givenProduct();
let browser: Browser;
let admin: ApiSession;
beforeAll(async () => {
  [browser, admin] = await Promise.all([givenBrowser(), signInToApi(product.url, 'admin')]);
});
afterAll(leaveBrowser);

describe('watching in a browser', () => {
  it('shows every service, the read models and the last hour, and stays where it is while it refreshes', async () => {
    const [page] = await openWindows(browser, product.url, 'admin');
    await openFromMenu(page, product.url, 'systemManage', '系统运行', '运行状态');
    const services = page.getByRole('table', { name: '服务' });
    const row = (name: string) => services.locator(`tr[data-key="${name}"]`);
    for (const [name, title] of [
      ['gateway', '网关'],
      ['commands', '命令服务'],
      ['projections', '投影服务'],
      ['postgres', '数据库'],
      ['eventStore', '事件库'],
    ] as const)
      await row(name).getByText(title).first().waitFor();
    await row('commands').getByText('正常').waitFor();
    await expect.poll(() => row('commands').innerText(), soon).toMatch(/\d+(\.\d+)? MB/);
    const { readModels } = await admin.call(monitorQuery, {});
    const table = page.getByRole('table', { name: '读模型状态' });
    for (const { name, title } of readModels) await table.locator(`tr[data-key="${name}"]`).getByText(title).waitFor();
    // Drawn once somebody can see it.
    const delay = page.getByRole('img', { name: '最近一小时：事件循环延迟' });
    await delay.scrollIntoViewIfNeeded();
    await delay.locator('svg path').first().waitFor({ state: 'attached' });

    await table.scrollIntoViewIfNeeded();
    const place = await table.boundingBox();
    const shownAt = page.getByText(/^\d\d:\d\d:\d\d 更新$/);
    const before = await shownAt.innerText();
    await expect.poll(() => shownAt.innerText()).not.toBe(before);
    expect(await table.boundingBox()).toEqual(place);
    await closeWindows(page);
  });

  it('shows what is set aside with its reason, and has it tried again', async () => {
    const db = createPool((await environmentOf(product))['DATABASE_URL']!, { name: 'parked', max: 1 });
    try {
      // An event that is not in the log any more: trying again succeeds, since there is nothing left to apply.
      await db.query(`insert into commands.policy_parked (policy, stream, revision, event_type, commit_position,
          prepare_position, reason, at)
        select policy, 'application-nobody', 0, 'ApplicationPassed', 1, 1, '教学班不存在', now()
        from commands.policy_checkpoint order by policy limit 1`);
      const [page] = await openWindows(browser, product.url, 'admin');
      await page.goto(`${product.url}/jwxt/gly/systemManage/monitor`);
      const parked = page.getByRole('table', { name: '搁置的事件' });
      const set = parked.getByRole('row').filter({ hasText: 'application-nobody@0' });
      await expect.poll(() => set.innerText(), soon).toMatch(/ApplicationPassed[\s\S]*教学班不存在/);
      await page.getByRole('button', { name: '全部重新处理' }).click();
      await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '重新处理' }).click();
      await told(page, '已重新处理');
      await set.waitFor({ state: 'detached' });
      await closeWindows(page);
    } finally {
      await db.query(`delete from commands.policy_parked where stream = 'application-nobody'`);
      await db.end();
    }
  });

  it('is for administrators: nobody else has the menu, the page or the call', async () => {
    await expect((await signInToApi(product.url, 'registrar1')).call(monitorQuery, {})).rejects.toMatchObject({
      status: 403,
    });
    const [page] = await openWindows(browser, product.url, 'registrar1');
    await page.goto(`${product.url}/jwxt/gly/systemManage/monitor`);
    await page.getByText('您没有使用“运行状态”的权限').waitFor();
    await closeWindows(page);
  });
});
