import { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { codeText } from '@jwxt/contracts/score-card/transcript.ts';
import { saveScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from '../testing/accessibility.ts';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openFromMenu, openWindows, showsAll, soon, told } from './people.ts';
import { fillIn, newClasses, passByApi, sheetOf, submitByApi, type Sheet } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let office: ApiSession;
/** A published class: its first student has 61 in everything but 86 in the last item. */
let sheet: Sheet;

beforeAll(async () => {
  const [teacher, dean] = await Promise.all([signInToApi(product.url, 'teacher1'), signInToApi(product.url, 'dean1')]);
  office = await signInToApi(product.url, 'office1');
  const [teachingClassId] = (await newClasses(product, teacher, 6, 1)) as [string];
  await fillIn(teacher, teachingClassId, (index) => (index === 0 ? '61' : '77'));
  sheet = await sheetOf(teacher, teachingClassId);
  await teacher.call(saveScores, {
    teachingClassId,
    scoreType: '1',
    commandId: randomUUID(),
    rows: [
      {
        studentCode: sheet.rows[0]!.studentCode,
        revision: sheet.revision,
        items: { [sheet.items.at(-1)!.dataKey]: '86' },
      },
    ],
  });
  await passByApi(dean, await submitByApi(teacher, teachingClassId));
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

describe('a student’s score card in a browser', () => {
  // SCORE-MORE-48: a stranger can check it
  it('finds the student, which attempt counts and why, and its history; prints a checkable transcript', async () => {
    const student = sheet.rows[0]!;
    const [page] = await openWindows(browser, product.url, 'office1');
    await openFromMenu(page, product.url, 'scoreManage', '成绩查询', '学生成绩');
    await page.getByLabel('学生', { exact: true }).fill(student.studentNumber);
    await page.getByRole('option', { name: new RegExp(student.studentNumber) }).click();
    const card = await office.call(scoreCard, { studentCode: student.studentCode });
    const main = page.getByRole('main');
    await main.getByText('平均学分绩点').first().waitFor();
    await expect.poll(() => main.innerText(), soon).toContain(card.totals.gpa);
    const shown = card.semesters
      .flatMap(({ rows }) => rows)
      .find(({ teachingClassId }) => teachingClassId === sheet.teachingClassId)!;
    const row = page.getByRole('table', { name: '全部成绩' }).locator(`tr[data-key="${shown.attemptId}"]`);
    await expect.poll(() => row.innerText(), soon).toContain(shown.why);
    const shownOnes = main.getByRole('radiogroup', { name: '显示哪些成绩' });
    await shownOnes.getByText('不及格').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('shown'), soon).toBe('failed');
    await shownOnes.getByText('全部').click();
    await page.getByRole('button', { name: /^计算规则/ }).click();
    await page.getByText(card.rules.ruleName).waitFor();
    await page.keyboard.press('Escape');
    expect(await accessibilityFindings(page)).toEqual([]);

    // Printing asks what for; what is printed is kept with a code.
    await page.getByRole('button', { name: '打印成绩单' }).click();
    const dialog = page.getByRole('dialog', { name: /打印成绩单/ });
    await dialog.getByRole('button', { name: '打印', exact: true }).click();
    await dialog.getByText('请填写打印用途').waitFor();
    await dialog.getByLabel('用途').fill('求职');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '打印', exact: true }).click(),
    ]);
    await told(page, '成绩单已生成');
    expect(download.suggestedFilename()).toBe(`学生成绩单_${student.studentNumber}_${student.studentName}.pdf`);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    const code = (
      await dialog
        .getByRole('link', { name: /^(\w{4}-){3}\w{4}$/ })
        .first()
        .innerText()
    ).replaceAll('-', '');
    await page.keyboard.press('Escape');

    // One click from a score to its history.
    await row.getByRole('link').click();
    await page.waitForURL(/scoreManage\/replay/);
    await page.getByText(/共 \d+ 步/).waitFor();
    await closeWindows(page);

    // Somebody without a session: by the address in the QR code, then by typing; a wrong code says so.
    const stranger = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
    await stranger.goto(`${product.url}/verify/${code}`);
    await stranger.getByText('成绩单真实，内容与现在的成绩一致').waitFor();
    await showsAll(stranger.getByRole('main'), [`${student.studentName.slice(0, 1)}*`, card.totals.gpa]);
    const facts = await stranger.getByRole('main').innerText();
    expect(facts).not.toContain(student.studentName);
    expect(facts).not.toContain(student.studentNumber);
    expect(await accessibilityFindings(stranger)).toEqual([]);
    const box = stranger.getByLabel('成绩单上的验证码');
    await box.fill('abcd');
    await stranger.keyboard.press('Enter');
    await stranger.getByText('验证码为 16 位字母和数字').waitFor();
    await box.fill(codeText('ABCDEFGHJKLMNPQR'));
    await stranger.getByRole('button', { name: '核对' }).click();
    await stranger.getByText('未查到这份成绩单').waitFor();
    await box.fill(` ${codeText(code).toLowerCase()} `);
    await stranger.keyboard.press('Enter');
    await stranger.getByText('成绩单真实，内容与现在的成绩一致').waitFor();
    await stranger.context().close();
  });

  it('SCORE-MORE-15: the log of the class tells in a sentence who changed what', async () => {
    const student = sheet.rows[0]!;
    const [page] = await openWindows(browser, product.url, 'auditor1');
    await page.goto(
      `${product.url}/jwxt/gly/scoreManage/scoreLog?teachingClassId=${sheet.teachingClassId}&student=` +
        `${student.studentNumber}`,
    );
    const item = sheet.items.at(-1)!.scoreSubItemName;
    await page
      .getByRole('table', { name: '成绩日志' })
      .getByText(new RegExp(`将${student.studentName}的${item}由 61\\.0 改为 86\\.0，总评`))
      .waitFor();
    await page.getByRole('button', { name: '原始事件' }).first().click();
    await page.getByRole('dialog', { name: '原始事件' }).waitFor();
    await closeWindows(page);
  });
});
