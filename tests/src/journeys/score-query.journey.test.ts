import { ownScores } from '@jwxt/contracts/home/home.operations.ts';
import { scoreQueryControl } from '@jwxt/contracts/score-setting/score-query-control.resource.ts';
import { createCommandSender } from '@jwxt/infra/base-data/command-sender.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { openFromMenu, openWindows, soon } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** The office turns a switch of the row in the table. */
async function turn(office: Page, semesterName: string, label: string): Promise<void> {
  const row = office.getByRole('row').filter({ hasText: semesterName }).filter({ hasText: '正考' });
  await row.getByRole('button', { name: '修改' }).click();
  const form = office.getByRole('dialog', { name: '修改成绩查询控制' });
  await form.getByText(label, { exact: true }).waitFor();
  await form.getByLabel(label).click();
  await form.getByRole('button', { name: '确定' }).click();
  await form.waitFor({ state: 'detached' });
}

/** Lets `student1` owe an evaluation of a class of the semester, or have done it. */
async function evaluationOf(semesterId: string): Promise<(status: '0' | '1') => Promise<unknown>> {
  const { COMMANDS_URL = '', OPERATOR_SECRET = '', DATABASE_URL = '' } = await environmentOf(product);
  const db = createPool(DATABASE_URL, { name: 'evaluation', max: 1 });
  const { rows } = await db.query<{ id: string }>(
    `select class.teaching_class_id as id from base.teaching_class class
       join base.teaching_class_student roster using (teaching_class_id)
       join base.user_account account using (student_code)
      where account.user_name = 'student1' and class.semester_id = $1 limit 1`,
    [semesterId],
  );
  await db.end();
  const sender = createCommandSender(COMMANDS_URL, OPERATOR_SECRET);
  return (status) =>
    sender.load('evaluationTask', [{ taskId: 'journey', userName: 'student1', teachingClassId: rows[0]!.id, status }]);
}

// SCORE-MORE-40
it('the office closes and opens scores; the student reads why, is told, evaluates first if asked', async () => {
  const [officeApi, studentApi] = await Promise.all([
    signInToApi(product.url, 'office1'),
    signInToApi(product.url, 'student1'),
  ]);
  const semesterId = (await studentApi.call(ownScores, {})).rows.at(-1)!.semesterId;
  const { query } = scoreQueryControl.operations;
  const { rows } = await officeApi.call(query, { semesterId, scoreType: '1' });
  const { semesterName } = rows[0] as unknown as { semesterName: string };

  const [office, student] = await openWindows(browser, product.url, 'office1', 'student1');
  await student.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '知道了' }).click();
  const scores = student.getByRole('table', { name: '我的成绩' });
  const ofSemester = scores.locator('tbody tr').filter({ hasText: semesterId });
  await ofSemester.first().waitFor();
  await openFromMenu(office, product.url, 'scoreManage', '成绩设置', '成绩查询控制');

  await turn(office, semesterName, '启用');
  await student.reload();
  await student.getByText(`${semesterName}正考成绩尚未开放查询`).waitFor();
  expect(await ofSemester.count()).toBe(0);

  await turn(office, semesterName, '启用');
  // What he was told before comes first, one after the other.
  const prompt = student.getByRole('region', { name: '系统提示' });
  await expect
    .poll(async () => {
      if (await prompt.getByText('成绩已开放查询', { exact: true }).isVisible()) return true;
      // The one that is waited for may come in between.
      const other = prompt.filter({ hasNotText: '成绩已开放查询' }).getByRole('button', { name: '不再提醒' });
      if (await other.isVisible()) await other.click({ timeout: 2_000 });
      return false;
    }, soon)
    .toBe(true);
  await student.reload();
  await ofSemester.first().waitFor();

  const evaluation = await evaluationOf(semesterId);
  await evaluation('0');
  await turn(office, semesterName, '须完成评教');
  await student.reload();
  await student.getByText(`${semesterName}正考成绩须先完成评教，还有评教 1 条`).waitFor();
  await turn(office, semesterName, '须完成评教');
  await evaluation('1');
  await closeWindows(office, student);
});
