import { electiveDetail, queryElectivePlans } from '@jwxt/contracts/elective/elective.operations.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { decide, openApprovals, openDecision, openWindows, showsAll, soon, told } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** Nobody else's: every run has its own course. */
const mark = String(Date.now()).slice(-8);
const course = { name: `声音与城市${mark}`, code: `GXJ${mark}` };

async function choose(page: Page, id: string, name: string | RegExp): Promise<void> {
  await page.locator(`#elective-${id}:visible`).click();
  await page.getByRole('option', { name }).click();
}
const field = (page: Page, id: string) => page.locator(`#elective-${id}:visible`);

describe('a public elective in browsers', () => {
  // ELECTIVE-01, ELECTIVE-02, ELECTIVE-24, APPROVAL-44
  it('a teacher applies, the dean returns it, both pass it, and there is a plan', async () => {
    const [teacher, dean, office] = await openWindows(browser, product.url, 'teacher2', 'dean1', 'registrar1');
    await teacher.goto(`${product.url}/jwxt/gly/scoreManage/elective`);
    await teacher.getByRole('link', { name: '新增公选课申请' }).click();
    await teacher.getByRole('button', { name: '提交送审' }).click();
    await teacher.getByText('课程名称必填').waitFor();
    await teacher.getByText('最小输入数为300').waitFor();

    await field(teacher, 'courseName').fill(course.name);
    await field(teacher, 'courseBusinessCode').fill(course.code);
    await choose(teacher, 'publicCourseCategory', '艺术审美');
    await choose(teacher, 'schoolZone', '明湖校区');
    await choose(teacher, 'examMethod', '考查');
    await choose(teacher, 'courseSign', '普通课');
    await field(teacher, 'classPlanNum').fill('2');
    await field(teacher, 'classSize').fill('60');
    await field(teacher, 'credit').fill('1.3');
    await field(teacher, 'totalHour').fill('24');
    await teacher.getByLabel('理论', { exact: true }).fill('20');
    await field(teacher, 'teacherInfo').fill('从事声学与城市研究。'.repeat(16));
    await field(teacher, 'courseInfo').fill('听见城市，记录声音。'.repeat(31));
    await teacher.getByText('学分应在0至100之间，且为0.5的倍数').waitFor();
    await teacher.getByText('学时分类合计 20，与总学时 24 不一致').waitFor();
    // It keeps itself, and is there again after the page was loaded anew.
    await teacher.getByRole('button', { name: '保存', exact: true }).click();
    await told(teacher, '保存成功');
    await teacher.reload();
    await expect.poll(() => field(teacher, 'courseName').inputValue(), soon).toBe(course.name);
    await field(teacher, 'credit').fill('1.5');
    await teacher.getByLabel('理论', { exact: true }).fill('24');
    await teacher.getByRole('button', { name: '提交送审' }).click();
    await told(teacher, '送审成功');
    await teacher.getByText('待审核 · 院系审核').first().waitFor();
    const planId = new URL(teacher.url()).pathname.split('/').at(-1)!;
    // Read-only: everything that was filled in, and nothing to fill in.
    await showsAll(teacher.getByRole('main'), [
      course.name,
      course.code,
      '艺术审美',
      '公共选修课',
      '明湖校区',
      '24 学时',
      '1.5',
      '普通课',
    ]);
    expect(await teacher.getByRole('main').locator('input:visible, textarea:visible').count()).toBe(0);

    await openApprovals(dean, product.url, 'scope=0&processNo=GXKSQ');
    await openDecision(dean, planId);
    await decide(dean, { result: '驳回', backNode: '申请人', opinion: '请说明实践安排' });
    await told(dean, '已退回申请人');
    await teacher.getByText('请说明实践安排', { exact: true }).waitFor();
    await teacher.getByRole('link', { name: '修改后重新送审' }).click();
    await field(teacher, 'remark').fill('第八周起外出采录两次');
    await teacher.getByRole('button', { name: '提交送审' }).click();
    await told(teacher, '送审成功');

    // The dean decides on the review page of the area, the office in the approval centre.
    await dean.goto(`${product.url}/jwxt/gly/scoreManage/elective/${planId}`);
    await dean.getByText('第八周起外出采录两次').waitFor();
    await dean.getByRole('button', { name: '审批', exact: true }).click();
    await decide(dean, { result: '通过', opinion: '同意开设' });
    await told(dean, '审核成功');
    await openApprovals(office, product.url, 'scope=0&processNo=GXKSQ');
    await openDecision(office, planId);
    await decide(office, { result: '通过', opinion: '同意' });
    await told(office, '审核成功');

    await office.goto(`${product.url}/jwxt/gly/scoreManage/electivePlan?keyword=${course.code}`);
    const row = office.getByRole('row', { name: new RegExp(course.name) });
    await row.waitFor();
    await expect.poll(() => row.innerText(), soon).toMatch(/1\.5[\s\S]*24[\s\S]*2×60[\s\S]*全校/);
    const api = await signInToApi(product.url, 'teacher2');
    expect(await api.call(electiveDetail, { planId })).toMatchObject({ approvalBusinessStatus: '9', editable: false });
    expect((await api.call(queryElectivePlans, { keyword: course.code })).rows).toMatchObject([
      { courseName: course.name, classPlanNum: 2, classSize: 60 },
    ]);
    await closeWindows(teacher, dean, office);
  });
});
