import { queryScoreChanges } from '@jwxt/contracts/score/score-change.operations.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { accessibilityFindings } from '../testing/accessibility.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import {
  applicationRow,
  cell,
  decide,
  openApprovals,
  openDecision,
  openWindows,
  shownIn,
  showsAll,
  soon,
  told,
  typeScore,
} from './people.ts';
import { fillIn, newClasses, passByApi, sheetOf, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let teacher: ApiSession;
/** A published class of teacher1; its first student failed with 55 in everything. */
let teachingClassId: string;

beforeAll(async () => {
  const dean = await signInToApi(product.url, 'dean1');
  teacher = await signInToApi(product.url, 'teacher1');
  [teachingClassId] = (await newClasses(product, teacher, 12, 1)) as [string];
  await fillIn(teacher, teachingClassId, (index) => (index === 0 ? '55' : '76'));
  await passByApi(dean, await submitByApi(teacher, teachingClassId));
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

async function approve(page: Page, applyId: string): Promise<void> {
  await openApprovals(page, product.url, 'scope=0&processNo=CJXGSP');
  await openDecision(page, applyId);
  await decide(page, { result: '通过', opinion: '同意更改' });
  await told(page, '审核通过');
}

const applyIdIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1)!;

describe('changing published scores in browsers', () => {
  // SCORE-CHANGE-02, SCORE-CHANGE-03, SCORE-CHANGE-04, SCORE-CHANGE-05
  it('a change from failing to passing goes through all three nodes and then counts', async () => {
    const [teaching, department, office, final] = await openWindows(
      browser,
      product.url,
      'teacher1',
      'dean1',
      'registrar1',
      'office1',
    );
    const sheet = await sheetOf(teacher, teachingClassId);
    const [student, item] = [sheet.rows[0]!, sheet.items.at(-1)!];

    await teaching.goto(`${product.url}/jwxt/gly/scoreManage/entry/${teachingClassId}/1`);
    await teaching.getByRole('link', { name: '申请更改成绩' }).click();
    await teaching.getByRole('grid', { name: '成绩更改表' }).waitFor();
    await teaching.getByRole('button', { name: '提交送审' }).click();
    await told(teaching, '没有任何成绩发生变化，请先修改需要更改的成绩');
    await typeScore(teaching, student.studentCode, item.dataKey, '78');
    await teaching.getByText('更改 1 人 1 项').waitFor();
    await teaching.getByRole('button', { name: '提交送审' }).click();
    await teaching.getByText('必填', { exact: true }).waitFor();
    await teaching.getByLabel('更改原因').fill('试卷第二卷漏批，复核后更正');
    await teaching.getByRole('button', { name: '提交送审' }).click();
    await told(teaching, '送审成功');

    const table = teaching.getByRole('table', { name: '更改明细' });
    await table.waitFor();
    // LIMITS-09, LIMITS-10: a score table scrolls within 540 pixels, and is 1500 to 1800 wide.
    const size = await table.evaluate((element) => ({
      width: element.scrollWidth,
      height: getComputedStyle(element.parentElement!).maxHeight,
    }));
    expect([size.width >= 1500 && size.width <= 1800, size.height]).toEqual([true, '540px']);
    const applyId = applyIdIn(teaching);
    await showsAll(teaching.getByRole('main'), [
      sheet.semesterName,
      sheet.courseName,
      sheet.courseCredit,
      sheet.teachingClassName,
      '12',
      sheet.teacherName,
      sheet.importTeacher,
      '试卷第二卷漏批，复核后更正',
    ]);
    await showsAll(table.locator('thead'), [
      '学号',
      '姓名',
      ...sheet.items.map((each) => each.scoreSubItemName),
      '更改前',
      '更改后',
      '成绩备注',
      '更改项',
      '行政班',
      '年级专业',
    ]);
    const row = table.getByRole('row').filter({ hasText: student.studentNumber });
    await expect
      .poll(() => row.innerText(), soon)
      .toMatch(
        new RegExp(
          `${student.studentName}[\\s\\S]*55\\.0\\s+78\\.0[\\s\\S]*${item.scoreSubItemName}[\\s\\S]*` +
            `${student.administrativeClassName}[\\s\\S]*${student.gradeMajorName}`,
        ),
      );
    const colour = await row.getByRole('cell', { name: '78.0' }).evaluate((element) => getComputedStyle(element).color);
    const [red, green, blue] = colour.match(/\d+/g)!.map(Number) as [number, number, number];
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    expect(await table.getByRole('textbox').count()).toBe(0);
    // Until the last decision the published score stands.
    expect((await sheetOf(teacher, teachingClassId)).rows[0]!.items[item.dataKey]).toBe('55.0');

    // From the page of the audit: a decision that passed says 审核通过 (SCORE-CHANGE-10), there as in the approval
    // centre.
    await department.goto(`${product.url}/jwxt/gly/scoreManage/changeAudit?pageSize=200`);
    const waiting = applicationRow(department, applyId);
    await waiting.getByText(`${student.studentName}：${item.scoreSubItemName}`).waitFor();
    expect(await accessibilityFindings(department)).toEqual([]);
    await waiting.getByRole('button', { name: '审批', exact: true }).click();
    await decide(department, { result: '通过', opinion: '同意更改' });
    await told(department, '审核通过');
    await waiting.waitFor({ state: 'detached' });
    const [download] = await Promise.all([
      department.waitForEvent('download'),
      department.getByRole('button', { name: '导出' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('成绩更改审核.xlsx');
    await approve(office, applyId);
    await teaching.getByText('审核中 · 教务处终审').first().waitFor();
    await openApprovals(final, product.url, 'scope=0&processNo=CJXGSP');
    await applicationRow(final, applyId).getByRole('button', { name: '详情' }).click();
    const detail = final.getByRole('dialog', { name: /申请详情/ });
    await detail.getByText('更改前后对照').waitFor();
    await expect
      .poll(() => detail.getByRole('row').filter({ hasText: student.studentNumber }).innerText(), soon)
      .toMatch(/55\.0[\s\S]*78\.0/);
    await decide(final, { result: '通过', opinion: '同意更改' });
    await told(final, '审核通过');

    await teaching.getByRole('main').getByText('通过', { exact: true }).first().waitFor();
    await teaching.getByText('更改已生效').waitFor();
    // The auditing side sees it from the student's history.
    await department.goto(`${product.url}/jwxt/gly/scoreManage/change/${applyId}`);
    await department.getByRole('link', { name: `${student.studentName}的成绩回放` }).click();
    await department.getByText('试卷第二卷漏批，复核后更正').filter({ visible: true }).first().waitFor();
    const changed = (await sheetOf(teacher, teachingClassId)).rows[0]!;
    expect(changed).toMatchObject({ items: { [item.dataKey]: '78.0' }, passed: true });
    await teaching.goto(`${product.url}/jwxt/gly/scoreManage/entry/${teachingClassId}/1`);
    await cell(teaching, student.studentCode, item.dataKey).waitFor();
    expect(await shownIn(teaching, student.studentCode, item.dataKey)).toBe('78.0');
    await closeWindows(teaching, department, office, final);
  });

  // SCORE-CHANGE-06
  it('a returned change leaves the published score as it was; only its applicant can edit and resend it', async () => {
    const [teaching, department] = await openWindows(browser, product.url, 'teacher1', 'dean1');
    const sheet = await sheetOf(teacher, teachingClassId);
    const [student, item] = [sheet.rows[1]!, sheet.items[0]!];
    await teaching.goto(`${product.url}/jwxt/gly/scoreManage/change/new/${teachingClassId}/1`);
    await typeScore(teaching, student.studentCode, item.dataKey, '79');
    await teaching.getByLabel('更改原因').fill('加分有误');
    await teaching.getByRole('button', { name: '提交送审' }).click();
    await teaching.getByRole('table', { name: '更改明细' }).waitFor();
    const applyId = applyIdIn(teaching);

    await openApprovals(department, product.url, 'scope=0&processNo=CJXGSP');
    await openDecision(department, applyId);
    await decide(department, { result: '驳回', backNode: '申请人', opinion: '请补充试卷复印件' });
    await told(department, '已退回申请人');
    await teaching.getByRole('link', { name: '修改后重新送审' }).click();
    await teaching.getByRole('grid', { name: '成绩更改表' }).waitFor();
    await teaching.getByText('更改 1 人 1 项').waitFor();
    await expect.poll(() => teaching.getByLabel('更改原因').inputValue(), soon).toBe('加分有误');
    expect((await sheetOf(teacher, teachingClassId)).rows[1]!.items[item.dataKey]).toBe('76.0');
    // Whoever only audits has nothing to type and nothing to send.
    await department.goto(`${product.url}/jwxt/gly/scoreManage/change/${applyId}`);
    await department.getByRole('table', { name: '更改明细' }).waitFor();
    expect(await department.getByRole('link', { name: '修改后重新送审' }).count()).toBe(0);
    const { rows } = await teacher.call(queryScoreChanges, { teachingClassId });
    expect(rows.find((entry) => entry.applyId === applyId)).toMatchObject({
      scoreChangeApplyStatus: '3',
      scoreChangeApplyStatusName: '已退回',
    });

    // Sent again, then taken back before anybody has decided, it goes on with the same proposals.
    await teaching.getByRole('button', { name: '提交送审' }).click();
    await teaching.getByRole('table', { name: '更改明细' }).waitFor();
    await teaching.getByRole('button', { name: '撤回', exact: true }).click();
    await teaching.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click();
    await teaching.getByRole('link', { name: '修改后重新送审' }).click();
    await teaching.getByRole('grid', { name: '成绩更改表' }).waitFor();
    await teaching.getByText('更改 1 人 1 项').waitFor();
    await typeScore(teaching, student.studentCode, item.dataKey, '78.5');
    await teaching.getByRole('button', { name: '提交送审' }).click();
    await teaching.getByRole('table', { name: '更改明细' }).waitFor();
    expect(applyIdIn(teaching)).toBe(applyId);
    await closeWindows(teaching, department);
  });
});
