import { ownGradeExams } from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { closeOutcome, openFromMenu, openWindows, soon, told } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

// SCORE-MORE-11, SCORE-MORE-12, SCORE-MORE-13, SCORE-MORE-14
it('the office imports a score; the student sees it, signs up by it, and is told why not elsewhere', async () => {
  const student = await signInToApi(product.url, 'student1');
  const own = await student.call(ownGradeExams, {});
  const [score, exam] = [own.scores[0]!, own.exams[0]!];
  const [office, page] = await openWindows(browser, product.url, 'office1', 'student1');

  await openFromMenu(office, product.url, 'scoreManage', '等级考试', '等级考试成绩');
  await office.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = office.getByRole('dialog');
  const lines = [
    ['考试科目', '准考证号', '成绩'],
    [`${score.gradeExamName} ${score.subjectName}`, score.ticketNumber, '533.5'],
    [`${score.gradeExamName} ${score.subjectName}`, '20990101CET400001', '500'],
  ];
  await dialog.getByLabel('选择导入文件').setInputFiles({
    name: '四级成绩.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`),
  });
  await dialog.getByRole('button', { name: '确定导入 2 行' }).click();
  await dialog.getByText('准考证号：这个科目没有该准考证号的报名').waitFor();

  await closeOutcome(dialog);
  // A student has one page.
  await page.goto(product.url);
  const scores = page.getByRole('table', { name: '等级考试成绩' });
  await scores
    .getByRole('row', { name: new RegExp(score.ticketNumber) })
    .getByText('533.5')
    .waitFor();
  const subjects = page.getByRole('table', { name: '等级考试报名' });
  const signUp = async (name: string): Promise<void> => {
    await subjects
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: '报名' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: '报名', exact: true }).click();
  };
  await signUp('大学英语四级');
  await told(page, '不符合报考条件：已达到 425 分的不可再报（最高 533.5 分）');
  await signUp('大学英语六级');
  await told(page, '报名成功');
  await expect
    .poll(() => subjects.getByRole('row', { name: /大学英语六级/ }).innerText(), soon)
    .toMatch(/1 \/ 300[\s\S]*已报名/);
  expect(exam.open).toBe(true);
});
