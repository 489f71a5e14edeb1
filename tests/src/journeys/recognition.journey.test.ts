import { auditCourses } from '@jwxt/contracts/audit/audit.operations.ts';
import { planCourses } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { findStudents } from '@jwxt/contracts/system/system.operations.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { launchBrowser } from '../testing/browser.ts';
import { closeWindows, decide, openApprovals, openDecision, openWindows, told } from './people.ts';

const product = inject('product');
let browser: Browser;
let student: { studentCode: string; studentNumber: string; studentName: string; departmentName: string; administrativeClassName: string };
/** A course of the student's plan of which there is no score yet. */
let course: { courseId: string; courseNum: string; courseName: string; courseCredit: string };

beforeAll(async () => {
  const [clerk, auditor] = await Promise.all([signInToApi(product.url, 'clerk1'), signInToApi(product.url, 'auditor1')]);
  const { list } = await clerk.call(findStudents, { keyword: '' });
  student = list[0]!;
  const known = (await auditor.call(auditCourses, { studentCode: student.studentNumber })).list.map((each) => each.courseId);
  course = (await clerk.call(planCourses, { studentId: student.studentCode })).list.find((each) => !each.recognised && !known.includes(each.courseId))!;
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function pass(page: Page, applyId: string): Promise<void> {
  await openApprovals(page, product.url);
  await openDecision(page, applyId);
  await decide(page, { result: '通过', opinion: '证明属实' });
  await told(page, '审核成功');
}

describe('recognising a score in browsers', () => {
  it('RECOGNITION-04, RECOGNITION-05, RECOGNITION-07, RECOGNITION-17, RECOGNITION-18: a clerk applies, department and office pass it, and the score exists', async () => {
    const [clerk, department, office] = await openWindows(browser, product.url, 'clerk1', 'dean1', 'registrar1');
    await clerk.goto(`${product.url}/jwxt/gly/scoreManage/recognition`);
    await clerk.getByRole('link', { name: '新增认定申请' }).click();
    await clerk.getByRole('button', { name: '提交送审' }).click();
    await clerk.getByText('请先选择学生再操作').waitFor();

    await clerk.getByRole('combobox', { name: '学生', exact: true }).fill(student.studentNumber);
    await clerk.getByRole('option', { name: new RegExp(student.studentNumber) }).click();
    await clerk.getByRole('main').getByText(`${student.administrativeClassName} · ${student.departmentName}`).waitFor();
    await clerk.getByLabel('原课程名称（第 1 行）').waitFor();
    await clerk.getByRole('button', { name: '提交送审' }).click();
    // Every empty field says what it needs, under itself.
    await expect.poll(() => clerk.getByText('必填', { exact: true }).count()).toBeGreaterThanOrEqual(3);
    await clerk.getByText('请选择认定课程').first().waitFor();

    await clerk.getByLabel('原课程名称（第 1 行）').fill(`${course.courseName}（慕课）`);
    await clerk.getByLabel('学分（第 1 行）').fill('0.5');
    await clerk.getByLabel('原成绩（第 1 行）').fill('91');
    await clerk.getByRole('combobox', { name: '认定课程（第 1 行）' }).fill(course.courseNum);
    await clerk.getByRole('option', { name: new RegExp(course.courseNum) }).click();
    await clerk.getByLabel('认定成绩（第 1 行）').fill('101');
    await clerk.getByRole('textbox', { name: '备注' }).fill('学堂在线证书，原件已核验');
    await clerk.getByRole('button', { name: '提交送审' }).click();
    await clerk.getByText('认定成绩应在 0 至 100 之间').waitFor();
    await clerk.getByText(`原课程学分合计 0.5 少于认定课程学分合计 ${course.courseCredit}`).waitFor();
    await clerk.getByLabel('学分（第 1 行）').fill(course.courseCredit);
    await clerk.getByLabel('认定成绩（第 1 行）').fill('91');
    await clerk.getByRole('button', { name: '提交送审' }).click();
    await told(clerk, '已提交送审');

    const table = clerk.getByRole('table', { name: '认定明细' });
    await table.waitFor();
    // LIMITS-09, LIMITS-10: a score table scrolls within 540 pixels, and is 1500 to 1800 wide.
    const size = await table.evaluate((element) => ({ width: element.scrollWidth, height: getComputedStyle(element.parentElement!).maxHeight }));
    expect([size.width >= 1500 && size.width <= 1800, size.height]).toEqual([true, '540px']);
    const applyId = new URL(clerk.url()).pathname.split('/').at(-1)!;
    const shown = await clerk.getByRole('main').innerText();
    for (const text of [student.studentNumber, student.studentName, student.departmentName, student.administrativeClassName, '申请时间', '学堂在线证书，原件已核验', '原成绩', '认定为计划内课程']) expect(shown).toContain(text);
    expect(await table.innerText()).toMatch(new RegExp(`（慕课）[\\s\\S]*91[\\s\\S]*${course.courseNum}[\\s\\S]*${course.courseCredit}[\\s\\S]*91`));
    expect(shown).not.toContain('成绩已生效');

    await pass(department, applyId);
    await clerk.getByText('审核中 · 教务处审核').first().waitFor();
    await pass(office, applyId);
    // The page that is still open shows it, without a reload.
    await clerk.getByText('成绩已生效').waitFor();

    // The auditor sees the recognised score with the decisions behind it.
    const [auditor] = await openWindows(browser, product.url, 'auditor1');
    await auditor.goto(`${product.url}/jwxt/gly/scoreManage/replay?studentCode=${student.studentNumber}&courseCode=${course.courseNum}`);
    await auditor.getByRole('slider', { name: '回放到第几步' }).waitFor();
    const replay = await auditor.getByRole('main').innerText();
    for (const text of [student.studentName, course.courseName, '91', '已认定']) expect(replay).toContain(text);
    await auditor.getByRole('link', { name: '申请全程' }).first().click();
    await expect.poll(() => auditor.getByRole('main').innerText()).toMatch(/院系审核[\s\S]*证明属实[\s\S]*教务处审核/);
    await closeWindows(clerk, department, office, auditor);
  });

  it('what is recognised once is not offered again', async () => {
    const [clerk] = await openWindows(browser, product.url, 'clerk1');
    await clerk.goto(`${product.url}/jwxt/gly/scoreManage/recognition/new`);
    await clerk.getByRole('combobox', { name: '学生', exact: true }).fill(student.studentNumber);
    await clerk.getByRole('option', { name: new RegExp(student.studentNumber) }).click();
    await clerk.getByRole('combobox', { name: '认定课程（第 1 行）' }).fill(course.courseNum);
    const option = clerk.getByRole('option', { name: new RegExp(course.courseNum) });
    await option.waitFor();
    expect(await option.innerText()).toContain('已认定');
    expect(await option.getAttribute('data-combobox-disabled')).toBe('true');
    await closeWindows(clerk);
  });
});
