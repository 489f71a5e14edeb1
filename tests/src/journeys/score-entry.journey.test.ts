import { entryClasses, sheet as readSheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { killProcess } from '../testing/product.ts';
import { allSaved, cell, openWindows, shownIn, showsAll, signInAgain, soon, told, typeScore } from './people.ts';
import { applicationOf, fillIn, newClasses, sheetOf } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let api: ApiSession;

beforeAll(async () => {
  browser = await givenBrowser();
  api = await signInToApi(product.url, 'teacher1');
});
afterAll(leaveBrowser);

type Sheet = OutputOf<typeof readSheet>;
type Row = Sheet['rows'][number];

/** The class that teacher1 and teacher2 teach together; it is being entered. */
async function sharedSheet(): Promise<Sheet> {
  const { rows } = await api.call(entryClasses, {});
  const shared = rows.find((row) => row.teacherName.includes('、'));
  return await api.call(readSheet, { teachingClassId: shared!.teachingClassId, scoreType: '1' });
}

const untouchedRows = (sheet: Sheet) =>
  sheet.rows.filter((entry) => Object.values(entry.items).every((value) => value === null));

/** The own class with the most students of whom nothing is entered. */
async function emptiestSheet(): Promise<Sheet> {
  const { rows } = await api.call(entryClasses, {});
  const sheets = await Promise.all(
    rows.map((row) => api.call(readSheet, { teachingClassId: row.teachingClassId, scoreType: '1' })),
  );
  return sheets
    .filter((sheet) => sheet.editable && sheet.items.every((item) => item.type === 'number'))
    .toSorted((a, b) => untouchedRows(b).length - untouchedRows(a).length)[0]!;
}

async function openSheet(page: Page, sheet: Sheet): Promise<void> {
  await page.goto(`${product.url}/jwxt/gly/scoreManage/entry/${sheet.teachingClassId}/${sheet.scoreType}?size=all`);
  await page.getByRole('grid').waitFor();
}

/** A student's row of which nothing is entered, different for each use. */
function untouched(sheet: Sheet, index: number) {
  const row = untouchedRows(sheet).at(index);
  if (!row) throw new Error('no untouched row left');
  return row;
}

describe('entering scores in a browser', () => {
  // SCORE-ENTRY-14, SCORE-RULES-01, SCORE-RULES-04, SCORE-RULES-08
  it('types with Enter, rounds to one decimal, totals live, saves by itself, and undoes', async () => {
    const sheet = await emptiestSheet();
    const page = await openWindow(browser, product.url, 'teacher1');
    await openSheet(page, sheet);
    const { studentCode } = untouched(sheet, 0);
    const [first, ...others] = sheet.items;
    await typeScore(page, studentCode, first!.dataKey, '85.55');
    for (const item of others) await typeScore(page, studentCode, item.dataKey, '80');
    await allSaved(page);
    expect(await shownIn(page, studentCode, first!.dataKey)).toBe('85.6');
    const saved = (await api.call(readSheet, { teachingClassId: sheet.teachingClassId, scoreType: '1' })).rows.find(
      (row) => row.studentCode === studentCode,
    )!;
    expect(saved).toMatchObject({ items: { [first!.dataKey]: '85.6' }, complete: true });
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: saved.studentNumber }).innerText(), soon)
      .toContain(saved.studentScoreFinalValue);

    await page.getByRole('button', { name: '撤销' }).click();
    await allSaved(page);
    await expect
      .poll(
        async () =>
          (await api.call(readSheet, { teachingClassId: sheet.teachingClassId, scoreType: '1' })).rows.find(
            (row) => row.studentCode === studentCode,
          )!.items[others.at(-1)!.dataKey],
        soon,
      )
      .toBeNull();
    // Without it the weighted total is 0, which is no score.
    const row = page.getByRole('row').filter({ hasText: saved.studentNumber });
    await row.getByTitle(`缺少${others.at(-1)!.scoreSubItemName}，加权总分计 0，录完后才有总成绩`).waitFor();
    await expect.poll(() => row.getByRole('gridcell').allInnerTexts(), soon).toContain('-');
    await closeWindows(page);
  });

  // SCORE-ENTRY-01, SCORE-ENTRY-04, SCORE-ENTRY-05, SCORE-ENTRY-06
  it('header, columns and marks of the score table', async () => {
    const { rows } = await api.call(entryClasses, {});
    const sheets = await Promise.all(
      rows.map((row) => api.call(readSheet, { teachingClassId: row.teachingClassId, scoreType: '1' })),
    );
    const sheet = sheets.find(
      (entry) =>
        entry.editable &&
        entry.rows.some((row) => row.canSubmmit === '1') &&
        entry.rows.some((row) => row.canSubmmit !== '1'),
    )!;
    const page = await openWindow(browser, product.url, 'teacher1');
    await openSheet(page, sheet);
    await showsAll(page.locator('main'), [
      sheet.semesterName,
      sheet.courseName,
      sheet.courseCredit,
      sheet.teachingClassName,
      sheet.scoreTermInputBeginTime.slice(5, 16),
      sheet.scoreTermInputEndTime.slice(5, 16),
      `${sheet.coursePersonCount} 人`,
      sheet.teacherName,
      sheet.importTeacher,
    ]);
    await page.getByRole('link', { name: /^返回/ }).waitFor();
    const heads = page.getByRole('grid').locator('thead th');
    await expect
      .poll(async () => (await heads.allInnerTexts()).map((head) => head.replaceAll('\n', ' ')), soon)
      .toEqual([
        '序号',
        '学号',
        '姓名',
        ...sheet.items.map((item) => `${item.scoreSubItemName} ${item.scoreSubItemProportion}%`),
        '成绩备注',
        expect.stringContaining('总评'),
        '名单来源',
        '行政班',
        '年级专业',
        '状态',
      ]);
    const look = (studentCode: string) =>
      page
        .locator(`tr[data-student="${studentCode}"] td`)
        .first()
        .evaluate((cell) => getComputedStyle(cell).backgroundColor);
    const [ready, open] = [
      sheet.rows.find((row) => row.canSubmmit === '1')!,
      sheet.rows.find((row) => row.canSubmmit !== '1')!,
    ];
    await expect
      .poll(() => page.locator(`tr[data-student="${ready.studentCode}"]`).innerText(), soon)
      .toContain('可提交');
    expect(await look(ready.studentCode)).not.toBe(await look(open.studentCode));
    await closeWindows(page);
  });

  it('pastes a block from a spreadsheet and tells which values were refused', async () => {
    const sheet = await emptiestSheet();
    const page = await openWindow(browser, product.url, 'teacher1');
    await openSheet(page, sheet);
    const { studentCode } = untouched(sheet, 0);
    const [first, second] = sheet.items;
    await cell(page, studentCode, first!.dataKey).click();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, '71\t180');
    await page
      .getByText(/应在 0 至 100 之间/)
      .first()
      .waitFor();
    await expect
      .poll(
        async () =>
          (await api.call(readSheet, { teachingClassId: sheet.teachingClassId, scoreType: '1' })).rows.find(
            (row) => row.studentCode === studentCode,
          )!.items,
        soon,
      )
      .toMatchObject({ [first!.dataKey]: '71.0', [second!.dataKey]: null });
    await closeWindows(page);
  });

  it('two teachers keep both their edits; on the same cell the second is told who and when, and chooses', async () => {
    const sheet = await sharedSheet();
    const [one, two] = await Promise.all([
      openWindow(browser, product.url, 'teacher1'),
      openWindow(browser, product.url, 'teacher2'),
    ]);
    await Promise.all([openSheet(one, sheet), openSheet(two, sheet)]);
    const item = sheet.items[0]!.dataKey;
    const [mine, theirs, both] = sheet.rows as [Row, Row, Row, ...Row[]];
    const another = (row: Row, first: string, second: string) => (row.items[item] === `${first}.0` ? second : first);
    const [one1, two1] = [another(mine, '61', '63'), another(theirs, '62', '64')];
    await Promise.all([typeScore(one, mine.studentCode, item, one1), typeScore(two, theirs.studentCode, item, two1)]);
    await Promise.all([allSaved(one), allSaved(two)]);
    await expect.poll(() => shownIn(one, theirs.studentCode, item), soon).toBe(`${two1}.0`);
    await expect.poll(() => shownIn(two, mine.studentCode, item), soon).toBe(`${one1}.0`);

    await two.context().setOffline(true);
    const [theirValue, myValue] = [another(both, '70', '71'), another(both, '90', '91')];
    await typeScore(two, both.studentCode, item, myValue);
    await typeScore(one, both.studentCode, item, theirValue);
    await allSaved(one);
    await two.context().setOffline(false);
    const dialog = two.getByRole('alertdialog');
    await two.getByText(/冲突 1/).waitFor();
    if (!(await dialog.isVisible())) await cell(two, both.studentCode, item).click();
    await expect.poll(() => dialog.innerText(), soon).toMatch(new RegExp(`${theirValue}\\.0[\\s\\S]*${myValue}\\.0`));
    await dialog.getByRole('button', { name: /^保留我的/ }).click();
    await allSaved(two);
    await expect.poll(() => shownIn(one, both.studentCode, item), soon).toBe(`${myValue}.0`);
    await closeWindows(one, two);
  });

  it('the first of two teachers is told on the open page who replaced a score there, and by what', async () => {
    const sheet = await sharedSheet();
    const [one, two] = await Promise.all([
      openWindow(browser, product.url, 'teacher1'),
      openWindow(browser, product.url, 'teacher2'),
    ]);
    await Promise.all([openSheet(one, sheet), openSheet(two, sheet)]);
    const read = [one, two].map((page) => {
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/scoreEntry/sheet/')) requests.push(request.url());
      });
      return requests;
    });
    const item = sheet.items[0]!;
    const { studentCode, studentName } = sheet.rows[3]!;
    await typeScore(one, studentCode, item.dataKey, '82');
    await allSaved(one);
    await expect.poll(() => shownIn(two, studentCode, item.dataKey), soon).toBe('82.0');
    await typeScore(two, studentCode, item.dataKey, '72');
    await allSaved(two);
    const notice = one.getByRole('status').filter({ hasText: '他人修改了' });
    const colleague = await two.evaluate(
      () =>
        (JSON.parse(decodeURIComponent(/user=([^;]*)/.exec(document.cookie)?.[1] ?? '%7B%7D')) as { name: string })
          .name,
    );
    await expect
      .poll(() => notice.innerText(), soon)
      .toMatch(
        new RegExp(`${colleague} \\d\\d:\\d\\d 将${studentName}的${item.scoreSubItemName}由 82\\.0 改为 72\\.0`),
      );
    await notice.getByRole('button', { name: '知道了' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await two.getByText('他人修改了').count()).toBe(0);
    // Each read the sheet again for what the other saved, and not for what was saved here.
    expect(read.map((requests) => requests.length)).toEqual([1, 1]);
    await closeWindows(one, two);
  });

  it('nothing typed is lost when the line drops, the page is closed, the session expires or services die', async () => {
    const sheet = await emptiestSheet();
    const item = sheet.items[0]!.dataKey;
    const [offline, expired, restarted] = [untouched(sheet, 0), untouched(sheet, 1), untouched(sheet, 2)];
    const stored = async (studentCode: string) =>
      (await api.call(readSheet, { teachingClassId: sheet.teachingClassId, scoreType: '1' })).rows.find(
        (row) => row.studentCode === studentCode,
      )!.items[item];
    const page = await openWindow(browser, product.url, 'teacher1');
    // What comes after the page has not come yet.
    await page.route(/assets\/at-rest/, (route) => route.abort('internetdisconnected'));
    const askedFor = page.waitForRequest(/assets\/at-rest/);
    await openSheet(page, sheet);
    await askedFor;

    await page.context().setOffline(true);
    await typeScore(page, offline.studentCode, item, '77');
    await page.locator('[data-save-state="unsaved"], [data-save-state="saving"]').waitFor();
    await page.waitForTimeout(500);
    await page.context().setOffline(false);
    // Gone without saving: the page is torn down, and its storage is all that is left.
    await page.close({ runBeforeUnload: false });
    const again = await page.context().newPage();
    await openSheet(again, sheet);
    await expect.poll(() => stored(offline.studentCode), soon).toBe('77.0');

    // Typed before: whatever asks the server next shows the dialog, above the sheet.
    await cell(again, expired.studentCode, item).click();
    await cell(again, expired.studentCode, item).locator('input').fill('78');
    await again.context().clearCookies({ name: 'jwxt_session' });
    await again.keyboard.press('Enter');
    await again.getByText('会话已过期！').waitFor();
    await signInAgain(again);
    await expect.poll(() => stored(expired.studentCode), soon).toBe('78.0');
    expect(new URL(again.url()).pathname).toContain(sheet.teachingClassId);

    await killProcess(product, 'commands');
    await killProcess(product, 'gateway');
    await typeScore(again, restarted.studentCode, item, '79');
    await expect
      .poll(() => stored(restarted.studentCode).catch(() => null), { timeout: 60_000, interval: 300 })
      .toBe('79.0');
    await allSaved(again);
    await closeWindows(again);
  });

  it('what may not be typed is refused at the cell, in words', async () => {
    const sheet = await emptiestSheet();
    const page = await openWindow(browser, product.url, 'teacher1');
    await openSheet(page, sheet);
    const { studentCode } = untouched(sheet, 0);
    await typeScore(page, studentCode, sheet.items[0]!.dataKey, '101');
    await page.getByText(/有误 1/).waitFor();
    await cell(page, studentCode, sheet.items[0]!.dataKey).click();
    await expect
      .poll(() => cell(page, studentCode, sheet.items[0]!.dataKey).getByRole('alert').innerText(), soon)
      .toContain('成绩应在 0 至 100 之间');
    await closeWindows(page);
  });

  // SCORE-ENTRY-02, SCORE-ENTRY-03, SCORE-ENTRY-07, SCORE-ENTRY-08, SCORE-ENTRY-09
  it('20 a page or all, failing marked, Ctrl with arrows, and the way back', async () => {
    const [id] = await newClasses(product, api, 23, 1);
    await fillIn(api, id!, (index) => (index === 0 ? '59.9' : '80'));
    const page = await openWindow(browser, product.url, 'teacher1');
    await page.goto(`${product.url}/jwxt/gly/scoreManage/entry/${id!}/1`);
    const rows = page.locator('tr[data-student]');
    await expect.poll(() => rows.count(), soon).toBe(20);
    await expect
      .poll(() => page.locator('td[data-failing]').allInnerTexts(), soon)
      .toEqual([expect.stringContaining('59.90')]);
    const { rows: students, items } = await sheetOf(api, id!);
    const at = (row: number, column: number) => cell(page, students[row]!.studentCode, items[column]!.dataKey);
    await at(19, 0).click();
    await page.keyboard.press('Control+ArrowRight');
    await at(19, 1).locator('input').waitFor();
    // Over the end of the page the next one opens.
    await page.keyboard.press('Control+ArrowDown');
    await at(20, 1).locator('input:focus').waitFor();
    await expect.poll(() => rows.count(), soon).toBe(3);
    await page.keyboard.press('Control+ArrowUp');
    await at(19, 1).locator('input:focus').waitFor();
    await page.keyboard.press('Control+ArrowLeft');
    await at(19, 0).locator('input:focus').waitFor();

    await page.getByRole('combobox', { name: '每页人数' }).click();
    await page.getByRole('option', { name: '全部' }).click();
    await expect.poll(() => rows.count(), soon).toBe(23);
    await page.getByRole('link', { name: '返回我的教学班' }).click();
    await page.waitForURL(/scoreManage\/entry$/);
    // The choice is kept for the next sheet.
    await page.goto(`${product.url}/jwxt/gly/scoreManage/entry/${id!}/1`);
    await expect.poll(() => rows.count(), soon).toBe(23);
    await closeWindows(page);
  });

  it('300 students by the keyboard alone: each value in its cell, over a lost line and a reload', async () => {
    const [id] = await newClasses(product, api, 300, 1, '101', true);
    const { rows, items } = await sheetOf(api, id!);
    expect(rows).toHaveLength(300);
    const dataKey = items[0]!.dataKey;
    const value = (row: number) => String(40 + ((row * 7) % 60));
    const page = await openWindow(browser, product.url, 'teacher1');
    const address = `${product.url}/jwxt/gly/scoreManage/entry/${id!}/1`;
    await page.goto(address);
    await page.getByRole('grid').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('td')?.dataset['cell']);
    const type = async (from: number, to: number) => {
      for (let row = from; row < to; row += 1) {
        const at = `${rows[row]!.studentCode}|${dataKey}`;
        if (row % 20 === 0) await expect.poll(focused, soon).toBe(at);
        await page.keyboard.type(`${value(row)}\n`);
      }
    };
    const goOn = page.getByRole('button', { name: '继续录入' });
    await goOn.focus();
    await page.keyboard.press('Enter');
    await type(0, 120);
    await page.context().setOffline(true);
    await type(120, 160);
    await page.context().setOffline(false);
    await type(160, 220);
    await allSaved(page);
    await page.goto(address);
    await page.getByRole('grid').waitFor();
    await goOn.focus();
    await page.keyboard.press('Enter');
    await type(220, 300);
    await allSaved(page);
    expect((await sheetOf(api, id!)).rows.map((row) => row.items[dataKey])).toEqual(
      rows.map((_, row) => `${value(row)}.0`),
    );
    await closeWindows(page);
  });

  it('draws blocks: fills down, by Ctrl+D and handle, copies, empties, and takes each back in one step', async () => {
    const [id] = await newClasses(product, api, 6, 1);
    const { rows, items } = await sheetOf(api, id!);
    const [first, second] = items.map(({ dataKey }) => dataKey) as [string, string];
    const page = await openWindow(browser, product.url, 'teacher1');
    await page.goto(`${product.url}/jwxt/gly/scoreManage/entry/${id!}/1`);
    await page.getByRole('grid').waitFor();
    const code = (row: number) => rows[row]!.studentCode;
    const column = (dataKey: string) => Promise.all(rows.map(({ studentCode }) => shownIn(page, studentCode, dataKey)));
    await typeScore(page, code(0), first, '85');
    await typeScore(page, code(0), second, '75');
    await cell(page, code(0), first).click();
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d'])
      await page.keyboard.press(key);
    await expect.poll(() => column(second), soon).toEqual(['75.0', '75.0', '75.0', '未录入', '未录入', '未录入']);

    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
      );
      return clipboardData.getData('text/plain');
    });
    expect(copied).toBe(['85.0\t75.0', '85.0\t75.0', '85.0\t75.0'].join('\r\n'));

    const [from, to] = [
      await page.locator('[data-fill-handle]').boundingBox(),
      await cell(page, code(5), second).boundingBox(),
    ];
    await page.mouse.move(from!.x + 4, from!.y + 4);
    await page.mouse.down();
    await page.mouse.move(to!.x + 20, to!.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => column(first), soon).toEqual(Array.from({ length: 6 }, () => '85.0'));
    await page.keyboard.press('Control+z');
    await expect.poll(() => column(first), soon).toEqual(['85.0', '85.0', '85.0', '未录入', '未录入', '未录入']);
    await page.keyboard.press('Control+y');
    await expect.poll(() => column(second), soon).toEqual(Array.from({ length: 6 }, () => '75.0'));
    await page.keyboard.press('Delete');
    await expect.poll(() => column(second), soon).toEqual(['未录入', '未录入', '未录入', '75.0', '75.0', '75.0']);
    await page.keyboard.press('Control+z');
    await allSaved(page);
    expect((await sheetOf(api, id!)).rows.map((row) => row.items[first])).toEqual(
      Array.from({ length: 6 }, () => '85.0'),
    );
    await closeWindows(page);
  });

  // SCORE-MORE-05, SCORE-MORE-47
  it('what is unusual is confirmed before handing in; it is taken back; the office registers a remark', async () => {
    const [id] = await newClasses(product, api, 6, 1);
    await fillIn(api, id!, () => '85');
    const [teacher, office] = await openWindows(browser, product.url, 'teacher1', 'office1');
    await Promise.all([teacher, office].map((page) => page.goto(`${product.url}/jwxt/gly/scoreManage/entry/${id!}/1`)));
    await teacher.getByRole('button', { name: '提交送审' }).first().click();
    const dialog = teacher.getByRole('dialog');
    await dialog.getByText('6 人总评都是 85.00').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: '确定提交' }).isDisabled(), soon).toBe(true);
    await dialog.getByRole('checkbox', { name: '已核实：全班总评相同' }).check();
    await dialog.getByRole('button', { name: '确定提交' }).click();
    await told(teacher, '送审成功');
    const { applyId } = await sheetOf(api, id!);
    const dean = await signInToApi(product.url, 'dean1');
    expect((await applicationOf(dean, applyId!)).applyContent).toContain('6 人总评都是 85.00');

    await teacher.getByRole('button', { name: '撤回送审' }).click();
    await teacher.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
    await told(teacher, '撤回成功');
    await teacher.getByRole('button', { name: '提交送审' }).first().waitFor();

    const student = (await sheetOf(api, id!)).rows[0]!;
    await office.getByRole('button', { name: '登记备注' }).click();
    const form = office.getByRole('dialog');
    await form.getByLabel('学生').fill(student.studentNumber);
    await office.getByRole('option', { name: new RegExp(student.studentNumber) }).click();
    await office.keyboard.press('Escape');
    await form.locator('#remark-code').click();
    await office.getByRole('option', { name: '作弊' }).click();
    await form.getByText('总评固定为 0.00').waitFor();
    await form.getByLabel('原因').fill('考场记录');
    await form.getByRole('button', { name: '确定登记' }).click();
    await told(office, '登记成功');
    const row = teacher.getByRole('row').filter({ hasText: student.studentNumber });
    await expect.poll(() => row.innerText(), soon).toMatch(/作弊[\s\S]*0\.00/);
    await closeWindows(teacher, office);
  });
});
