import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import {
  allSaved,
  applicationRow,
  decide,
  decisionForm,
  expectTodos,
  openApprovals,
  openDecision,
  openWindows,
  showsAll,
  soon,
  submitSheet,
  todosOf,
  told,
  typeScore,
} from './people.ts';
import { applicationOf, fillIn, newClasses, recallByApi, sheetOf, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let teacher: ApiSession;
let dean: ApiSession;
let registrar: ApiSession;
/** Classes of teacher1 in the department of dean1, twenty students each. */
let classes: string[];

beforeAll(async () => {
  [teacher, dean, registrar] = (await Promise.all(
    ['teacher1', 'dean1', 'registrar1'].map((name) => signInToApi(product.url, name)),
  )) as [ApiSession, ApiSession, ApiSession];
  classes = await newClasses(product, teacher, 20, 3);
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

const windowsOf = <Names extends readonly string[]>(...names: Names) => openWindows(browser, product.url, ...names);

/** A class with good scores that waits for its department. */
async function submittedClass(teachingClassId: string): Promise<string> {
  await fillIn(teacher, teachingClassId, (index) => String(70 + index));
  return await submitByApi(teacher, teachingClassId);
}

describe('approving in browsers', () => {
  // SCORE-MORE-02, SCORE-MORE-03, SCORE-MORE-06
  it('a class goes from its teacher through department and office, comes back, and is published', async () => {
    const teachingClassId = classes[0]!;
    // Seven of twenty fail: 35 %, so that the office is asked; one fewer, and it is not.
    await fillIn(teacher, teachingClassId, (index) => (index < 7 ? '50' : '75'));
    // Only this class is looked for: where many wait, a new one is pages away.
    const { teachingClassName: className } = await sheetOf(teacher, teachingClassId);
    const [teaching, home, deciding, one, two] = await windowsOf(
      'teacher1',
      'dean1',
      'dean1',
      'registrar1',
      'registrar2',
    );
    await Promise.all([
      teaching.goto(`${product.url}/jwxt/gly/scoreManage/entry/${teachingClassId}/1?size=all`),
      ...[deciding, one, two].map((page) =>
        openApprovals(page, product.url, `scope=0&keyword=${encodeURIComponent(className)}`),
      ),
    ]);
    const [before, atOffice] = [await todosOf(dean), await todosOf(registrar)];

    // SHELL-86, HOME-09: everywhere the dean looks, the count grows without a reload.
    await submitSheet(teaching);
    const applyId = (await sheetOf(teacher, teachingClassId)).applyId!;
    await expectTodos(home, before + 1);
    await expect.poll(() => home.getByTestId('home-todo-count').innerText(), soon).toBe(String(before + 1));
    await expect
      .poll(() => deciding.getByRole('tab', { name: /待办/ }).innerText(), soon)
      .toContain(String(before + 1));

    // APPROVAL-07, APPROVAL-12, APPROVAL-25, APPROVAL-26, APPROVAL-27, APPROVAL-28, APPROVAL-30: the row and the detail
    // tell what is decided on.
    const item = await applicationOf(dean, applyId);
    const row = applicationRow(deciding, applyId);
    await showsAll(row, ['正考成绩审批', item.applicantName, item.applyTime, '待审核']);
    await row.getByRole('button', { name: '详情' }).click();
    const detail = deciding.getByRole('dialog', { name: /申请详情/ });
    await detail.getByRole('heading', { name: '正考成绩审批' }).waitFor();
    await expect.poll(async () => (await detail.boundingBox())?.width).toBe(1200);
    await showsAll(detail, [item.applicantName, item.applyTime, '课程', '及格率', '65.0%']);
    await expect.poll(() => detail.innerText(), soon).toMatch(/提交至今\s*(\d+(天|小时|分))*\d+秒/);
    // APPROVAL-29, APPROVAL-50, APPROVAL-51
    await detail.getByRole('button', { name: '审批日志' }).click();
    const log = deciding.getByRole('dialog', { name: '审批日志' });
    await expect
      .poll(() => log.innerText(), soon)
      .toMatch(/节点[\s\S]*结果[\s\S]*审批时间[\s\S]*审批人[\s\S]*意见[\s\S]*申请人[\s\S]*提交申请/);
    await expect
      .poll(() =>
        log.evaluate((element) =>
          [...element.querySelectorAll('div')].some(
            (part) => part.clientHeight === 430 && getComputedStyle(part).overflowY === 'auto',
          ),
        ),
      )
      .toBe(true);
    // Escape closes the dialog on top, and only that.
    await deciding.keyboard.press('Escape');
    await log.waitFor({ state: 'hidden' });
    // APPROVAL-37
    await detail.getByRole('link', { name: '查看送审成绩' }).click();
    await deciding.getByRole('table', { name: '送审成绩' }).waitFor();
    expect(new URL(deciding.url()).pathname).toBe(`/jwxt/gly/scoreManage/regularApproval/${applyId}`);
    await deciding.goBack();
    // APPROVAL-15, APPROVAL-74, APPROVAL-75, APPROVAL-76, APPROVAL-84, ERRORS-33: decided; both dialogs close, the row
    // and the count go.
    // Without the next one following.
    await detail.getByRole('checkbox', { name: '接着审下一件' }).uncheck();
    await decide(deciding, { result: '通过', opinion: '情况属实' });
    await told(deciding, '审核成功');
    await expect.poll(() => deciding.getByRole('dialog').count(), soon).toBe(0);
    expect(new URL(deciding.url()).searchParams.get('applyId')).toBeNull();
    await row.waitFor({ state: 'detached' });
    await expectTodos(home, before);

    // So many fail that the office is asked. Two of its people have the form open: the second is told who decided, when
    // and how.
    await expectTodos(two, atOffice + 1);
    await Promise.all([openDecision(one, applyId), openDecision(two, applyId)]);
    await decide(one, { result: '驳回', backNode: '院系审核', opinion: '不及格率偏高，请说明' });
    await told(one, '已驳回到所选节点');
    await decide(two, { result: '通过', opinion: '同意' });
    const [firstName] = (await one.getByRole('button', { name: /个人菜单/ }).getAttribute('aria-label'))!.split('，');
    await expect
      .poll(() => two.getByRole('dialog').filter({ hasText: '审批未完成' }).innerText(), soon)
      .toMatch(new RegExp(`该申请已由 ${firstName!} 于 \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d 审批（驳回）`));
    await Promise.all([expectTodos(one, atOffice), expectTodos(two, atOffice)]);

    // APPROVAL-62: back at the department, and from there to the applicant, who reads why on the sheet that is still
    // open, and corrects.
    await expectTodos(home, before + 1);
    await expect.poll(() => row.innerText(), soon).toContain('驳回待审');
    await openDecision(deciding, applyId);
    await decide(deciding, { result: '驳回', backNode: '申请人', opinion: '请核对第一名学生的成绩' });
    await told(deciding, '已退回申请人');
    await teaching.getByText('退回：请核对第一名学生的成绩').waitFor();
    const sheet = await sheetOf(teacher, teachingClassId);
    const corrected = sheet.rows[0]!;
    for (const entry of sheet.items) await typeScore(teaching, corrected.studentCode, entry.dataKey, '66');
    await allSaved(teaching);
    await submitSheet(teaching);

    // The department sees what differs. Few enough fail now: the office is passed over, and the class is published.
    await expectTodos(home, before + 1);
    await row.getByRole('button', { name: '详情' }).click();
    await detail.getByText(`本次与上次提交的差异（${String(sheet.items.length)} 处）`).waitFor();
    const difference = detail
      .getByRole('row')
      .filter({ hasText: corrected.studentNumber })
      .filter({ hasText: sheet.items.at(-1)!.scoreSubItemName })
      // The table of the scores has its row of the student, too.
      .filter({ hasText: '变更为' });
    await expect.poll(() => difference.innerText(), soon).toMatch(/50\.0[\s\S]*66\.0/);
    // What came meanwhile is decided on once it was taken note of.
    await detail.getByRole('button', { name: '知道了' }).click();
    await decide(deciding, { result: '通过', opinion: '已更正' });
    await told(deciding, '审核成功');
    await teaching.getByText('已审核').first().waitFor();
    expect(await todosOf(registrar)).toBe(atOffice);
    await openApprovals(deciding, product.url, `tab=2&scope=0&applyId=${applyId}`);
    await expect.poll(() => detail.innerText(), soon).toMatch(/院系审核\s*通过[\s\S]*已更正[\s\S]*教务处审核\s*跳过/);
    await closeWindows(teaching, home, deciding, one, two);
  });

  it('an applicant takes an application back; the approver’s count follows', async () => {
    const applyId = await submittedClass(classes[1]!);
    const before = await todosOf(dean);
    const [applicant, approver] = await windowsOf('teacher1', 'dean1');
    await expectTodos(approver, before);
    await openApprovals(applicant, product.url, 'tab=0&scope=0');
    await applicationRow(applicant, applyId).getByRole('button', { name: '撤回' }).click();
    await applicant.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '撤回' }).click();
    await told(applicant, '撤回成功');
    await expect.poll(() => applicationRow(applicant, applyId).innerText(), soon).toContain('已撤回');
    await expectTodos(approver, before - 1);
    expect((await sheetOf(teacher, classes[1]!)).editable).toBe(true);
    await closeWindows(applicant, approver);
  });

  // APPROVAL-66
  it('decides several at once, each with its own result; what changed since it was read is refused', async () => {
    const [first, second] = [await submittedClass(classes[1]!), await submittedClass(classes[2]!)];
    const [page] = await windowsOf('dean1');
    await openApprovals(page, product.url, 'tab=1&scope=0&processNo=ZKCJSP');
    for (const applyId of [first, second]) await applicationRow(page, applyId).getByRole('checkbox').check();
    await page.getByRole('button', { name: '批量审批（2）' }).click();
    await decisionForm(page).getByRole('radio', { name: '驳回', exact: true }).click();
    await decisionForm(page).getByRole('button', { name: /^确定/ }).click();
    await told(page, '请选择驳回节点');

    // While the form is open, the teacher takes one back and sends another version.
    await recallByApi(teacher, first);
    await fillIn(teacher, classes[1]!, () => '88');
    const again = await submitByApi(teacher, classes[1]!);
    await decide(page, { result: '驳回', backNode: '申请人', opinion: '请核对平时成绩' });
    const results = page.getByRole('dialog').filter({ hasText: '审批完成 1 项，1 项未处理' });
    await results.waitFor();
    await expect
      .poll(async () => {
        const lines = await results.getByRole('listitem').allInnerTexts();
        return lines.map((line) => line.split('\n').at(1));
      }, soon)
      .toEqual(['申请内容在您查看之后有变化，请刷新后重新审阅再审批', '已退回申请人']);
    expect((await applicationOf(dean, second)).approvalBusinessStatus).toBe('3');
    expect((await applicationOf(dean, again)).approvalBusinessStatus).toBe('1');
    await closeWindows(page);
  });

  // APPROVAL-01, APPROVAL-05, APPROVAL-06, APPROVAL-08, APPROVAL-09, APPROVAL-11
  it('tabs, time range, eight a page with a jumper, all kept in the address', async () => {
    const [page] = await windowsOf('dean1');
    await openApprovals(page, product.url, '');
    const table = page.getByRole('table', { name: '审批列表' });
    await expect
      .poll(() => page.getByRole('tab').allInnerTexts(), soon)
      .toEqual(['全部', expect.stringMatching(/^待办/), expect.stringMatching(/^已办/)]);
    const ranges = page.getByRole('radiogroup', { name: '申请时间' });
    expect(
      await ranges.getByRole('radio').evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value)),
    ).toEqual(['3', '7', '30', '90', '180', '0']);
    await expect.poll(() => ranges.getByRole('radio', { name: '近三月' }).isChecked(), soon).toBe(true);

    await page.getByRole('tab', { name: '已办' }).click();
    await ranges.getByText('全部', { exact: true }).click();
    const paging = page.getByRole('navigation', { name: '分页' });
    await expect.poll(() => paging.innerText(), soon).toMatch(/每页8条记录 , 共(9|[1-9]\d+)条记录/);
    await expect.poll(() => table.locator('tbody tr').count(), soon).toBe(8);
    await paging.getByLabel('跳至页码').fill('2');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => paging.getByRole('button', { name: '第2页' }).getAttribute('aria-current'), soon)
      .toBe('page');
    await expect.poll(() => table.locator('tbody tr').first().innerText(), soon).toMatch(/^9\s/);
    await page.reload();
    await expect.poll(() => table.locator('tbody tr').first().innerText(), soon).toMatch(/^9\s/);
    await page.getByRole('tab', { name: '全部' }).click();
    await expect
      .poll(() => paging.getByRole('button', { name: '第1页' }).getAttribute('aria-current'), soon)
      .toBe('page');
    await closeWindows(page);
  });
});
