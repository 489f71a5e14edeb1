import { regularApprovalDetail } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { accessibilityFindings } from '../testing/accessibility.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import {
  applicationRow,
  decide,
  decisionForm,
  openApprovals,
  openDecision,
  openWindows,
  soon,
  told,
} from './people.ts';
import { fillIn, newClasses, sheetOf, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let teacher: ApiSession;
/** Two classes of teacher1 that wait for dean1. */
let submissions: { teachingClassId: string; applyId: string }[];

beforeAll(async () => {
  teacher = await signInToApi(product.url, 'teacher1');
  const ids = await newClasses(product, teacher, 8, 2);
  submissions = [];
  for (const teachingClassId of ids) {
    await fillIn(teacher, teachingClassId, (index) => (index === 0 ? '59.5' : index === 1 ? '95' : '74'));
    submissions.push({ teachingClassId, applyId: await submitByApi(teacher, teachingClassId) });
  }
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

describe('approving regular scores in browsers', () => {
  it('from the page: handed in with its figures, returned, handed in again, passed, and then published', async () => {
    const { teachingClassId, applyId } = submissions[0]!;
    const [dean] = await openWindows(browser, product.url, 'dean1');
    await dean.goto(`${product.url}/jwxt/gly/scoreManage/regularApproval?pageSize=200`);
    const row = dean.locator(`tr[data-key="${applyId}"]`);
    await row.getByRole('link', { name: '详情' }).click();
    const table = dean.getByRole('table', { name: '送审成绩' });
    await table.waitFor();
    const sheet = await sheetOf(teacher, teachingClassId);
    const main = dean.getByRole('main');
    for (const text of [sheet.courseName, sheet.teachingClassName, sheet.semesterName, '87.5%', '8'])
      await expect.poll(() => main.innerText(), soon).toContain(text);
    const first = table.getByRole('row').filter({ hasText: sheet.rows[0]!.studentNumber });
    await expect.poll(() => first.innerText(), soon).toMatch(/59\.5[\s\S]*59\.50/);
    await expect.poll(() => first.getAttribute('data-tone'), soon).toBe('red');
    expect(await table.getByRole('textbox').count()).toBe(0);
    expect(await accessibilityFindings(dean)).toEqual([]);

    await dean.getByRole('button', { name: '审批', exact: true }).click();
    await decisionForm(dean).waitFor();
    await decide(dean, { result: '驳回', backNode: '申请人', opinion: '请核对第一名学生' });
    await told(dean, '已退回申请人');
    await main.getByText('已退回').first().waitFor();
    expect((await sheetOf(teacher, teachingClassId)).returnOpinion).toBe('请核对第一名学生');
    await fillIn(teacher, teachingClassId, (index) => (index === 1 ? '95' : '74'));
    await submitByApi(teacher, teachingClassId);

    await dean.goto(`${product.url}/jwxt/gly/scoreManage/regularApproval/${applyId}`);
    await dean.getByText('第 2 次送审').waitFor();
    await dean.getByText('100.0%').first().waitFor();
    await dean.getByRole('button', { name: '审批', exact: true }).click();
    await decisionForm(dean).waitFor();
    await decide(dean, { result: '通过', opinion: '同意' });
    await told(dean, '审核成功');
    await main.getByText('通过', { exact: true }).first().waitFor();

    await dean.goto(
      `${product.url}/jwxt/gly/scoreManage/publishedScore?teachingClass=` +
        `${encodeURIComponent(sheet.teachingClassName)}&student=${sheet.rows[0]!.studentNumber}&pageSize=40`,
    );
    const published = dean.getByRole('table', { name: '已发布成绩' });
    await published.getByText(sheet.rows[0]!.studentName).first().waitFor();
    await expect.poll(() => published.getByRole('row').filter({ hasText: '74.00' }).count(), soon).toBeGreaterThan(0);
    const [download] = await Promise.all([
      dean.waitForEvent('download'),
      dean.getByRole('button', { name: '导出' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('已发布成绩.xlsx');
    await closeWindows(dean);
  });

  it('a long export goes on by itself: one sees how far it is, is told when ready, and fetches the file', async () => {
    const [office] = await openWindows(browser, product.url, 'registrar1');
    await office.goto(`${product.url}/jwxt/gly/scoreManage/publishedScore`);
    const table = office.getByRole('table', { name: '已发布成绩' });
    await table.getByRole('row').nth(1).waitFor();
    await office.getByRole('button', { name: '导出' }).click();
    const question = office.getByRole('dialog', { name: '提示' });
    const rows = Number(/共 (\d+) 行，已转为导出任务/.exec(await question.innerText())?.[1]);
    expect(rows).toBeGreaterThan(100);
    await question.getByRole('button', { name: '查看进度' }).click();
    const own = office.getByRole('table', { name: '我的导出' });
    await own.getByText(`${String(rows)} / ${String(rows)} 行`).waitFor();
    await own.getByText('已完成').waitFor();
    expect(await accessibilityFindings(office)).toEqual([]);
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      own.getByRole('button', { name: '下载' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('已发布成绩.xlsx');
    const [sheet] = (await readXlsx(await readFile(await download.path()))).sheets;
    expect(sheet?.rows).toHaveLength(rows + 1);
    await office.goto(`${product.url}/jwxt/gly/messageSystem/systemMessage`);
    await office.getByText('“已发布成绩”已导出').first().waitFor();
    await office.getByRole('button', { name: /个人菜单$/ }).click();
    await office.getByRole('menuitem', { name: '我的导出' }).click();
    await own.getByRole('button', { name: '下载' }).waitFor();
    await closeWindows(office);
  });

  it('from the approval centre: the page shows the same, and that it has been decided', async () => {
    const { applyId } = submissions[1]!;
    const [dean, beside] = await openWindows(browser, product.url, 'dean1', 'dean1');
    await beside.goto(`${product.url}/jwxt/gly/scoreManage/regularApproval/${applyId}`);
    await beside.getByRole('button', { name: '审批', exact: true }).waitFor();
    await openApprovals(dean, product.url, 'scope=0&processNo=ZKCJSP');
    await applicationRow(dean, applyId).waitFor();
    await openDecision(dean, applyId);
    await decide(dean, { result: '通过', opinion: '同意' });
    await told(dean, '审核成功');
    await beside.reload();
    await beside.getByRole('table', { name: '送审成绩' }).waitFor();
    expect(await beside.getByRole('button', { name: '审批', exact: true }).count()).toBe(0);
    const api = await signInToApi(product.url, 'dean1');
    expect(await api.call(regularApprovalDetail, { applyId })).toMatchObject({
      approvalBusinessStatus: '9',
      awaitsMe: false,
    });
    await closeWindows(dean, beside);
  });
});
