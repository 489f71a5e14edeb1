import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openXlsx, saveXlsx } from 'hucre/xlsx';
import { expect } from 'vitest';
import {
  allSaved,
  applicationRow,
  cell,
  closeOutcome,
  decide,
  openApprovals,
  openDecision,
  shownIn,
  soon,
  told,
  typeScore,
} from './people.ts';
import { nameOf, openClass, sheetOfCourse } from './readme-score-steps.ts';
import type { Tour } from './readme-tour.ts';

const shared = '操作系统';

/** 4. The same cell: teacher2 types while the line is down, teacher1 meanwhile; the second is told, and chooses. */
export async function typeIntoOneCell(tour: Tour): Promise<void> {
  const sheet = await sheetOfCourse(tour, shared);
  const [one, two] = [await openClass(tour, 'teacher1', shared), await openClass(tour, 'teacher2', shared)];
  const { studentCode } = sheet.rows[0]!;
  const { dataKey } = sheet.items[0]!;
  await two.context().setOffline(true);
  await typeScore(two, studentCode, dataKey, '91');
  await typeScore(one, studentCode, dataKey, '71');
  await allSaved(one);
  await two.context().setOffline(false);
  await two.getByText(/冲突 1/).waitFor();
  const dialog = two.getByRole('alertdialog');
  if (!(await dialog.isVisible())) await cell(two, studentCode, dataKey).click();
  await expect
    .poll(() => dialog.innerText(), soon)
    .toMatch(new RegExp(`${await nameOf(one)} 于 \\d\\d:\\d\\d:\\d\\d[\\s\\S]*71\\.0[\\s\\S]*91\\.0`));
  await dialog.getByRole('button', { name: /^保留我的/ }).click();
  await allSaved(two);
  await expect.poll(() => shownIn(one, studentCode, dataKey), soon).toBe('91.0');
}

/**
 * 5. More than ten points more on a published score: department, 教务处 and the office pass it, and only then it
 *   counts.
 */
export async function changePublishedScore(tour: Tour): Promise<void> {
  const { url } = tour.product;
  const sheet = await sheetOfCourse(tour, '数据库系统原理');
  const { dataKey } = sheet.items.at(-1)!;
  const row = sheet.rows.find(({ items }) => Number(items[dataKey]) >= 60 && Number(items[dataKey]) <= 75)!;
  const [before, after] = [row.items[dataKey]!, (Number(row.items[dataKey]) + 24).toFixed(1)];
  const teacher = await tour.at('teacher1', '成绩录入');
  await teacher
    .getByRole('table', { name: '我的教学班' })
    .getByRole('row')
    .filter({ hasText: '数据库系统原理' })
    .filter({ hasText: '已审核' })
    .getByRole('link', { name: '申请更改' })
    .click();
  await teacher.getByRole('grid', { name: '成绩更改表' }).waitFor();
  await typeScore(teacher, row.studentCode, dataKey, after);
  await teacher.getByLabel('更改原因').fill('试卷第二卷漏批，复核后更正');
  await teacher.getByRole('button', { name: '提交送审' }).filter({ visible: true }).click();
  await teacher.getByRole('table', { name: '更改明细' }).waitFor();
  const applyId = new URL(teacher.url()).pathname.split('/').at(-1)!;
  for (const person of ['dean1', 'registrar1', 'office1']) {
    expect(
      (await sheetOfCourse(tour, '数据库系统原理')).rows.find(({ studentCode }) => studentCode === row.studentCode)!
        .items[dataKey],
    ).toBe(before);
    const page = await tour.at(person, '审批中心');
    await openApprovals(page, url, 'tab=1&scope=0&processNo=CJXGSP');
    await openDecision(page, applyId);
    await decide(page, { result: '通过', opinion: '同意更改' });
    await told(page, '审核通过');
    await applicationRow(page, applyId).waitFor({ state: 'detached' });
  }
  await teacher.getByText('更改已生效').waitFor();
  await expect
    .poll(
      async () =>
        (await sheetOfCourse(tour, '数据库系统原理')).rows.find(({ studentCode }) => studentCode === row.studentCode)!
          .items[dataKey],
      soon,
    )
    .toBe(after);
}

/**
 * 7. The template with some scores and one of 120: what would change is shown first, the bad row comes back as a file;
 *   and the sheet on paper.
 */
export async function excelAndPaper(tour: Tour): Promise<void> {
  const sheet = await sheetOfCourse(tour, shared);
  const page = await openClass(tour, 'teacher1', shared);
  const folder = await mkdtemp(join(tmpdir(), 'jwxt-readme-'));
  const choose = async (choice: string): Promise<void> => {
    await page.getByRole('button', { name: '导入导出' }).filter({ visible: true }).click();
    await page.getByRole('menuitem', { name: choice }).click();
  };
  const saved = async (choice: string): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), choose(choice)]);
    await download.saveAs(join(folder, download.suggestedFilename()));
    return join(folder, download.suggestedFilename());
  };
  try {
    const template = await saved('下载录入模板');
    const workbook = await openXlsx(await readFile(template));
    const table = workbook.sheets[0]!.rows;
    const head = table.findIndex((row) => row[1] === '序号');
    for (const [index, value] of [95, 96, 120].entries())
      for (const column of sheet.items.keys()) table[head + 1 + index]![5 + column] = value;
    await writeFile(template, await saveXlsx(workbook));
    await choose('从 Excel 导入');
    const dialog = page.getByRole('dialog', { name: /^导入成绩/ });
    await page.getByLabel('选择成绩文件').filter({ visible: false }).last().setInputFiles(template);
    await dialog.getByRole('table', { name: '将导入的成绩' }).waitFor();
    await dialog.getByRole('table', { name: '不能导入的行' }).getByText('成绩应在 0 至 100 之间').first().waitFor();
    await dialog.getByRole('button', { name: '确定导入 2 人' }).click();
    await dialog.getByText('成功导入').waitFor();
    const [bad] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: /^下载这些行/ }).click(),
    ]);
    expect(bad.suggestedFilename()).toMatch(/\.xlsx$/);
    await closeOutcome(dialog);
    for (const [index, value] of ['95.0', '96.0'].entries())
      await expect.poll(() => shownIn(page, sheet.rows[index]!.studentCode, sheet.items[0]!.dataKey), soon).toBe(value);
    expect((await readFile(await saved('打印成绩登记表（PDF）'))).subarray(0, 5).toString()).toBe('%PDF-');
  } finally {
    await rm(folder, { recursive: true });
  }
}
