import { randomUUID } from 'node:crypto';
import { createDelegation } from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { applicationRow, decide, openApprovals, openDecision, openWindows, soon, told } from './people.ts';
import { applicationOf, fillIn, newClasses, passByApi, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let teacher: ApiSession;
let registrar2: ApiSession;
/** Waits for the office. */
let applyId: string;

beforeAll(async () => {
  const [one, dean, two] = (await Promise.all(
    ['teacher1', 'dean1', 'registrar2'].map((name) => signInToApi(product.url, name)),
  )) as [ApiSession, ApiSession, ApiSession];
  [teacher, registrar2] = [one, two];
  const [teachingClassId] = await newClasses(product, teacher, 20, 1);
  // Everybody fails, so that the office is asked.
  await fillIn(teacher, teachingClassId!, () => '40');
  applyId = await submitByApi(teacher, teachingClassId!);
  await passByApi(dean, applyId);
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

describe('approvers who are away, in browsers', () => {
  it('an application is urged, handed over and decided by a delegate, while everybody keeps the place', async () => {
    const [applicant, one, two, dean] = await openWindows(
      browser,
      product.url,
      'teacher1',
      'registrar1',
      'registrar2',
      'dean1',
    );
    const { title } = await applicationOf(teacher, applyId);
    const query = `scope=0&keyword=${encodeURIComponent(title.slice(0, 40))}`;
    await Promise.all([one, two, dean].map((page) => openApprovals(page, product.url, `tab=1&${query}`)));
    await openApprovals(applicant, product.url, 'tab=0&scope=0');
    for (const page of [one, two]) await applicationRow(page, applyId).waitFor();

    // The applicant urges: the approvers see it without doing anything, and a second time is not offered.
    await applicationRow(applicant, applyId).getByRole('button', { name: '催办' }).click();
    await applicant.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '催办' }).click();
    await told(applicant, '已催办');
    for (const page of [one, two])
      await expect.poll(() => applicationRow(page, applyId).innerText(), soon).toContain('催办');
    await expect
      .poll(() => applicationRow(applicant, applyId).getByRole('button', { name: '催办' }).count(), soon)
      .toBe(0);

    // One hands it to the other: it stays where it was on the first one's screen, and can no longer be decided there.
    await applicationRow(one, applyId).getByRole('button', { name: '详情' }).click();
    await one
      .getByRole('dialog', { name: /申请详情/ })
      .getByRole('button', { name: '转办' })
      .click();
    const handing = one.getByRole('dialog', { name: '转办' });
    await handing.getByRole('button', { name: '确定' }).click();
    await expect.poll(() => handing.innerText(), soon).toContain('必填');
    await handing.getByLabel('转办给').click();
    await one
      .getByRole('option')
      .filter({ hasText: await registrarName(two) })
      .click();
    await handing.getByLabel('原因').fill('出差一周');
    await handing.getByRole('button', { name: '确定' }).click();
    await told(one, '转办成功');
    await expect.poll(() => applicationRow(one, applyId).innerText(), soon).toContain('您已转办');
    expect(await applicationRow(one, applyId).getByRole('button', { name: '审批', exact: true }).count()).toBe(0);

    // The other is away, too, and lets the dean decide; the dean is told whom he stands in for.
    const { authId } = await registrar2.call(createDelegation, {
      commandId: randomUUID(),
      toUser: 'dean1',
      beginTime: toDateTimeText(Date.now() - 60_000),
      endTime: toDateTimeText(Date.now() + 3_600_000),
      reason: '休假',
      processNos: ['ZKCJSP'],
    });
    await openApprovals(dean, product.url, `tab=1&${query}`);
    await expect.poll(() => applicationRow(dean, applyId).innerText(), soon).toContain('代 ');
    await openDecision(dean, applyId);
    await decide(dean, { result: '通过', opinion: '代为审核，情况属实' });
    await told(dean, '审核成功');
    await expect.poll(() => applicationRow(two, applyId).innerText(), soon).toContain('已由他人处理');

    // APPROVAL-51: the log says all of it.
    await applicationRow(applicant, applyId).getByRole('button', { name: '详情' }).click();
    const detail = applicant.getByRole('dialog', { name: /申请详情/ });
    await detail.getByRole('button', { name: '审批日志' }).click();
    const log = applicant.getByRole('table', { name: '审批日志' });
    await expect.poll(() => log.innerText(), soon).toMatch(/催办[\s\S]*转办[\s\S]*出差一周[\s\S]*通过[\s\S]* 代 /);
    await closeWindows(one, dean, applicant);

    // Back earlier than thought, the authorisation is ended.
    await two.goto(`${product.url}/jwxt/gly/messageSystem/delegation`);
    const given = two.locator(`tr[data-key="${authId}"]`);
    await given.getByRole('button', { name: '提前结束' }).click();
    await two.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '结束代理' }).click();
    await told(two, '已结束代理');
    await given.getByText('已撤销').waitFor();
    await closeWindows(two);
  });
});

/** The person's own name, as the header says it. */
async function registrarName(page: Awaited<ReturnType<typeof openWindows>>[number]): Promise<string> {
  return ((await page.getByRole('button', { name: /个人菜单/ }).getAttribute('aria-label')) ?? '').split('，')[0]!;
}
