import { exchangeStudentApply } from '@jwxt/contracts/student-application/kinds/exchange-student-apply.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { decide, decisionForm, openWindows, told } from './people.ts';

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
    const { rows } = await api.call(exchangeStudentApply.operations.query, { view: 'todo' });
    if (rows.some((row) => row.applyId === applyId)) return `dean${String(number)}`;
  }
}

async function pass(userName: string, applyId: string): Promise<void> {
  const [page] = await openWindows(browser, product.url, userName);
  await page.goto(`${product.url}/jwxt/gly/scoreManage/exchangeStudentApply`);
  await page.locator(`tr[data-key="${applyId}"]`).getByRole('button', { name: '审批' }).click();
  await decisionForm(page).waitFor();
  await decide(page, { result: '通过', opinion: '同意' });
  await told(page, '审核成功');
  await closeWindows(page);
}

// SCORE-MORE-45, SCORE-MORE-44
it('a student applies from home, unit and office pass it, and the student is an exchange student', async () => {
  const student: Page = await openWindow(browser, product.url, 'student2');
  await student.getByRole('link', { name: '申请交换学习' }).click();
  await student.getByRole('button', { name: '提交送审' }).click();
  await student.getByText('必填', { exact: true }).first().waitFor();
  await student.getByLabel('对方学校').fill('南山大学');
  await student.getByRole('button', { name: '提交送审' }).click();
  await told(student, '送审成功');
  await student.getByText('待审核 · 院系审核').first().waitFor();
  const applyId = new URL(student.url()).pathname.split('/').at(-1)!;

  await pass(await deanOf(applyId), applyId);
  await student.getByText('审核中 · 教务处审核').first().waitFor();
  await pass('registrar1', applyId);
  // The page that is still open shows it, without a reload.
  await student.getByText('已生效').waitFor();
  await closeWindows(student);

  const office = await openWindow(browser, product.url, 'office1');
  await office.goto(`${product.url}/jwxt/gly/scoreManage/exchangeStudent`);
  await office.locator(`tr[data-key="${applyId}"]`).getByText('南山大学').waitFor();
  await closeWindows(office);
});
