import { ownScores } from '@jwxt/contracts/home/home.operations.ts';
import { messagesOfSession } from '@jwxt/contracts/notice/system-message.operations.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { cell, openWindows, soon, told } from './people.ts';
import { fillIn, newClasses, passByApi, sheetOf, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let teacher: ApiSession;
/** A published class of teacher1, in which student1 alone has passed: 85 in everything. */
let teachingClassId: string;

/** student1, and how many students of the unit, by their codes, there are up to him. */
async function placeOfStudent(): Promise<{ studentCode: string; place: number }> {
  const { DATABASE_URL = '' } = await environmentOf(product);
  const db = createPool(DATABASE_URL, { name: 'ruling', max: 1 });
  const { rows } = await db.query<{ studentCode: string; place: number }>(
    `select account.student_code as "studentCode", count(*)::int as place from base.user_account account
       join base.student on student.dwh = '101' and student.student_code <= account.student_code
      where account.user_name = 'student1' group by 1`,
  );
  await db.end();
  return rows[0]!;
}
let accusedCode: string;

beforeAll(async () => {
  const dean = await signInToApi(product.url, 'dean1');
  teacher = await signInToApi(product.url, 'teacher1');
  const { studentCode, place } = await placeOfStudent();
  accusedCode = studentCode;
  [teachingClassId] = (await newClasses(product, teacher, place, 1)) as [string];
  // The others fail: other journeys want to find nobody who has passed the course.
  await fillIn(teacher, teachingClassId, (_index, code) => (code === studentCode ? '85' : '58'));
  const applyId = await submitByApi(teacher, teachingClassId);
  for (const approver of [dean, await signInToApi(product.url, 'registrar1')]) await passByApi(approver, applyId);
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

// SCORE-CHANGE-03, SCORE-CHANGE-12
it('the office records 作弊 for one student of a published class; student and teacher see it and why', async () => {
  const [office, student, teaching] = await openWindows(browser, product.url, 'office1', 'student1', 'teacher1');
  const api = await signInToApi(product.url, 'student1');
  const sheet = await sheetOf(teacher, teachingClassId);
  const accused = sheet.rows.find(({ studentCode }) => studentCode === accusedCode)!;
  const own = async () =>
    (await api.call(ownScores, {})).rows.find(
      (row) => row.courseName === sheet.courseName && row.semesterId === sheet.semesterId,
    );
  await expect.poll(async () => (await own())?.finalName, soon).toBe('85.00');

  await office.goto(`${product.url}/jwxt/gly/scoreManage/entry/${teachingClassId}/1`);
  await office.getByRole('link', { name: '代为申请更改成绩' }).click();
  await office.getByRole('grid', { name: '成绩更改表' }).waitFor();
  await cell(office, accused.studentCode, 'scoreRemarkCode').click();
  await cell(office, accused.studentCode, 'scoreRemarkCode').locator('select').selectOption({ label: '作弊' });
  await office.getByText('更改 1 人 1 项').waitFor();
  await office.getByLabel('更改原因').fill('考场夹带，学校处分决定〔2026〕18 号');
  await office.getByRole('button', { name: '提交送审' }).click();
  await told(office, '送审成功');
  await office.getByRole('table', { name: '更改明细' }).waitFor();
  const applyId = new URL(office.url()).pathname.split('/').at(-1)!;
  for (const name of ['dean1', 'registrar1', 'office2']) await passByApi(await signInToApi(product.url, name), applyId);

  await office.getByText('更改已生效').waitFor();
  await expect.poll(async () => (await own())?.finalName, soon).toBe('0.00');
  await student.goto(product.url);
  const row = student.getByRole('table', { name: '我的成绩' }).getByRole('row').filter({ hasText: sheet.courseName });
  await row.filter({ hasText: '作弊' }).first().waitFor();
  await expect
    .poll(async () => (await api.call(messagesOfSession, {})).list.map((row) => row.systemMessageEntityContent), soon)
    .toContainEqual(expect.stringContaining(`“${sheet.courseName}”成绩由 85.00 改为 0.00 作弊`));
  await teaching.goto(`${product.url}/jwxt/gly/scoreManage/entry/${teachingClassId}/1?size=all`);
  await cell(teaching, accused.studentCode, 'scoreRemarkCode').getByText('作弊').waitFor();
  expect(
    (await sheetOf(teacher, teachingClassId)).rows.filter(({ scoreRemarkCode }) => scoreRemarkCode === '04').length,
  ).toBe(1);
  await closeWindows(office, student, teaching);
});
