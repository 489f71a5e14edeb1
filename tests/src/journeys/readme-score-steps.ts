import { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import {
  allSaved,
  applicationRow,
  cell,
  decide,
  expectTodos,
  openApprovals,
  openDecision,
  paste,
  shownIn,
  soon,
  submitSheet,
  told,
  todosOf,
  typeScore,
} from './people.ts';
import { applicationOf, sheetOf, type Sheet } from './prepared-sheets.ts';
import { chooseFifteenth, type Tour } from './readme-tour.ts';

/** The sheet of teacher1's class of a course in this semester. */
export async function sheetOfCourse(tour: Tour, courseName: string): Promise<Sheet> {
  const api = await tour.api('teacher1');
  const { rows } = await api.call(entryClasses, {});
  const [found, ...more] = rows.filter((row) => row.courseName === courseName);
  if (!found || more.length > 0)
    throw new Error(`teacher1 teaches ${courseName} ${String(found ? more.length + 1 : 0)} times`);
  return await sheetOf(api, found.teachingClassId);
}

/** `teacher1` → 成绩录入 → a class. */
export async function openClass(
  tour: Tour,
  userName: string,
  courseName: string,
  action: '录入成绩' | '查看' = '录入成绩',
): Promise<Page> {
  const page = await tour.at(userName, '成绩录入');
  await page
    .getByRole('table', { name: '我的教学班' })
    .getByRole('row')
    .filter({ hasText: courseName })
    .getByRole('link', { name: action, exact: true })
    .click();
  await page.getByRole('grid').filter({ visible: true }).waitFor();
  return page;
}

const missing = (sheet: Sheet) => sheet.rows.filter((row) => Object.values(row.items).every((value) => value === null));
const scoresOf = (text: string, sheet: Sheet): string => sheet.items.map(() => text).join('\t');

/**
 * The words before step 1: a page is found from 全部服务, and by any of its names. Pages stay as tabs, with what was
 * typed into them.
 */
export async function findPages(tour: Tour): Promise<void> {
  const page = await tour.window('teacher1');
  for (const typed of ['成绩录入', 'chengji', 'cjlr']) {
    await page.getByRole('button', { name: '搜索菜单' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await page.getByRole('option', { name: '成绩录入' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
  }
  const centre = await tour.at('teacher1', '审批中心');
  await page.getByRole('button', { name: '全部服务' }).click();
  await page.getByRole('dialog', { name: '全部服务' }).getByRole('link', { name: '成绩管理' }).first().waitFor();
  await page.keyboard.press('Escape');
  const keyword = centre.getByRole('textbox', { name: '关键字' }).filter({ visible: true });
  await keyword.fill('高等');
  await tour.at('teacher1', '成绩录入');
  await centre.getByTitle('审批中心', { exact: true }).first().click();
  await expect.poll(() => keyword.inputValue(), soon).toBe('高等');
  await keyword.fill('');
}

/**
 * 1. The three missing rows: typed with keys, pasted, and typed without a network by somebody who then closes the tab.
 */
export async function enterScores(tour: Tour): Promise<void> {
  const sheet = await sheetOfCourse(tour, '程序设计基础');
  const [typed, pasted, offline, ...more] = missing(sheet);
  expect([typed !== undefined, pasted !== undefined, offline !== undefined, more]).toEqual([true, true, true, []]);
  const page = await openClass(tour, 'teacher1', '程序设计基础');
  const { href } = new URL(page.url());
  await page.getByRole('checkbox', { name: '只看未录完' }).check();
  await expect.poll(() => page.locator('tr[data-student]:visible').count(), soon).toBe(3);

  const at = (row: { studentCode: string } | undefined, column: number) =>
    cell(page, row!.studentCode, sheet.items[column]!.dataKey);
  const focused = (row: { studentCode: string } | undefined, column: number) =>
    at(row, column).locator('input:focus').waitFor();
  await at(typed, 0).click();
  await page.keyboard.type('81');
  await page.keyboard.press('Tab');
  await focused(typed, 1);
  await page.keyboard.press('Control+ArrowDown');
  await focused(pasted, 1);
  await page.keyboard.press('Control+ArrowUp');
  await focused(typed, 1);
  for (let column = 1; column < sheet.items.length; column += 1) {
    await at(typed, column).click();
    await page.keyboard.type('82');
    await page.keyboard.press('Enter');
  }
  await at(pasted, 0).click();
  await paste(page, scoresOf('76', sheet));
  await allSaved(page);
  await page.getByRole('status').filter({ hasText: '已保存' }).filter({ visible: true }).waitFor();

  await page.context().setOffline(true);
  for (const { dataKey } of sheet.items) await typeScore(page, offline!.studentCode, dataKey, '88');
  await page.locator('[data-save-state="unsaved"], [data-save-state="saving"]').waitFor();
  // What is typed is put down on this machine before it is sent.
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length), soon).toBeGreaterThan(0);
  const stored = async () =>
    (await sheetOfCourse(tour, '程序设计基础')).rows.find(({ studentCode }) => studentCode === offline!.studentCode)!;
  expect(Object.values((await stored()).items)).toEqual(sheet.items.map(() => null));
  await tour.reopen('teacher1', href);
  const again = await tour.window('teacher1');
  await again.getByRole('grid').filter({ visible: true }).waitFor();
  await expect.poll(async () => (await stored()).complete, soon).toBe(true);
  await allSaved(again);
  expect(await shownIn(again, offline!.studentCode, sheet.items[0]!.dataKey)).toBe('88.0');
}

/** 2. Handed in by the one, counted at the other by itself. */
export async function submitAndWatch(tour: Tour): Promise<void> {
  const dean = await tour.window('dean1');
  const before = await todosOf(await tour.api('dean1'));
  await expectTodos(dean, before);
  await expect.poll(() => dean.getByTestId('home-todo-count').innerText(), soon).toBe(String(before));
  const centre = await dean.context().newPage();
  await openApprovals(centre, tour.product.url, 'tab=1&scope=0');
  await submitSheet(await openClass(tour, 'teacher1', '程序设计基础'));
  await expectTodos(dean, before + 1);
  await expect.poll(() => dean.getByTestId('home-todo-count').innerText(), soon).toBe(String(before + 1));
  await expect.poll(() => centre.getByRole('tab', { name: /待办/ }).innerText(), soon).toContain(String(before + 1));
  await centre.close();
}

const waitingClasses = 'tab=1&scope=0&processNo=ZKCJSP';

/**
 * 3. Returned, corrected, sent again and seen with what changed; urged; decided by somebody else; several at once;
 *   handed on.
 */
export async function decideOnClasses(tour: Tour): Promise<void> {
  const { url } = tour.product;
  const { applyId } = (await sheetOfCourse(tour, '程序设计基础')) as { applyId: string };
  const teacher = await openClass(tour, 'teacher1', '程序设计基础', '查看');
  const dean = await tour.at('dean1', '审批中心');
  await openApprovals(dean, url, waitingClasses);
  await openDecision(dean, applyId);
  await decide(dean, { result: '驳回', backNode: '申请人', opinion: '请核对第一名学生的成绩' });
  await told(dean, '已退回申请人');
  await teacher.getByText('退回：请核对第一名学生的成绩').waitFor();
  const sheet = await sheetOfCourse(tour, '程序设计基础');
  const { studentCode, studentNumber } = sheet.rows[0]!;
  const { dataKey } = sheet.items[0]!;
  const corrected = sheet.rows[0]!.items[dataKey] === '77.0' ? '78' : '77';
  await typeScore(teacher, studentCode, dataKey, corrected);
  await allSaved(teacher);
  await submitSheet(teacher);
  const again = (await sheetOfCourse(tour, '程序设计基础')).applyId!;
  await openApprovals(dean, url, waitingClasses);
  await applicationRow(dean, again).getByRole('button', { name: '详情' }).click();
  const detail = dean.getByRole('dialog', { name: /申请详情/ });
  await detail.getByText('本次与上次提交的差异（1 处）').waitFor();
  const difference = detail.getByRole('row').filter({ hasText: studentNumber }).filter({ hasText: '变更为' });
  await expect.poll(() => difference.innerText(), soon).toContain(`${corrected}.0`);
  await dean.keyboard.press('Escape');
  await decideForTheDean(tour, again);
  await decideSeveral(tour);
  await handOn(tour);
}

/** The dean is away: registrar2 decides, and the log says for whom. */
async function decideForTheDean(tour: Tour, applyId: string): Promise<void> {
  const dean = await tour.at('dean1', '审批代理');
  await dean.getByRole('button', { name: '设置代理' }).first().click();
  const dialog = dean.getByRole('dialog', { name: '设置审批代理' });
  const name = await nameOf(await tour.window('registrar2'));
  await dialog.getByLabel('代理人').fill(name);
  await dean.getByRole('option').filter({ hasText: name }).first().click();
  await chooseFifteenth(dean, dialog, '结束时间', '后一页');
  await dialog.getByLabel('原因').fill('外出开会');
  await dialog.getByRole('button', { name: '确定' }).click();
  await dean.getByRole('row').filter({ hasText: '我授权他人' }).filter({ hasText: '有效' }).first().waitFor();

  const delegate = await tour.window('registrar2');
  await openApprovals(delegate, tour.product.url, waitingClasses);
  await expect.poll(() => applicationRow(delegate, applyId).innerText(), soon).toContain(`代 ${await nameOf(dean)}`);
  await openDecision(delegate, applyId);
  await decide(delegate, { result: '通过', opinion: '代为审核' });
  await told(delegate, '审核成功');
  const teacher = await tour.window('teacher1');
  await teacher.getByText('已审核').filter({ visible: true }).first().waitFor();
  await openApprovals(dean, tour.product.url, `tab=0&scope=0&processNo=ZKCJSP&applyId=${applyId}`);
  await dean
    .getByRole('dialog', { name: /申请详情/ })
    .getByRole('button', { name: '审批日志' })
    .click();
  await expect
    .poll(() => dean.getByRole('dialog', { name: '审批日志' }).innerText(), soon)
    .toContain(`${await nameOf(delegate)} 代 ${await nameOf(dean)}`);
}

/** The applicant urges; the dean decides both classes that wait, at once. */
async function decideSeveral(tour: Tour): Promise<void> {
  const urged = (await sheetOfCourse(tour, '计算机组成原理')).applyId!;
  const teacher = await tour.at('teacher1', '审批中心');
  await openApprovals(teacher, tour.product.url, 'tab=0&scope=0&processNo=ZKCJSP');
  await applicationRow(teacher, urged).getByRole('button', { name: '催办' }).click();
  await teacher.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '催办' }).click();
  await told(teacher, '已催办');
  const dean = await tour.window('dean1');
  await openApprovals(dean, tour.product.url, waitingClasses);
  await expect.poll(() => applicationRow(dean, urged).innerText(), soon).toContain('催办');
  const rows = dean.getByRole('table', { name: '审批列表' }).locator('tbody tr[data-key]');
  const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-key')!));
  expect(ids.length).toBeGreaterThan(1);
  for (const id of ids) await applicationRow(dean, id).getByRole('checkbox').check();
  await dean.getByRole('button', { name: `批量审批（${String(ids.length)}）` }).click();
  await decide(dean, { result: '通过', opinion: '同意' });
  await told(dean, /审核成功|审批成功|完成/);
  for (const id of ids)
    await expect
      .poll(async () => (await applicationOf(await tour.api('dean1'), id)).approvalBusinessStatus, soon)
      .not.toBe('1');
}

/**
 * 教务处 has classes in which too many fail, and hands one on; the only approver of a department has nobody to hand to.
 */
async function handOn(tour: Tour): Promise<void> {
  const [one, two] = [await tour.at('registrar1', '审批中心'), await tour.window('registrar2')];
  await openApprovals(one, tour.product.url, waitingClasses);
  const row = one.getByRole('row').filter({ hasText: '正考成绩审批' }).first();
  const applyId = (await row.getAttribute('data-key'))!;
  await row.getByRole('button', { name: '详情' }).click();
  await one
    .getByRole('dialog', { name: /申请详情/ })
    .getByRole('button', { name: '转办' })
    .click();
  const handing = one.getByRole('dialog', { name: '转办' });
  await handing.getByLabel('转办给').click();
  await one
    .getByRole('option')
    .filter({ hasText: await nameOf(two) })
    .click();
  await handing.getByLabel('原因').fill('出差一周');
  await handing.getByRole('button', { name: '确定' }).click();
  await told(one, '转办成功');
  await openApprovals(two, tour.product.url, waitingClasses);
  await openDecision(two, applyId);
  await decide(two, { result: '通过', opinion: '同意' });
  await told(two, '审核成功');
}

/** The person's own name, as the header says it. */
export async function nameOf(page: Page): Promise<string> {
  return ((await page.getByRole('button', { name: /个人菜单/ }).getAttribute('aria-label')) ?? '').split('，')[0]!;
}
