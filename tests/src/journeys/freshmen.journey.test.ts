import { gradeMajor } from '@jwxt/contracts/base-info/major.resource.ts';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { emptyWindow, fillSignIn, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { closeOutcome, openFromMenu, openWindows, told } from './people.ts';
import { workbookOf, type Table } from './real-school-files.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

const OWN_PASSWORD = 'Own_Password1';
const head = ['考生号', '姓名', '性别', '录取专业', '高考总分', '证件类型', '证件号'];
const names = ['迎新甲', '迎新乙', '迎新丙', '迎新丁'];

/** Chooses the only rule whose name has these words. */
async function choose(dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click();
  await dialog.page().getByRole('option', { name: option }).click();
}

/** The page of classes and numbers, with one grade-major chosen. */
async function chosenMajor(page: Page, name: string): Promise<void> {
  await openFromMenu(page, product.url, 'student', '新生管理', '分班与学号');
  const row = page.getByRole('table', { name: '分班与学号' }).getByRole('row', { name: new RegExp(name) });
  await row.getByRole('checkbox').check();
}

// STUDENT-STATUS-11, STUDENT-STATUS-12, STUDENT-STATUS-13, STUDENT-STATUS-14, STUDENT-STATUS-15
it('freshmen come from a workbook, are received, divided, numbered, become students and sign in', async () => {
  const api = await signInToApi(product.url, 'office1');
  const { rows: majors } = await api.call(gradeMajor.operations.query, { pageNo: 1, pageSize: 200 });
  const newest = majors.filter(({ njdm, xslbdm }) => njdm === majors[0]?.njdm && xslbdm === '4201');
  const major = newest.at(-1)!;
  const [page] = await openWindows(browser, product.url, 'office1');

  await openFromMenu(page, product.url, 'student', '新生管理', '新生信息');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const importing = page.getByRole('dialog', { name: '导入新生信息' });
  const lines = names.map((name, at) => [
    `26429900${String(1000 + at)}`,
    name,
    at % 2 === 0 ? '男性' : '女性',
    major.njzydm,
    560 + at * 3.5,
    '护照',
    `EPASS${String(at)}00`,
  ]);
  const table: Table = [head, ...lines];
  await importing.getByLabel('选择导入文件').setInputFiles({
    name: '录取名单.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbookOf(table),
  });
  await importing.getByRole('button', { name: '确定导入 4 行' }).click();
  await importing.getByText('导入已完成：已写入 4 行').waitFor();
  await closeOutcome(importing);

  // The desk scans the letters of three; the fourth has leave.
  await page.getByRole('button', { name: '批量报到' }).click();
  const desk = page.getByRole('dialog', { name: '批量报到' });
  await desk.getByLabel('考生号或通知书号').fill(
    lines
      .slice(0, 3)
      .map(([number]) => String(number))
      .join('\n'),
  );
  await desk.getByRole('button', { name: '报到', exact: true }).click();
  await told(page, '报到：已处理 3 名新生');

  await chosenMajor(page, major.njzymc ?? '');
  await page.getByRole('button', { name: '分班', exact: true }).click();
  const dividing = page.getByRole('dialog', { name: /^新生分班/ });
  await dividing.getByLabel(`${major.njzymc ?? ''}的班数`).fill('3');
  await choose(dividing, '排序规则', '高考总分从高到低');
  await choose(dividing, '班级编号规则', '专业简称加年级班号');
  await dividing.getByRole('button', { name: '预览' }).click();
  await dividing.getByText('新增').first().waitFor();
  await dividing.getByRole('button', { name: '确定分班（3 人）' }).click();
  await told(page, /已将 3 名新生分班，新增 2 个行政班/);

  await page.getByRole('button', { name: '编学号' }).click();
  const numbering = page.getByRole('dialog', { name: /^编学号/ });
  await choose(numbering, '学号规则', '本科生学号');
  await numbering.getByRole('cell', { name: '迎新甲' }).waitFor();
  await numbering.getByRole('button', { name: '确定编学号（3 人）' }).click();
  await told(page, '已为 3 名新生编排学号');

  await page.getByRole('button', { name: '转为学生' }).click();
  await page
    .getByRole('dialog', { name: /^转为学生/ })
    .getByRole('button', { name: '转为学生', exact: true })
    .click();
  await told(page, '转为学生：已处理 3 名新生');
  await page.getByRole('button', { name: '开通账号' }).click();
  await page.getByRole('dialog', { name: '开通新生账号' }).getByRole('button', { name: '开通', exact: true }).click();
  const slips = page.getByRole('dialog', { name: '初始密码（3 人）' });
  const slip = slips.getByRole('row', { name: /迎新乙/ });
  const [userName, password] = [
    (await slip.getByRole('cell').nth(1).innerText()).trim(),
    (await slip.locator('code').innerText()).trim(),
  ];

  const own = await emptyWindow(browser);
  await own.goto(`${product.url}/login`);
  await fillSignIn(own, userName, password);
  await own.getByRole('heading', { name: '修改初始密码' }).waitFor();
  await own.locator('#password-oldToken').fill(password);
  await own.locator('#password-newToken').fill(OWN_PASSWORD);
  await own.locator('#password-confirmToken').fill(OWN_PASSWORD);
  await own.getByRole('button', { name: '确定' }).click();
  await own.waitForURL(({ pathname }) => pathname === '/login');
  await fillSignIn(own, userName, OWN_PASSWORD);
  await own.getByRole('button', { name: /个人菜单$/ }).waitFor();
  const { rows } = await api.call(student.operations.query, { studentNumber: userName, pageNo: 1, pageSize: 10 });
  expect(rows).toMatchObject([{ studentName: '迎新乙', studentStatus: '01', examineeNumber: lines[1]![0] }]);
});
