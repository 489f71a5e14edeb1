import { recognisableAttempts, recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { decide, decisionForm, soon, told } from './people.ts';
import { sheetOfCourse } from './readme-score-steps.ts';
import type { Tour } from './readme-tour.ts';

async function choose(page: Page, name: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).filter({ visible: true }).fill(typed);
  await page.getByRole('option', { name: new RegExp(typed) }).click();
}

/**
 * 9. An own score becomes one of a course of the plan: applied for, passed by department and 教务处. The other two
 *   kinds have pages of their own.
 */
export async function recognise(tour: Tour): Promise<void> {
  const clerk = await tour.api('clerk1');
  const { list } = await clerk.call(findStudents, { keyword: '' });
  const found = await Promise.all(
    list.map(async (student) => ({
      student,
      attempt: (await clerk.call(recognisableAttempts, { studentId: student.studentCode })).list.find(
        ({ used, courseCredit }) => !used && Number(courseCredit) >= 3,
      ),
      courses: (
        await clerk.call(recognitionOperationsOf.system.planCourses, { studentId: student.studentCode })
      ).list.filter(
        ({ recognised, passedFinal, courseCredit }) => !recognised && passedFinal === '' && Number(courseCredit) <= 3,
      ),
    })),
  );
  const { student, attempt, courses } = found.find(
    (each) => each.attempt !== undefined && each.courses.some(({ courseId }) => courseId !== each.attempt!.courseId),
  )!;
  const target = courses.find(({ courseId }) => courseId !== attempt!.courseId)!;
  for (const name of ['系统外成绩认定', '校外成绩认定'])
    await (
      await tour.at('clerk1', name)
    )
      .getByRole('link', { name: '新增认定申请' })
      .filter({ visible: true })
      .waitFor();
  const page = await tour.at('clerk1', '系统内成绩认定');
  await page.getByRole('link', { name: '新增认定申请' }).filter({ visible: true }).click();
  await choose(page, '学生', student.studentNumber);
  await choose(page, '原成绩（第 1 行）', attempt!.courseNum);
  await choose(page, '认定课程（第 1 行）', target.courseNum);
  await page.getByRole('textbox', { name: '备注' }).fill('转专业前所修');
  await page.getByRole('button', { name: '提交送审' }).filter({ visible: true }).click();
  await told(page, '送审成功');
  await page.getByRole('table', { name: '认定明细' }).waitFor();
  const { pathname } = new URL(page.url());
  for (const person of ['dean1', 'registrar1']) {
    const approver = await tour.window(person);
    await approver.goto(`${tour.product.url}${pathname}`);
    await approver.getByRole('button', { name: '审批', exact: true }).click();
    await decisionForm(approver).waitFor();
    await decide(approver, { result: '通过', opinion: '同意' });
    await told(approver, '审核成功');
  }
  await page.getByText('成绩已生效').waitFor();
}

/** 10. One was returned, one is half filled in; what has passed stands among the plans. */
export async function offerElective(tour: Tour): Promise<void> {
  const page = await tour.at('teacher1', '公选课申请');
  const own = page.getByRole('table', { name: '我的公选课申请' });
  await own.getByRole('row').filter({ hasText: '创业案例分析' }).filter({ hasText: '已退回' }).waitFor();
  await own
    .getByRole('row')
    .filter({ hasText: '中国书法艺术' })
    .filter({ hasText: '已保存' })
    .getByRole('link', { name: '修改' })
    .click();
  await expect.poll(() => page.locator('#elective-courseName:visible').inputValue(), soon).toBe('中国书法艺术');
  await expect.poll(() => page.locator('#elective-classSize:visible').inputValue(), soon).toBe('');
  const plans = await tour.at('teacher1', '公选课计划');
  await plans.getByRole('row').filter({ hasText: '西方音乐鉴赏' }).filter({ visible: true }).first().waitFor();
}

