import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from '../testing/accessibility.ts';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openWindows, soon, told } from './people.ts';
import { fillIn, newClasses, sheetOf, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let teacher: ApiSession;
/** Classes of teacher1: one that is handed in, one without scores. */
let submitted: string;
let fresh: string;

beforeAll(async () => {
  teacher = await signInToApi(product.url, 'teacher1');
  [submitted, fresh] = (await newClasses(product, teacher, 6, 2)) as [string, string];
  await fillIn(teacher, submitted, () => '76');
  await submitByApi(teacher, submitted);
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

const openClass = async (page: Page, teachingClassId: string): Promise<void> => {
  await page.goto(`${product.url}/jwxt/gly/scoreManage/examSet/${teachingClassId}`);
  await page.getByRole('tab', { name: '基本' }).waitFor();
};

describe('exam settings in browsers', () => {
  // EXAM-SET-01, EXAM-SET-09
  it('the office sets sub-items, wrong sums are named, and the change is on record', async () => {
    const [office] = await openWindows(browser, product.url, 'office1');
    await openClass(office, fresh);
    await office.getByRole('tab', { name: '分项' }).click();
    await office.getByRole('button', { name: '设置分项' }).click();
    const dialog = office.getByRole('dialog', { name: '设置成绩分项' });
    const shares = dialog.getByRole('textbox', { name: /比例$/ });
    await shares.first().fill('30');
    await dialog
      .getByText(/还差\d+%/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: '确定', exact: true }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /分项比例合计为\d+%，还差\d+%/ })
      .waitFor();
    const others = await shares.count();
    const rest = await Promise.all(
      Array.from({ length: others - 2 }, (_, index) => shares.nth(index + 1).inputValue()),
    );
    await shares.last().fill(String(70 - rest.reduce((sum, text) => sum + Number(text), 0)));
    await dialog.getByText('合计 100%').waitFor();
    await dialog.getByLabel('原因').fill('教研室统一比例');
    await dialog.getByRole('button', { name: '确定', exact: true }).click();
    await told(office, '设置成绩分项成功');
    await office.getByRole('tab', { name: '变更记录' }).click();
    await office.getByRole('table', { name: '变更记录' }).getByText('教研室统一比例').waitFor();
    expect(await accessibilityFindings(office)).toEqual([]);
    await closeWindows(office);
  });

  it('EXAM-SET-11: scores that were handed in go back with a reason, which their teacher reads', async () => {
    const [office, teaching] = await openWindows(browser, product.url, 'office1', 'teacher1');
    await openClass(office, submitted);
    await office.getByRole('button', { name: '退回' }).click();
    const dialog = office.getByRole('dialog', { name: '成绩退回' });
    await dialog.getByRole('button', { name: '确定退回' }).click();
    await dialog.getByText('请输入原因').waitFor();
    await dialog.getByLabel('原因').fill('平时成绩漏录作业');
    await dialog.getByRole('button', { name: '确定退回' }).click();
    await told(office, '成绩退回成功');
    await teaching.goto(`${product.url}/jwxt/gly/scoreManage/entry/${submitted}/1`);
    await teaching.getByText('平时成绩漏录作业').first().waitFor();
    await expect.poll(async () => (await sheetOf(teacher, submitted)).entryState, soon).toBe('returned');
    await closeWindows(office, teaching);
  });

  it('EXAM-SET-03: a semester is set up as a job that a second page watches after a reload', async () => {
    const [office] = await openWindows(browser, product.url, 'office1');
    await office.goto(`${product.url}/jwxt/gly/scoreManage/examSet`);
    await office.getByRole('button', { name: '学期初始化' }).click();
    const dialog = office.getByRole('dialog', { name: '学期成绩初始化' });
    await dialog.getByText('将初始化').waitFor();
    await dialog.getByRole('checkbox', { name: /^已设置、尚未录入/ }).check();
    await dialog.getByRole('button', { name: /^初始化 \d+ 个教学班$/ }).click();
    await dialog.getByRole('table', { name: '任务结果' }).waitFor();
    await office.goto(`${product.url}/jwxt/gly/scoreManage/jobs`);
    // The latest of its kind: others may have begun something else meanwhile.
    const job = office
      .getByRole('table', { name: '任务进度' })
      .getByRole('row')
      .filter({ hasText: '成绩初始化' })
      .first();
    await expect.poll(async () => await job.innerText(), soon).toMatch(/已完成|部分失败/);
    await job.getByRole('button', { name: '查看' }).click();
    await office.reload();
    await office.getByRole('dialog', { name: '任务详情' }).getByRole('table', { name: '任务结果' }).waitFor();
    await closeWindows(office);
  });
});
