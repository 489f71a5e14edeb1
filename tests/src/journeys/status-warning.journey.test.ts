import { ownWarnings } from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import { queryInitialList } from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { environmentOf } from '../testing/product.ts';
import { openFromMenu, openWindows, soon, told } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** Puts the enrolment of the student with an account so far back that hardly any time is left, and answers the name. */
async function oldStudent(): Promise<string> {
  const pool = createPool((await environmentOf(product))['DATABASE_URL'] ?? '', { name: 'warning journey', max: 1 });
  try {
    const { rows } = await pool.query<{ name: string }>(
      `update base.student set enroll_date = (now() - interval '5 years 6 months')::date
        from base.user_account account
       where account.user_name = 'student1' and account.student_code = student.student_code
       returning student.student_name as name`,
    );
    return rows[0]!.name;
  } finally {
    await pool.end();
  }
}

// STUDENT-STATUS-26, STUDENT-STATUS-27, STUDENT-STATUS-30
it('a warning run: published, computed, confirmed, sent; the student is told, and signs', async () => {
  const name = await oldStudent();
  const [office, student] = await openWindows(browser, product.url, 'office1', 'student1');
  await openFromMenu(office, product.url, 'student', '学籍预警', '预警方案');
  await office.getByRole('button', { name: '新增' }).click();
  const form = office.getByRole('dialog');
  await form.getByLabel('方案名称').fill('毕业年限预警');
  await form.getByLabel('学年学期').click();
  await office.getByRole('option').first().click();
  await form.getByLabel('预警规则').click();
  await office.getByRole('option', { name: /^剩余年限 < 1年/ }).click();
  await form.getByLabel('方案名称').click();
  await form.getByRole('button', { name: '确定' }).click();
  const row = office.getByRole('row', { name: /毕业年限预警/ });
  await row.getByRole('button', { name: '发布' }).click();
  await office.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await row.getByText('已发布').waitFor();
  await row.getByRole('button', { name: '计算名单' }).click();
  const api = await signInToApi(product.url, 'office1');
  const found = async (initialStatus: '0' | '1') =>
    (await api.call(queryInitialList, { keyword: name, initialStatus, warningLevelCode: '4' })).total;
  await expect.poll(async () => await found('0'), soon).toBe(1);
  await office.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).last().click();
  await row.getByRole('button', { name: '初始名单' }).click();

  const line = office.getByRole('table', { name: '预警初始名单' }).getByRole('row', { name: new RegExp(name) });
  await line.getByText('红色预警').waitFor();
  await line.getByRole('checkbox').check();
  await office.getByRole('button', { name: '确认', exact: true }).click();
  await office.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await told(office, '已确认');
  expect(await found('1')).toBe(1);

  await openFromMenu(office, product.url, 'student', '学籍预警', '学籍预警结果');
  const results = office.getByRole('table', { name: '学籍预警结果' });
  await results
    .getByRole('row', { name: new RegExp(`${name}.*红色预警`) })
    .getByRole('checkbox')
    .check();
  await office.getByRole('button', { name: '发送', exact: true }).click();
  await office.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await told(office, '已发送');

  await student.goto(product.url);
  await student.getByRole('link', { name: '查看与签收' }).click();
  // The latest semester stands first.
  const sign = student.getByRole('button', { name: '签收', exact: true }).first();
  await sign.waitFor();
  await expect.poll(() => student.getByText(/学制 4 年，最长学习 6 年/).count(), soon).toBeGreaterThan(0);
  await sign.click();
  await told(student, '已签收');
  const own = await signInToApi(product.url, 'student1');
  await expect
    .poll(async () => (await own.call(ownWarnings, {})).list.filter(({ readTime }) => readTime !== null).length, soon)
    .toBeGreaterThan(0);
});
