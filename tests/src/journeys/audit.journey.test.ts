import { auditApplication, auditScore } from '@jwxt/contracts/audit/audit.operations.ts';
import { saveScores } from '@jwxt/contracts/score/score-entry.operations.ts';
import { readXlsx } from 'hucre/xlsx';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { openFromMenu, openWindows, showsAll, soon } from './people.ts';
import { fillIn, newClasses, passByApi, sheetOf, submitByApi, type Sheet } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let auditor: ApiSession;
let applyId: string;
/** A published class; its first student was entered with 61 in everything, then corrected to 86 in the last item. */
let sheet: Sheet;

beforeAll(async () => {
  const [teacher, dean] = await Promise.all([signInToApi(product.url, 'teacher1'), signInToApi(product.url, 'dean1')]);
  auditor = await signInToApi(product.url, 'auditor1');
  const [teachingClassId] = (await newClasses(product, teacher, 8, 1)) as [string];
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
  applyId = await submitByApi(teacher, teachingClassId);
  await passByApi(dean, applyId);
  browser = await givenBrowser();
});
afterAll(leaveBrowser);

/** What stands under 此步之后. */
async function valueThen(page: Page): Promise<string> {
  return await page
    .getByRole('table', { name: '此步前后的成绩' })
    .getByRole('row')
    .last()
    .getByRole('cell')
    .last()
    .innerText();
}

describe('replaying a score in a browser', () => {
  it('finds the score, shows every step, and the score and the sheet as they were at each of them', async () => {
    const [student, item] = [sheet.rows[0]!, sheet.items.at(-1)!];
    const [page] = await openWindows(browser, product.url, 'auditor1');
    await openFromMenu(page, product.url, 'scoreManage', '成绩审计', '成绩回放');
    await page.getByRole('combobox', { name: '学生' }).fill(student.studentNumber);
    await page.getByRole('option', { name: new RegExp(student.studentNumber) }).click();
    await page.getByRole('combobox', { name: '课程' }).fill(sheet.courseNum);
    await page.getByRole('option', { name: new RegExp(sheet.courseNum) }).click();
    const { steps } = await auditor.call(auditScore, {
      studentCode: student.studentNumber,
      courseCode: sheet.courseNum,
    });
    await page.getByText(`共 ${String(steps.length)} 步`).waitFor();
    await page.getByText('与当前显示一致').waitFor();
    const [entered, corrected] = steps.slice(-4);
    const finalNow = (await sheetOf(auditor, sheet.teachingClassId)).rows[0]!.studentScoreFinalValue;

    // The slider by keyboard: from what is shown now, back to the entry.
    const slider = page.getByRole('slider', { name: '回放到第几步' });
    await slider.focus();
    await page.keyboard.press('End');
    expect(await valueThen(page)).toBe(finalNow);
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => slider.getAttribute('aria-valuetext'), soon).toContain(entered!.atText);
    expect(await valueThen(page)).toBe('61.00');
    const then = page.getByRole('table', { name: '当时的成绩单' });
    await expect
      .poll(() => then.first().getByRole('row').filter({ hasText: student.studentNumber }).innerText(), soon)
      .toMatch(/61\.0[\s\S]*61\.00/);
    await page.getByRole('button', { name: '查看全部' }).click();
    const whole = page.getByRole('dialog', { name: new RegExp(`${entered!.atText} 的成绩单`) });
    await expect.poll(() => whole.getByRole('row').count(), soon).toBe(sheet.rows.length + 1);
    await page.keyboard.press('Escape');

    // The correction: before and after, who and when, and the event itself as it is stored.
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => valueThen(page), soon).toBe(corrected!.after.finalText);
    const basis = page.getByRole('table', { name: '变化' });
    await expect
      .poll(() => basis.getByRole('row').filter({ hasText: item.scoreSubItemName }).innerText(), soon)
      .toMatch(/61\.0[\s\S]*86\.0/);
    await expect
      .poll(() => page.getByRole('main').innerText(), soon)
      .toContain(`${corrected!.byName}（${corrected!.byRole}） · ${corrected!.atText}`);
    await page.getByRole('button', { name: '原始事件' }).click();
    const raw = page.getByRole('dialog', { name: '原始事件' });
    await raw.getByText(`scoreSheet-${sheet.teachingClassId}.1`).waitFor();
    await showsAll(raw, [
      'CellsEntered',
      corrected!.event.position,
      `（${corrected!.byUserName}）`,
      'scoreEntry:save',
      student.studentCode,
      '860',
    ]);
    const event = await raw.innerText();
    for (const other of sheet.rows.slice(1)) expect(event).not.toContain(other.studentCode);
    await page.keyboard.press('Escape');

    // A typed moment lies between two steps: what was true then is the step before.
    await page.getByRole('textbox', { name: '查看时刻' }).fill('2020-01-01 00:00:00');
    await page.keyboard.press('Enter');
    await page.getByText('此时还没有成绩').waitFor();
    await page.getByRole('textbox', { name: '查看时刻' }).fill(corrected!.atText);
    await page.keyboard.press('Enter');
    await expect.poll(() => valueThen(page), soon).toBe(corrected!.after.finalText);
    await closeWindows(page);
  });

  /** A dash stands for a score that nobody has. */
  const numberOr = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

  it('downloads the replay as a workbook with a row a step', async () => {
    const student = sheet.rows[0]!;
    const { steps } = await auditor.call(auditScore, {
      studentCode: student.studentNumber,
      courseCode: sheet.courseNum,
    });
    const [page] = await openWindows(browser, product.url, 'auditor1');
    await page.goto(
      `${product.url}/jwxt/gly/scoreManage/replay?studentCode=${student.studentNumber}&courseCode=${sheet.courseNum}`,
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(
      `成绩回放_${student.studentNumber}_${student.studentName}_${sheet.courseName}.xlsx`,
    );
    const {
      rows: [head, ...rows],
    } = (await readXlsx(await readFile(await download.path()))).sheets[0]!;
    expect(rows).toHaveLength(steps.length);
    const column = (name: string) => head!.indexOf(name);
    expect(
      rows.map((row) => [row[column('时间')], row[column('操作人')], row[column('此步之后')], row[column('事件编号')]]),
    ).toEqual(
      steps.map((step) => [
        new Date(`${step.atText.replace(' ', 'T')}Z`),
        step.byName,
        step.after.finalText === '' ? null : numberOr(step.after.finalText),
        step.event.id,
      ]),
    );
    await closeWindows(page);
  });

  it('replays an application event by event', async () => {
    const [page] = await openWindows(browser, product.url, 'auditor1');
    await page.goto(`${product.url}/jwxt/gly/systemManage/applicationReplay`);
    await page.getByRole('textbox', { name: '申请编号' }).fill(applyId);
    await page.keyboard.press('Enter');
    const { steps } = await auditor.call(auditApplication, { applyId });
    await page.getByText(`共 ${String(steps.length)} 个事件`).waitFor();
    await expect
      .poll(() => page.getByRole('main').innerText(), soon)
      .toMatch(/正考成绩审批（ZKCJSP）[\s\S]*状态变为“待审核”[\s\S]*状态变为“通过”/);
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: '提交申请' }).innerText(), soon)
      .toContain(` · ${sheet.importTeacher}`);
    await page.getByRole('button', { name: '原始事件' }).first().click();
    await page.getByRole('dialog', { name: '原始事件' }).getByText('ApplicationSubmitted').first().waitFor();
    await closeWindows(page);
  });
});
