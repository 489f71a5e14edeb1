import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { statusChangeEffects } from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { statusChange } from '@jwxt/contracts/student-status/change/status-change.resource.ts';
import { statusTimeline } from '@jwxt/contracts/student-status/change/status-log.operations.ts';
import { statusChangePath } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToApi } from '../testing/api-session.ts';
import { givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openFromMenu, openWindows, soon } from './people.ts';

const product = await givenProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

// STUDENT-STATUS-16, STUDENT-STATUS-40
it('the office sees what a change will do, implements it with a document, and finds it in the time line', async () => {
  const api = await signInToApi(product.url, 'office1');
  const { rows } = await api.call(statusChange.operations.query, { pageNo: 1, pageSize: 50 });
  const waiting: WireRow | undefined = rows.find(
    (row) => row['approvalStatus'] === '9' && row['implementStatus'] === '0',
  );
  const [applyId, studentCode] = [String(waiting?.['applyId']), String(waiting?.['studentCode'])];
  const [office] = await openWindows(browser, product.url, 'office1');
  await openFromMenu(office, product.url, 'student', '学籍异动', '学籍异动');
  await office.getByRole('table', { name: '学籍异动' }).getByText('未执行').first().waitFor();
  await office.goto(`${product.url}${statusChangePath(applyId)}`);
  await office.getByText('生效时将办理的事项').waitFor();
  await office.getByRole('button', { name: '执行', exact: true }).click();
  await office.getByRole('dialog').getByRole('button', { name: '执行', exact: true }).click();
  await office.getByText('待生效').first().waitFor();
  const told = await api.call(statusChangeEffects, { applyId });
  expect(told.documentNumber).toMatch(/^XJ\d{8}$/);
  await expect.poll(async () => (await api.call(statusTimeline, { studentCode })).steps[0]?.coming, soon).toBe(true);
});
