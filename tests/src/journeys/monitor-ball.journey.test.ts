import { createPool, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { openWindows, soon } from './people.ts';

const product = await givenProduct();
let browser: Browser;
let pool: Pool;
let page: Page;
beforeAll(async () => {
  browser = await givenBrowser();
  pool = createPool((await environmentOf(product))['DATABASE_URL'] ?? '', { name: 'journey', max: 1 });
  [page] = await openWindows(browser, product.url, 'office1');
});
afterAll(async () => {
  await pool.end();
  await leaveBrowser();
});

const ball = () => page.getByTestId('monitor-ball');
const panel = () => page.getByRole('dialog', { name: '数据监控' });
const place = async () => (await ball().boundingBox())!;
async function drag(toX: number, toY: number): Promise<void> {
  // It comes out under the pointer.
  await ball().hover();
  await expect
    .poll(async () => {
      const { x, width } = await place();
      return x >= 0 && x + width <= 1366;
    }, soon)
    .toBe(true);
  await page.mouse.down();
  await page.mouse.move(toX, toY, { steps: 6 });
  await page.mouse.up();
}

describe('the data-monitor ball in a browser', () => {
  // MONITOR-02, MONITOR-03, MONITOR-04
  it('is dragged, snaps to an edge within its bounds, and is there again after a reload', async () => {
    await drag(300, 300);
    expect((await place()).x).toBeLessThan(10);
    await drag(900, 5);
    await page.mouse.move(600, 600);
    await expect.poll(place, soon).toMatchObject({ x: 1366 - 24, y: 100 });
    // At rest its number can be read.
    const number = (await ball()
      .getByText(/^(\d+%|—)$/)
      .boundingBox())!;
    expect([number.x >= 1366 - 24, number.x + number.width <= 1366]).toEqual([true, true]);
    await drag(900, 767);
    expect((await place()).y).toBe(768 - 250);
    await page.reload();
    await ball().waitFor();
    expect((await place()).y).toBe(518);
    await page.setViewportSize({ width: 1366, height: 620 });
    await expect.poll(async () => (await place()).y, soon).toBe(370);
    await page.setViewportSize({ width: 1366, height: 768 });
  });

  // MONITOR-05, MONITOR-06, MONITOR-12
  it('hovered it opens its panel, cleans what it can, tells what it came to, and closes by itself', async () => {
    const {
      rows: [teacher],
    } = await pool.query<{ gh: string; xm: string }>(
      `update base.teacher set xm = ' ' || xm where gh = (select max(gh) from base.teacher)
        returning gh, btrim(xm) as xm`,
    );
    await page.goto(`${product.url}/jwxt/gly/dataMonitor/monitorscreen`);
    await page.getByRole('button', { name: '重新监测' }).click();
    await page.getByRole('link', { name: '教师名称、代码含多余空格或全角字符' }).waitFor();

    await ball().hover();
    // What else there is to clean depends on what the product was used for before.
    await panel()
      .getByText(/可清洗监测点\s*[1-9]\d*\s*个/)
      .waitFor();
    await panel().getByRole('button', { name: '一键清洗' }).click();
    await panel().getByTestId('clean-spinner').waitFor();
    await panel().getByTestId('clean-check').waitFor();
    await panel()
      .getByText(/已清洗 [1-9]\d* 个监测点的 [1-9]\d* 条数据/)
      .waitFor();
    expect((await pool.query(`select xm from base.teacher where gh = $1`, [teacher?.gh])).rows).toEqual([
      { xm: teacher?.xm },
    ]);
    await page.mouse.move(400, 300);
    await panel().waitFor({ state: 'detached' });

    await page.goto(`${product.url}/jwxt/gly/dataMonitor/monitorTask`);
    await page.getByRole('table', { name: '清洗记录' }).getByText('一键清洗').first().waitFor();
  });

  it('MONITOR-07: a click opens the screen in a new tab', async () => {
    await page.goto(product.url);
    await ball().waitFor();
    const [opened] = await Promise.all([page.context().waitForEvent('page'), ball().click()]);
    await opened.waitForURL(/\/jwxt\/gly\/dataMonitor\/monitorscreen$/);
    await opened.getByText('未处理问题', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).not.toContain('dataMonitor');
    await opened.close();
  });

  it('with the keyboard it moves, opens and closes', async () => {
    await ball().focus();
    await page.keyboard.press('ArrowLeft');
    expect((await place()).x).toBeLessThan(10);
    await page.keyboard.press('Enter');
    await panel().waitFor();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await expect.poll(() => ball().evaluate((element) => element === document.activeElement), soon).toBe(true);
    await page.keyboard.press('ArrowRight');
  });

  it('MONITOR-01: who may not see it has none', async () => {
    const [teacher] = await openWindows(browser, product.url, 'teacher1');
    await teacher.getByText('实时', { exact: true }).first().waitFor();
    expect(await teacher.getByTestId('monitor-ball').count()).toBe(0);
    await closeWindows(teacher);
  });
});
