import { randomUUID } from 'node:crypto';
import { OWN_MESSAGES_PATH } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import { messagesOfSession } from '@jwxt/contracts/notice/system-message.operations.ts';
import { printTranscript } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { OWN_CARD_PATH, VERIFY_PATH } from '@jwxt/contracts/score-card/transcript.ts';
import { ownStudentFile } from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { OWN_FILE_PATH } from '@jwxt/contracts/student-status/file/student-file.vocabulary.ts';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { fillSignIn, givenBrowser, leaveBrowser, openPhone } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { allSaved, applicationRow, decide, openApprovals, soon, submitSheet } from './people.ts';
import { applicationOf, decideByApi, fillIn, newClasses, sheetOf, submitByApi } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let teacher: ApiSession;
let dean: ApiSession;

beforeAll(async () => {
  [teacher, dean] = [await signInToApi(product.url, 'teacher1'), await signInToApi(product.url, 'dean1')];
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** Nothing must be moved sideways, and what is pressed is as large as a finger. */
async function fits(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    wide: document.scrollingElement!.scrollWidth - window.innerWidth,
    beyond: [
      ...document.querySelectorAll('main :is(.mantine-Button-root, .mantine-ActionIcon-root, .mantine-Input-input)'),
    ]
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().right > window.innerWidth)
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
    small: [
      ...document.querySelectorAll(
        ':is(main, [role=dialog]) :is(.mantine-Button-root, .mantine-ActionIcon-root, .mantine-Input-input)' +
          ', [role=option], [role=menuitem], [data-dates-dropdown] table button',
      ),
    ]
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 43.5)
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  }));
  expect(found).toEqual({ wide: 0, beyond: [], small: [] });
}

const pad = (page: Page): Locator => page.getByRole('group', { name: /数字键盘$/ });

/** Types a number on the pad. */
async function press(page: Page, text: string): Promise<void> {
  for (const digit of text)
    await pad(page)
      .getByRole('button', { name: digit === '.' ? '小数点' : digit, exact: true })
      .tap();
}