/** The student of step 11 and 12: the first of the class whose score was changed in step 5. */
async function studentOfTheDay(tour: Tour) {
  const { rows, courseNum, courseName } = await sheetOfCourse(tour, '数据库系统原理');
  return { ...rows[0]!, courseNum, courseName };
}

/** 11. Which attempt counts and why, credits and GPA, now and before; a PDF whose code a stranger checks. */
export async function handOutTranscript(tour: Tour): Promise<void> {
  const student = await studentOfTheDay(tour);
  const card = await (await tour.api('office1')).call(scoreCard, { studentCode: student.studentCode });
  const page = await tour.at('office1', '学生成绩');
  await page.getByLabel('学生', { exact: true }).filter({ visible: true }).fill(student.studentNumber);
  await page.getByRole('option', { name: new RegExp(student.studentNumber) }).click();
  const attempts = page.getByRole('table', { name: '全部成绩' });
  await attempts.waitFor();
  const [shown] = card.semesters.flatMap(({ rows }) => rows);
  await expect
    .poll(() => attempts.locator(`tr[data-key="${shown!.attemptId}"]`).innerText(), soon)
    .toContain(shown!.why);
  await expect
    .poll(() => page.getByRole('main').innerText(), soon)
    .toMatch(new RegExp(`${card.totals.gpa.replace('.', '\\.')}[\\s\\S]*平均学分绩点[\\s\\S]*已获学分`));
  await page
    .getByLabel('查看时刻')
    .filter({ visible: true })
    .fill(new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10));
  await page.keyboard.press('Enter');
  await page.getByText(/时的成绩，按现行规则计算/).waitFor();
  await page.getByRole('button', { name: '回到现在' }).click();

  await page.getByRole('button', { name: '打印成绩单' }).click();
  const dialog = page.getByRole('dialog', { name: /打印成绩单/ });
  await dialog.getByLabel('用途').fill('求职');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '打印', exact: true }).click(),
  ]);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  const code = (
    await dialog
      .getByRole('link', { name: /^(\w{4}-){3}\w{4}$/ })
      .first()
      .innerText()
  ).replaceAll('-', '');
  await page.keyboard.press('Escape');
  const stranger = await (await tour.browser.newContext({ locale: 'zh-CN' })).newPage();
  await stranger.goto(`${tour.product.url}/verify`);
  await stranger.getByLabel('成绩单上的验证码').fill(code);
  await stranger.getByRole('button', { name: '核对' }).click();
  await stranger.getByText('成绩单真实，内容与现在的成绩一致').waitFor();
  await stranger.context().close();
}

/**
 * 12. The same student and a course: the score, the sheet and the reason at every step, the raw event, and a workbook.
 */
export async function replay(tour: Tour): Promise<void> {
  const student = await studentOfTheDay(tour);
  const page = await tour.at('auditor1', '成绩回放');
  await choose(page, '学生', student.studentNumber);
  await choose(page, '课程', student.courseNum);
  const slider = page.getByRole('slider', { name: '回放到第几步' });
  await slider.focus();
  await page.keyboard.press('End');
  const last = await slider.getAttribute('aria-valuetext');
  await page.getByRole('table', { name: '当时的成绩单' }).first().waitFor();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => slider.getAttribute('aria-valuetext'), soon).not.toBe(last);
  await page.getByRole('table', { name: '此步前后的成绩' }).waitFor();
  await page.keyboard.press('Home');
  await expect.poll(() => slider.inputValue(), soon).toBe('0');
  await page.getByRole('button', { name: '原始事件' }).first().click();
  // Its type, as it is stored.
  await expect
    .poll(() => page.getByRole('dialog', { name: '原始事件' }).innerText(), soon)
    .toMatch(/\b[A-Z][a-z]+[A-Z][a-z]+/);
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(
    `成绩回放_${student.studentNumber}_${student.studentName}_${student.courseName}.xlsx`,
  );
}
