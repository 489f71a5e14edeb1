import type { Browser, Page } from 'playwright';
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

async function shoot(page: Page, path: string, name: string, act?: () => Promise<void>): Promise<void> {
  try {
    await page.goto(`${product.url}${path}`);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(800);
    if (act) {
      await act();
      await page.waitForTimeout(900);
    }
  } catch (error) {
    console.log(name, String(error).slice(0, 400));
  }
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(250);
    await page.screenshot({ path: `/tmp/zzplan-${name}-${String(width)}.png` });
  }
}

it('pictures', async () => {
  const [page] = await openWindows(browser, product.url, 'office1');
  const S = '/jwxt/gly/schemeManage';
  const gm = '2026080901';
  await shoot(page, `${S}/gradeMajorPlan?gradeMajorId=${gm}`, 'matrix');
  await shoot(page, `${S}/gradeMajorPlan?gradeMajorId=${gm}`, 'generate', async () => {
    await page.getByRole('button', { name: '按方案生成' }).click();
  });
  await shoot(page, `${S}/gradeMajorPlan?gradeMajorId=${gm}`, 'add', async () => {
    await page.getByRole('button', { name: '添加课程' }).click();
  });
  await shoot(page, `${S}/gradeMajorPlan?gradeMajorId=${gm}`, 'detail', async () => {
    await page.getByRole('button', { name: /体育（一）/ }).first().click();
  });
  await shoot(page, `${S}/gradeMajorPlan`, 'none');
  await shoot(page, `${S}/trainingExecutionPlan`, 'list');
  await shoot(page, `${S}/commonCoursePlan`, 'common', async () => {
    await page.getByRole('button', { name: '适用年级专业' }).first().click();
  });
  await shoot(page, `${S}/classPlanSet`, 'exceptions');
  await shoot(page, `${S}/coursePlan`, 'courseplan');
  await shoot(page, `${S}/specialItem`, 'items');
  const [student] = await openWindows(browser, product.url, 'student1');
  await student.setViewportSize({ width: 1366, height: 768 });
  await student.waitForTimeout(1500);
  for (const width of [1366, 1920]) {
    await student.setViewportSize({ width, height: width === 1366 ? 768 : 1080 });
    await student.screenshot({ path: `/tmp/zzplan-home-${String(width)}.png`, fullPage: true });
  }
  await student.getByRole('button', { name: '课程', exact: true }).first().click();
  await student.waitForTimeout(800);
  await student.screenshot({ path: '/tmp/zzplan-progress.png' });
}, 240_000);
