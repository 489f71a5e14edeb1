import { transferMajor } from '@jwxt/contracts/student-application/kinds/transfer-major.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { decide, decisionForm, told } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(() => leaveBrowser());

/** The dean at whom an application waits. */
async function deanOf(applyId: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const api = await signInToApi(product.url, `dean${String(number)}`);
    const { rows } = await api.call(transferMajor.operations.query, { view: 'todo', pageSize: 100 });
    if (rows.some((row) => row.applyId === applyId)) return `dean${String(number)}`;
  }
}

async function pass(userName: string, applyId: string): Promise<void> {
  const page = await openWindow(browser, product.url, userName);
  await page.goto(`${product.url}/jwxt/gly/student/transferMajor?view=todo&pageSize=100`);
  await page.locator(`tr[data-key="${applyId}"]`).getByRole('button', { name: '审批' }).click();
  await decisionForm(page).waitFor();
  await decide(page, { result: '通过', opinion: '同意' });
  await told(page, '审核成功');
  await closeWindows(page);
}

// STUDENT-STATUS-23
it('a student asks for another major, both departments and the office pass it, and its batch lists it', async () => {
  const student: Page = await openWindow(browser, product.url, 'student1');
  await student.goto(`${product.url}/jwxt/gly/newHome/components/transferMajor/new`);
  await student.getByLabel('批次').click();
  await student.getByRole('option', { name: /本学期转专业/ }).click();
  await student.getByLabel('拟转入年级专业').click();
  await student.getByRole('option').filter({ hasNotText: '计算机学院' }).first().click();
  await student.getByLabel('原因').click();
  await student.getByRole('option', { name: '兴趣志向' }).click();
  await student.getByLabel('说明').fill('已自学部分专业课程');
  await student.getByRole('button', { name: '提交送审' }).click();
  await told(student, '送审成功');
  await student.getByText('待审核 · 转出院系审核').first().waitFor();
  const applyId = new URL(student.url()).pathname.split('/').at(-1)!;

  await pass(await deanOf(applyId), applyId);
  await student.getByText('审核中 · 转入院系审核').first().waitFor();
  await pass(await deanOf(applyId), applyId);
  await student.getByText('审核中 · 教务处审核').first().waitFor();
  await pass('registrar1', applyId);
  await student.getByText('已生效').waitFor();
  await closeWindows(student);

  const office = await openWindow(browser, product.url, 'office1');
  await office.goto(`${product.url}/jwxt/gly/student/transferAdmission`);
  await office.locator(`tr[data-key="${applyId}"]`).getByText('审批通过').waitFor();
  // The window of the batch is still open.
  await office.getByRole('button', { name: '录取并公示' }).click();
  await office.getByRole('dialog').getByRole('button', { name: '录取并公示' }).click();
  await told(office, /申请尚未截止|份申请未审批完/);
  await closeWindows(office);
});