describe('on a phone of 390 × 844, by touch', () => {
  it('a teacher signs in, enters a class by the number pad, and submits it', async () => {
    const [id] = await newClasses(product, teacher, 2, 1);
    const { items, rows, teachingClassName } = await sheetOf(teacher, id!);
    const page = await openPhone(browser, product.url, '');
    await page.goto(`${product.url}/login`);
    await page.getByLabel('用户名').waitFor();
    await fits(page);
    await fillSignIn(page, 'teacher1');
    await page.getByRole('button', { name: /个人菜单$/ }).waitFor();

    await page.goto(`${product.url}/jwxt/gly/scoreManage`);
    await page.getByRole('button', { name: '展开菜单' }).tap();
    await page
      .getByRole('dialog', { name: '菜单' })
      .getByRole('link', { name: /^成绩录入/ })
      .tap();
    await page.getByRole('button', { name: '展开', exact: true }).tap();
    await page.getByLabel('关键字').fill(teachingClassName);
    await page.getByRole('button', { name: '查询' }).tap();
    const card = page.locator('tbody tr').filter({ hasText: teachingClassName }).filter({ hasText: '0 / 2 人' });
    await card.waitFor();
    await fits(page);
    await card
      .getByRole('link', { name: '录入成绩' })
      .or(card.getByRole('button', { name: '录入成绩' }))
      .tap();
    await page.getByRole('region', { name: '逐人录入' }).waitFor();
    for (const [at] of rows.entries())
      for (const item of items) {
        await pad(page)
          .and(page.getByLabel(`${item.scoreSubItemName}，数字键盘`))
          .waitFor();
        await press(page, at === 0 ? '85.5' : '72');
        await page.getByRole('button', { name: '下一个', exact: true }).tap();
        // 成绩备注 lies between the last item and the next student.
        if (item === items.at(-1)) await page.getByRole('button', { name: '下一个', exact: true }).tap();
      }
    await allSaved(page);
    await fits(page);
    const saved = await sheetOf(teacher, id!);
    expect(saved.rows.map((row) => Object.values(row.items))).toEqual([
      items.map(() => '85.5'),
      items.map(() => '72.0'),
    ]);
    await submitSheet(page);
    await page.context().close();
  });

  it('an approver finds it as a card, reads what is asked, and decides with an opinion', async () => {
    const [id] = await newClasses(product, teacher, 2, 1);
    await fillIn(teacher, id!, () => '80');
    const applyId = await submitByApi(teacher, id!);
    const page = await openPhone(browser, product.url, 'dean1');
    await openApprovals(
      page,
      product.url,
      `keyword=${encodeURIComponent((await sheetOf(teacher, id!)).teachingClassName)}&scope=0`,
    );
    const card = applicationRow(page, applyId);
    await card.waitFor();
    await fits(page);
    await card.tap();
    const detail = page.getByRole('dialog').filter({ hasText: '申请详情' });
    await detail.getByRole('region', { name: '审批', exact: true }).waitFor();
    await detail.getByRole('table', { name: '送审成绩' }).waitFor();
    await fits(page);
    await decide(page, { result: '通过', opinion: '同意' });
    await expect.poll(async () => (await applicationOf(dean, applyId)).approvalProcessStatus, soon).not.toBe('1');
    await page.context().close();
  });

  it('an approver who is away lets somebody decide, and ends it again', async () => {
    const page = await openPhone(browser, product.url, 'registrar2');
    await page.goto(`${product.url}/jwxt/gly/messageSystem/delegation`);
    await page.getByRole('button', { name: '设置代理' }).first().tap();
    const sheet = page.getByRole('dialog', { name: '设置审批代理' });
    // What opens over a sheet stays where it is: a window that grows with it would move under the finger.
    await sheet.getByLabel('代理人').tap();
    await page.getByRole('option').first().waitFor();
    await fits(page);
    await page.getByRole('option').first().tap();
    await sheet.getByLabel('流程').tap();
    await fits(page);
    await page.getByRole('option', { name: '成绩更改审批' }).tap();
    await sheet.getByRole('heading').tap();
    await sheet.getByLabel(/^结束时间/).tap();
    await page.getByRole('button', { name: '后一页' }).tap();
    await fits(page);
    await page.locator('[data-dates-dropdown] table button').filter({ hasText: /^15$/ }).tap();
    await page.getByRole('button', { name: '确定', exact: true }).first().tap();
    await sheet.getByLabel('原因').fill('出差');
    await sheet.getByRole('button', { name: '确定' }).tap();
    const ending = page.getByRole('button', { name: '提前结束' });
    const given = page
      .locator('tbody tr')
      .filter({ hasText: '我授权他人' })
      .filter({ hasText: '成绩更改审批' })
      .filter({ has: ending });
    const card = page.locator(`tr[data-key="${String(await given.getAttribute('data-key'))}"]`);
    await card.getByRole('button', { name: '提前结束' }).tap();
    await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '结束代理' }).tap();
    await card.filter({ hasText: '已撤销' }).waitFor();
    await fits(page);
    await page.context().close();
  });

  it('a teacher reads what the system wrote about a decision', async () => {
    const [id] = await newClasses(product, teacher, 2, 1);
    await fillIn(teacher, id!, () => '80');
    const { teachingClassName } = await sheetOf(teacher, id!);
    await decideByApi(dean, await submitByApi(teacher, id!), '2', '平时成绩缺一项');
    const written = await vi.waitFor(async () => {
      const { list } = await teacher.call(messagesOfSession, {});
      const found = list.find((row) => row.systemMessageEntityContent.includes(teachingClassName));
      expect(found).toBeDefined();
      return found!;
    }, soon);
    const page = await openPhone(browser, product.url, 'teacher1');
    await page.goto(`${product.url}${OWN_MESSAGES_PATH}`);
    await page.locator(`tr[data-key="${written.systemMessageAudienceId}"]`).tap();
    const message = page.getByRole('dialog').filter({ hasText: teachingClassName });
    await message.getByText('平时成绩缺一项').waitFor();
    await fits(page);
    await page.context().close();
  });

  it('whoever holds a transcript checks it, also on the narrowest of phones', async () => {
    const student = await signInToApi(product.url, 'student1');
    const { studentCode } = (await student.call(ownStudentFile, {})).student;
    const { code } = await student.call(printTranscript, {
      commandId: randomUUID(),
      studentCode,
      language: 'zh',
      allAttempts: '0',
      reason: '求职',
    });
    const page = await openPhone(browser, product.url, '');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${product.url}${VERIFY_PATH}/AAAABBBBCCCCDDDD`);
    await page.getByText('未查到这份成绩单').waitFor();
    await page.getByLabel('成绩单上的验证码').fill(code);
    await page.getByRole('button', { name: '核对' }).tap();
    await page.getByText('成绩单真实，内容与现在的成绩一致').waitFor();
    await fits(page);
    await page.context().close();
  });

  it('a student reads scores, messages and the own data; everything fits', async () => {
    const page = await openPhone(browser, product.url, 'student1');
    await page.getByRole('heading', { name: '我的成绩' }).waitFor();
    await page.getByRole('button', { name: '知道了' }).tap();
    await fits(page);
    for (const [path, title] of [
      [OWN_CARD_PATH, '全部成绩'],
      [OWN_FILE_PATH, '学籍'],
    ] as const) {
      await page.goto(`${product.url}${path}`);
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await fits(page);
    }
    await page.context().close();
  });

  it('a list of cards is sorted by what its head would say, in the address too', async () => {
    const page = await openPhone(browser, product.url, 'dean1');
    await openApprovals(page, product.url, 'tab=2');
    await page.getByRole('button', { name: '排序和列设置' }).tap();
    const columns = page.getByRole('region', { name: '可排序的列' });
    await columns.getByRole('button', { name: '申请时间' }).tap();
    await page.getByRole('button', { name: '排序：申请时间升序' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('applyTime');
    await fits(page);
    await page.keyboard.press('Escape');
    await fits(page);
    await page.context().close();
  });

  it('without a network the shell opens, says so, and keeps what was typed', async () => {
    const [id] = await newClasses(product, teacher, 2, 1);
    const { items } = await sheetOf(teacher, id!);
    const page = await openPhone(browser, product.url, 'teacher1');
    await page.goto(`${product.url}/jwxt/gly/scoreManage/entry/${id!}/1`);
    await page.getByRole('region', { name: '逐人录入' }).waitFor();
    // The shell is kept once the page has come to rest.
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('jwxt-shell-1')).keys()).length), soon)
      .toBeGreaterThan(5);
    await page.context().setOffline(true);
    await press(page, '91');
    await page.getByRole('button', { name: '下一个', exact: true }).tap();
    await page.locator('[data-save-state]:visible').waitFor();
    await page.reload();
    await page.getByText('连接不上服务器').waitFor();
    await page.getByText(/已输入而没有保存的成绩（1 份成绩单）保存在本机/).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('region', { name: '逐人录入' }).waitFor();
    await expect.poll(async () => (await sheetOf(teacher, id!)).rows[0]!.items[items[0]!.dataKey], soon).toBe('91.0');
    await page.context().close();
  });
});
