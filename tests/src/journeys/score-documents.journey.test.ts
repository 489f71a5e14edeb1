import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openXlsx, saveXlsx } from 'hucre/xlsx';
import type { Browser, Download, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { givenBrowser, leaveBrowser, openWindow } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { closeOutcome, shownIn, soon } from './people.ts';
import { newClasses, sheetOf, type Sheet } from './prepared-sheets.ts';

const product = await givenProduct();
let browser: Browser;
let page: Page;
let api: ApiSession;
let folder: string;
let sheet: Sheet;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-documents-'));
  [browser, api] = [await givenBrowser(), await signInToApi(product.url, 'teacher1')];
  const [classId = ''] = await newClasses(product, api, 3, 1);
  sheet = await sheetOf(api, classId);
  page = await openWindow(browser, product.url, 'teacher1');
  await page.addLocatorHandler(
    page.getByRole('region', { name: '系统提示' }),
    (prompt) => prompt.getByRole('button', { name: '稍后再看' }).click(),
    { noWaitAfter: true },
  );
  await page.goto(`${product.url}/jwxt/gly/scoreManage/entry/${classId}/1?size=all`);
  await page.getByRole('grid').waitFor();
});
afterAll(async () => {
  await leaveBrowser();
  await rm(folder, { recursive: true });
});

/** Chooses from the menu of files and answers what the browser saves. */
async function saved(choice: string): Promise<Download> {
  const arriving = page.waitForEvent('download');
  await chosen(choice);
  return await arriving;
}

/**
 * Chooses from the menu of files. A message that pops up meanwhile is put off, which closes the menu: then it is opened
 * again.
 */
async function chosen(choice: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: choice });
  await vi.waitFor(
    async () => {
      if (!(await item.isVisible())) await page.getByRole('button', { name: '导入导出' }).click();
      await item.click({ timeout: 2_000 });
    },
    { interval: 100 },
  );
}

/** Types into the file's rows: by student (from 0) the item columns and the remark. */
async function typedInto(
  path: string,
  rows: readonly (readonly (string | number | null)[])[],
  name: string,
): Promise<string> {
  const workbook = await openXlsx(await readFile(path));
  const table = workbook.sheets[0]!.rows;
  const head = table.findIndex((row) => row[1] === '序号');
  for (const [index, values] of rows.entries())
    for (const [column, value] of values.entries()) table[head + 1 + index]![5 + column] = value;
  await writeFile(join(folder, name), await saveXlsx(workbook));
  return join(folder, name);
}

const dialog = () => page.getByRole('dialog', { name: /^导入成绩/ });
const figures = async () => (await dialog().locator('dl').innerText()).split(/\s+/);

describe('scores through files', () => {
  // SCORE-MORE-34
  it('a template is filled in, previewed, imported; bad rows say why in a file; again it changes nothing', async () => {
    const download = await saved('下载录入模板');
    expect(download.suggestedFilename()).toBe(`成绩录入表_${sheet.courseName}_${sheet.teachingClassName}.xlsx`);
    const template = join(folder, 'template.xlsx');
    await download.saveAs(template);
    const usual = sheet.items.map(() => 80);
    const file = await typedInto(
      template,
      [usual, sheet.items.map(() => 120), [...sheet.items.map(() => null), '旷考']],
      'filled.xlsx',
    );

    await chosen('从 Excel 导入');
    await page.getByLabel('选择成绩文件').setInputFiles(file);
    await dialog().getByRole('button', { name: '确定导入 2 人' }).waitFor();
    expect(await figures()).toEqual(['3', '读取', '2', '将导入', '0', '未变化', '1', '不能导入']);
    await dialog().getByRole('table', { name: '不能导入的行' }).getByText('成绩应在 0 至 100 之间').first().waitFor();
    await dialog().getByRole('table', { name: '将导入的成绩' }).getByText('旷考').waitFor();

    await dialog().getByRole('button', { name: '确定导入 2 人' }).dblclick();
    await dialog().getByText('成功导入').waitFor();
    expect(await figures()).toEqual(['3', '读取', '2', '成功导入', '0', '未变化', '1', '失败']);
    const bad = page.waitForEvent('download');
    await dialog()
      .getByRole('button', { name: /^下载这些行/ })
      .click();
    const badRows = join(folder, 'bad.xlsx');
    await (await bad).saveAs(badRows);

    const corrected = await typedInto(badRows, [usual], 'corrected.xlsx');
    await page.getByLabel('选择成绩文件').setInputFiles(corrected);
    await dialog().getByRole('button', { name: '确定导入 1 人' }).click();
    await dialog().getByText('1 人的成绩已保存').waitFor();
    await page.getByLabel('选择成绩文件').setInputFiles(file);
    await expect.poll(figures, soon).toEqual(['3', '读取', '0', '将导入', '2', '未变化', '1', '不能导入']);
    await page.getByLabel('选择成绩文件').setInputFiles(corrected);
    await dialog().getByText('文件中的成绩与系统中的一致').waitFor();
    await closeOutcome(dialog());

    // What was imported stands in the grid without a reload, and in the server.
    const [item] = sheet.items;
    for (const row of sheet.rows.slice(0, 2))
      await expect.poll(() => shownIn(page, row.studentCode, item!.dataKey), soon).toBe('80.0');
    expect(
      (await sheetOf(api, sheet.teachingClassId)).rows.map((row) => [row.items[item!.dataKey], row.scoreRemarkCode]),
    ).toEqual([
      ['80.0', '00'],
      ['80.0', '00'],
      [null, '03'],
    ]);
  });

  it('what is no template is refused with what to do', async () => {
    await chosen('从 Excel 导入');
    await page
      .getByLabel('选择成绩文件')
      .setInputFiles({ name: '成绩.xlsx', mimeType: 'text/plain', buffer: Buffer.from('学号,成绩') });
    await dialog()
      .getByRole('alert')
      .getByText('文件不是 xlsx 工作簿，请使用下载的模板填写，并保存为 xlsx 格式')
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('the sheet is exported, and its register is printed', async () => {
    expect((await saved('导出 Excel')).suggestedFilename()).toBe(
      `成绩单_${sheet.courseName}_${sheet.teachingClassName}.xlsx`,
    );
    const register = await saved('打印成绩登记表（PDF）');
    expect(register.suggestedFilename()).toBe(`成绩登记表_${sheet.courseName}_${sheet.teachingClassName}.pdf`);
    await register.saveAs(join(folder, 'register.pdf'));
    expect((await readFile(join(folder, 'register.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
