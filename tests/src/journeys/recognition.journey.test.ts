import { auditCourses } from '@jwxt/contracts/audit/audit.operations.ts';
import { recognisableAttempts, recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { decide, decisionForm, openApprovals, openDecision, openWindows, showsAll, soon, told } from './people.ts';

type Student = OutputOf<typeof findStudents>['list'][number];
type Course = OutputOf<(typeof recognitionOperationsOf)['outside']['planCourses']>['list'][number];

const product = await givenProduct();
let browser: Browser;
let clerkApi: ApiSession;
let students: Student[];
/** A course of the first student's plan of which there is no score yet. */
let course: Course;

beforeAll(async () => {
  const [clerk, auditor] = await Promise.all([
    signInToApi(product.url, 'clerk1'),
    signInToApi(product.url, 'auditor1'),
  ]);
  clerkApi = clerk;
  students = (await clerk.call(findStudents, { keyword: '' })).list;
  const known = (await auditor.call(auditCourses, { studentCode: students[0]!.studentNumber })).list.map(
    (each) => each.courseId,
  );
  course = (await coursesOf(students[0]!)).find((each) => !known.includes(each.courseId))!;
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

async function coursesOf(student: Student): Promise<Course[]> {
  return (
    await clerkApi.call(recognitionOperationsOf.outside.planCourses, { studentId: student.studentCode })
  ).list.filter((each) => !each.recognised && each.passedFinal === '');
}

const pathOf = (kind: string, rest = '') => `${product.url}/jwxt/gly/scoreManage/recognition/${kind}${rest}`;
const send = (page: Page) => page.getByRole('button', { name: '提交送审' }).click();
const applyIdOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!;

async function choose(page: Page, name: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).fill(typed);
  await page.getByRole('option', { name: new RegExp(typed) }).click();
}

async function pass(page: Page, applyId: string, student: Student): Promise<void> {
  await openApprovals(page, product.url, `scope=0&keyword=${student.studentNumber}`);
  await openDecision(page, applyId);
  await decide(page, { result: '通过', opinion: '证明属实' });
  await told(page, '审核成功');
}

describe('recognising a score in browsers', () => {
  // RECOGNITION-17, RECOGNITION-18
  it('out-of-system: a clerk applies, department and office pass it, and the score exists', async () => {
    const student = students[0]!;
    const [clerk, department, office] = await openWindows(browser, product.url, 'clerk1', 'dean1', 'registrar1');
    await clerk.goto(pathOf('outside'));
    await clerk.getByRole('link', { name: '新增认定申请' }).click();
    await send(clerk);
    await clerk.getByText('请先选择学生再操作').waitFor();

    await choose(clerk, '学生', student.studentNumber);
    await clerk.getByRole('main').getByText(`${student.administrativeClassName} · ${student.departmentName}`).waitFor();
    await clerk.getByLabel('原课程名称（第 1 行）').waitFor();
    await send(clerk);
    // Every empty field says what it needs, under itself.
    await expect.poll(() => clerk.getByText('必填', { exact: true }).count(), soon).toBeGreaterThanOrEqual(4);
    await clerk.getByText('请选择认定课程').first().waitFor();

    await clerk.getByLabel('原课程名称（第 1 行）').fill(`${course.courseName}（慕课）`);
    await clerk.getByLabel('课程编号（第 1 行）').fill('XTX-101');
    await clerk.getByLabel('学分（第 1 行）', { exact: true }).fill('0.5');
    await clerk.getByLabel('原成绩（第 1 行）').fill('91');
    await choose(clerk, '认定课程（第 1 行）', course.courseNum);
    // The value is proposed, and can be changed.
    await expect.poll(() => clerk.getByLabel('认定成绩（第 1 行）').inputValue(), soon).toBe('91.0');
    await clerk.getByLabel('认定成绩（第 1 行）').fill('101');
    await clerk.getByRole('textbox', { name: '备注' }).fill('学堂在线证书，原件已核验');
    await send(clerk);
    await clerk.getByText('认定成绩应在 0 至 100 之间').waitFor();
    await clerk.getByText(`原课程学分合计 0.5 少于认定课程学分合计 ${course.courseCredit}`).waitFor();
    // What is typed outlives a reload.
    await clerk.reload();
    await expect.poll(() => clerk.getByLabel('课程编号（第 1 行）').inputValue(), soon).toBe('XTX-101');
    await clerk.getByLabel('学分（第 1 行）', { exact: true }).fill(course.courseCredit);
    await clerk.getByLabel('认定成绩（第 1 行）').fill('91');
    await send(clerk);
    await told(clerk, '送审成功');

    const table = clerk.getByRole('table', { name: '认定明细' });
    await table.waitFor();
    // LIMITS-09, LIMITS-10: a score table scrolls within 540 pixels, and is 1500 to 1800 wide.
    const size = await table.evaluate((element) => ({
      width: element.scrollWidth,
      height: getComputedStyle(element.parentElement!).maxHeight,
    }));
    expect([size.width >= 1500 && size.width <= 1800, size.height]).toEqual([true, '540px']);
    const applyId = applyIdOf(clerk);
    await showsAll(clerk.getByRole('main'), [
      student.studentNumber,
      student.studentName,
      student.departmentName,
      student.administrativeClassName,
      '申请时间',
      '学堂在线证书，原件已核验',
      '原成绩',
      '认定为计划内课程',
    ]);
    await expect
      .poll(() => table.innerText(), soon)
      .toMatch(
        new RegExp(
          `XTX-101[\\s\\S]*（慕课）[\\s\\S]*91[\\s\\S]*${course.courseNum}[\\s\\S]*${course.courseCredit}[\\s\\S]*91`,
        ),
      );
    expect(await clerk.getByRole('main').innerText()).not.toContain('成绩已生效');

    await pass(department, applyId, student);
    await clerk.getByText('审核中 · 教务处审核').first().waitFor();
    await pass(office, applyId, student);
    // The page that is still open shows it, without a reload.
    await clerk.getByText('成绩已生效').waitFor();

    // The auditor sees the recognised score with the decisions behind it.
    const [auditor] = await openWindows(browser, product.url, 'auditor1');
    await auditor.goto(
      `${product.url}/jwxt/gly/scoreManage/replay?studentCode=${student.studentNumber}&courseCode=${course.courseNum}`,
    );
    await auditor.getByRole('slider', { name: '回放到第几步' }).waitFor();
    await showsAll(auditor.getByRole('main'), [student.studentName, course.courseName, '91', '已认定']);
    await auditor.getByRole('link', { name: '申请全程' }).first().click();
    await expect
      .poll(() => auditor.getByRole('main').innerText(), soon)
      .toMatch(/院系审核[\s\S]*证明属实[\s\S]*教务处审核/);

    // What is recognised once is not offered again.
    await clerk.goto(pathOf('outside', '/new'));
    await choose(clerk, '学生', student.studentNumber);
    await clerk.getByRole('combobox', { name: '认定课程（第 1 行）' }).fill(course.courseNum);
    const option = clerk.getByRole('option', { name: new RegExp(course.courseNum) });
    await option.waitFor();
    await expect.poll(() => option.innerText(), soon).toContain('已认定');
    await expect.poll(() => option.getAttribute('data-combobox-disabled'), soon).toBe('true');
    await closeWindows(clerk, department, office, auditor);
  });

  // RECOGNITION-12: back to the off-campus applications
  it('off-campus: saved, sent, sent back from the list, changed and sent again; the detail leads back', async () => {
    const student = students[1]!;
    const [target] = await coursesOf(student);
    const [clerk, department] = await openWindows(browser, product.url, 'clerk1', 'dean1');
    await clerk.goto(pathOf('outSchool', '/new'));
    await choose(clerk, '学生', student.studentNumber);
    await clerk.getByLabel('校外学校（第 1 行）').fill('东湖理工大学');
    // The last part to come: the buttons below it move when it is there.
    await clerk.getByRole('button', { name: /点击选择文件/ }).waitFor();
    await clerk.getByRole('button', { name: '保存' }).click();
    await told(clerk, '保存成功');
    await clerk.waitForURL(/applyId=/);
    await clerk.goto(pathOf('outSchool', '?view=apply'));
    await clerk
      .locator('tr', { hasText: student.studentNumber })
      .filter({ hasText: '已保存' })
      .getByRole('link', { name: '修改' })
      .click();
    await expect.poll(() => clerk.getByLabel('校外学校（第 1 行）').inputValue(), soon).toBe('东湖理工大学');
    await clerk.getByLabel('原课程名称（第 1 行）').fill('交换课程');
    await clerk.getByLabel('学分（第 1 行）', { exact: true }).fill('9');
    await clerk.getByLabel('原成绩（第 1 行）').fill('84');
    await choose(clerk, '成绩来源（第 1 行）', '交换生成绩');
    await choose(clerk, '认定课程（第 1 行）', target!.courseNum);
    await clerk.getByRole('textbox', { name: '备注' }).fill('交换学习');
    await send(clerk);
    await told(clerk, '送审成功');
    await clerk.getByRole('table', { name: '认定明细' }).waitFor();
    const applyId = applyIdOf(clerk);
    for (const text of ['成绩来源', '交换生成绩', '东湖理工大学'])
      await clerk.getByRole('table', { name: '认定明细' }).getByText(text, { exact: true }).waitFor();

    await department.goto(pathOf('outSchool', '?view=audit'));
    await department.locator(`tr[data-key="${applyId}"]`).getByRole('button', { name: '审批' }).click();
    await decisionForm(department).waitFor();
    await decide(department, { result: '驳回', opinion: '请补成绩单', backNode: '申请人' });
    await told(department, '已退回申请人');
    await clerk.getByText('审批意见：请补成绩单').waitFor();
    await clerk.getByRole('link', { name: '修改后重新送审' }).click();
    await clerk.getByRole('textbox', { name: '备注' }).fill('交换学习，成绩单已补');
    await send(clerk);
    await told(clerk, '送审成功');
    await clerk.getByText('待审核 · 学生院系审核').first().waitFor();
    expect(applyIdOf(clerk)).toBe(applyId);
    await clerk.getByRole('link', { name: '返回校外成绩认定申请' }).click();
    await clerk.locator(`tr[data-key="${applyId}"]`).waitFor();
    await closeWindows(clerk, department);
  });

  it('in-system: an own score is chosen, not typed; the office audits it in the list', async () => {
    const found = await Promise.all(
      students.slice(2).map(async (each) => ({
        student: each,
        attempts: (await clerkApi.call(recognisableAttempts, { studentId: each.studentCode })).list.filter(
          ({ used, courseCredit }) => !used && Number(courseCredit) >= 3,
        ),
      })),
    );
    const {
      student,
      attempts: [attempt],
    } = found.find(({ attempts }) => attempts.length > 0)!;
    const target = (await coursesOf(student)).find(
      ({ courseId, courseCredit }) => courseId !== attempt!.courseId && Number(courseCredit) <= 3,
    )!;
    const [clerk, department, office] = await openWindows(browser, product.url, 'clerk1', 'dean1', 'registrar1');
    await clerk.goto(pathOf('system', '/new'));
    await choose(clerk, '学生', student.studentNumber);
    await choose(clerk, '原成绩（第 1 行）', attempt!.courseNum);
    await choose(clerk, '认定课程（第 1 行）', target.courseNum);
    await clerk.getByRole('textbox', { name: '备注' }).fill('转专业前所修');
    await send(clerk);
    await told(clerk, '送审成功');
    await clerk.getByRole('table', { name: '认定明细' }).getByText(attempt!.courseNum, { exact: true }).waitFor();
    const applyId = applyIdOf(clerk);
    for (const person of [department, office]) {
      await person.goto(pathOf('system', `/${applyId}`));
      await person.getByRole('button', { name: '审批', exact: true }).click();
      await decisionForm(person).waitFor();
      await decide(person, { result: '通过', opinion: '同意' });
      await told(person, '审核成功');
    }
    await clerk.getByText('成绩已生效').waitFor();
    await closeWindows(clerk, department, office);
  });
});
