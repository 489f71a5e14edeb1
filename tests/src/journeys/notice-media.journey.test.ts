import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { soon } from './people.ts';

const product = await givenProduct();
const title = `讲座录像 ${Date.now()}`;
let browser: Browser;
let pool: Pool;
let office: Page;
/** Another server, and what it was asked for. */
let foreign: Server;
const asked: string[] = [];
let address: string;
beforeAll(async () => {
  foreign = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  address = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  pool = createPool((await environmentOf(product))['DATABASE_URL'] ?? '', { name: 'notice media journey', max: 1 });
  browser = await givenBrowser();
  office = await openWindow(browser, product.url, 'office1');
});
afterAll(async () => {
  await leaveBrowser();
  await pool.end();
  foreign.close();
});

it('a recording in a notice is asked for when played, not when written or opened; one stored earlier too', async () => {
  await office.goto(`${product.url}/jwxt/gly/messageSystem/noticeInfo`);
  await office.getByRole('button', { name: '新增', exact: true }).click();
  const form = office.getByRole('dialog', { name: '新增通知公告' });
  await form.getByPlaceholder('请输入标题').fill(title);
  await form.getByLabel('通知类型').click();
  await office.getByRole('option', { name: '考试安排' }).click();
  await form.getByLabel('另加个人').fill('office1');
  await office.getByRole('option', { name: /（office1，/ }).click();
  await form.locator('[contenteditable=true]').fill('请观看讲座录像。');
  await form.getByRole('button', { name: '插入视频' }).click();
  const media = office.getByRole('dialog', { name: '插入视频' });
  await media.getByLabel(/链接/).fill(`${address}/written.mp4`);
  for (const fixed of ['显示控制条', '自动播放'])
    await expect.poll(() => media.getByLabel(fixed).isDisabled(), soon).toBe(true);
  await media.getByText('读者点击播放后才开始加载').waitFor();
  await media.getByRole('button', { name: '确定' }).click();
  await form.locator('[contenteditable=true] video').waitFor();
  await form.getByRole('button', { name: '发布', exact: true }).click();
  await office.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '发布' }).click();
  await form.waitFor({ state: 'detached' });

  const {
    rows: [notice],
  } = await pool.query<{ id: string; content: string }>(
    'select notice_id as id, content from base.notice where notice_name = $1',
    [title],
  );
  expect(notice?.content).toContain(`<video controls preload="none"`);
  // As the server stored it before.
  const before =
    `<video controls autoplay muted preload="auto"><source src="${address}/stored.mp4"></video><audio autoplay ` +
    `preload="auto"><source src="${address}/stored.mp3"></audio><img src="${address}/seen.gif">`;
  await pool.query('update base.notice set content = content || $2 where notice_id = $1', [notice?.id, before]);

  const reader = await office.context().newPage();
  await reader.goto(`${product.url}/jwxt/gly/newHome/components/messageSystem/information/${notice?.id ?? ''}`);
  const text = reader.getByRole('region', { name: '正文' });
  await text.getByText('请观看讲座录像。').waitFor();
  await expect.poll(() => text.locator('video, audio').count(), soon).toBe(3);
  await reader.waitForLoadState('networkidle');
  expect([await text.locator('img').count(), asked]).toEqual([0, []]);
  await text
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => {
      video.play().catch(() => undefined);
    });
  await expect.poll(() => asked, soon).toContain('/written.mp4');
  expect(asked.filter((path) => path !== '/written.mp4')).toEqual([]);
});
