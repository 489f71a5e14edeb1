import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openWindows, soon, told } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

const at = (path: string) => `${product.url}/jwxt/gly/${path}`;

// SCHEME-18, SCHEME-19
it('a scheme is written by two at once: a card moves by keyboard, the other window follows, and back', async () => {
  const [one, two] = await openWindows(browser, product.url, 'clerk1', 'clerk1');
  for (const page of [one, two]) {
    await page.goto(at('schemeManage/schema'));
    await page.getByRole('row').filter({ hasText: '2026级计算机' }).first().getByRole('link', { name: '编辑' }).click();
    await page.getByRole('button', { name: /^数据素养，第6学期/ }).waitFor();
  }
  await one.getByRole('button', { name: /^数据素养，第6学期/ }).focus();
  await one.keyboard.press('Alt+ArrowRight');
  for (const page of [one, two]) await page.getByRole('button', { name: /^数据素养，第7学期/ }).waitFor();
  await one.getByText('修改均已保存').waitFor();
  await one.getByRole('button', { name: '撤销', exact: true }).click();
  await two.getByRole('button', { name: /^数据素养，第6学期/ }).waitFor();
  // What is wrong leads to where it is, and keeps the scheme from being sent.
  expect(await one.getByRole('button', { name: '提交审批' }).isEnabled()).toBe(false);
  await closeWindows(one, two);
});

// SCHEME-27, OPEN-COURSE-03
it('the courses that a semester is to have become teaching tasks, and wait in the list of tasks', async () => {
  const [page] = await openWindows(browser, product.url, 'clerk1');
  await page.goto(at('schemeManage/coursePlan'));
  await page.getByLabel('学年学期').click();
  await page.getByRole('option', { name: '2026-2027学年第二学期' }).click();
  await page.getByText('展开').click();
  await page.getByLabel('任务', { exact: true }).and(page.locator('input')).click();
  await page.getByRole('option', { name: '未生成' }).click();
  await page.getByRole('button', { name: '查询' }).click();
  const table = page.getByRole('table', { name: '开课计划' });
  // Tasks are made by the unit that teaches the course.
  const row = table.getByRole('row').filter({ hasText: '未生成' }).filter({ hasText: '计算机与软件学院' }).first();
  await row.getByRole('checkbox').check();
  const courseName = (await row.getByRole('cell').nth(2).innerText()).split('\n')[0]!;
  await page.getByRole('button', { name: '生成任务', exact: true }).click();
  await page.getByRole('dialog', { name: '生成任务' }).getByRole('button', { name: '生成', exact: true }).click();
  await told(page, /^已生成 \d+ 个教学任务/);
  await page.goto(at('openCourseTask/teachingJob'));
  await expect
    .poll(
      () =>
        page
          .getByRole('row')
          .filter({ hasText: `${courseName}（` })
          .filter({ hasText: '编辑中' })
          .count(),
      soon,
    )
    .toBeGreaterThan(0);
  await closeWindows(page);
});
