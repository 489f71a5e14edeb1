import { sheet as readSheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { queryMakeupGroups } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { allSaved, closeOutcome, decide, decisionForm, soon, submitSheet, told, typeScore } from './people.ts';
import { chooseFifteenth, type Tour } from './readme-tour.ts';

const classesTable = (page: Page) => page.getByRole('table', { name: '教学班与考试设置' });

/**
 * 6. Who is late; a semester set up in the background; several classes changed at once; scores brought back; who
 *   changed what; what classes begin with.
 */
export async function setExamsUp(tour: Tour): Promise<void> {
  const page = await tour.at('office1', '教学班与考试设置');
  const late = page.getByRole('button', { name: /逾期未提交/ }).filter({ visible: true });
  await late.click();
  await page.waitForURL(/overdue=1/);
  await classesTable(page).locator('tbody tr[data-key]').first().waitFor();
  await late.click();
  await page.waitForURL((url) => !url.searchParams.has('overdue'));

  await page.getByRole('button', { name: '学期初始化' }).click();
  const setUp = page.getByRole('dialog', { name: '学期成绩初始化' });
  await setUp.getByRole('button', { name: /^初始化 [1-9]\d* 个教学班$/ }).click();
  await closeOutcome(setUp);
  await tour.at('office1', '任务进度');
  await expect
    .poll(() => page.getByRole('table', { name: '任务进度' }).getByRole('row').nth(1).innerText(), soon)
    .toMatch(/成绩初始化[\s\S]*已完成/);

  await tour.at('office1', '教学班与考试设置');
  await page
    .getByRole('button', { name: /已设置/ })
    .filter({ visible: true })
    .click();
  await page.waitForURL(/sheetStatus=1/);
  const untouched = classesTable(page).locator('tbody tr[data-key]').filter({ hasText: '已设置' });
  await untouched.nth(1).waitFor();
  for (const index of [0, 1]) await untouched.nth(index).getByRole('checkbox').check();
  const changed = (await untouched.first().getAttribute('data-key'))!;
  await page.getByRole('button', { name: '批量调整' }).click();
  for (const name of ['录入教师', '成绩分项']) await page.getByRole('menuitem', { name }).waitFor();
  await page.getByRole('menuitem', { name: '录入时间' }).click();
  const setting = page.getByRole('dialog', { name: /2 个教学班/ });
  await chooseFifteenth(page, setting, '开始时间', '前一页');
  await chooseFifteenth(page, setting, '截止时间', '后一页');
  await setting.getByLabel('原因').fill('教务处统一调整');
  await setting.getByRole('button', { name: '确定', exact: true }).click();
  await closeOutcome(setting);

  await page.goto(`${tour.product.url}/jwxt/gly/scoreManage/examSet/${changed}`);
  await page.getByRole('tab', { name: '变更记录' }).click();
  await page.getByRole('table', { name: '变更记录' }).getByText('教务处统一调整').first().waitFor();
  await bringBack(tour, page);
  for (const kept of ['成绩学期控制', '成绩模板', '成绩等级制']) {
    await tour.at('office1', kept);
    await page.getByRole('table').filter({ visible: true }).locator('tbody tr').first().waitFor();
  }
}

/** A class that waits for its approver goes back to its teacher. */
async function bringBack(tour: Tour, page: Page): Promise<void> {
  await page.goto(`${tour.product.url}/jwxt/gly/scoreManage/examSet?sheetStatus=3&pageSize=100`);
  const row = classesTable(page).locator('tbody tr[data-key]').first();
  const id = (await row.getAttribute('data-key'))!;
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '退回' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: /成绩退回/ });
  await dialog.getByLabel('原因').fill('平时成绩漏录作业');
  await dialog.getByRole('button', { name: '确定退回' }).click();
  await closeOutcome(dialog);
  await expect
    .poll(
      async () =>
        (await (await tour.api('office1')).call(readSheet, { teachingClassId: id, scoreType: '1' })).entryState,
      soon,
    )
    .toBe('returned');
}

/** 8. Who failed this semester comes onto lists; what a locked list was examined in is entered and passed. */
export async function failAndTryAgain(tour: Tour): Promise<void> {
  const page = await tour.at('office1', '补缓考名单');
  const office = await tour.api('office1');
  await page.getByRole('button', { name: '生成名单' }).click();
  const form = page.getByRole('dialog', { name: '生成补缓考名单' });
  // Those of the last semester have their lists: this one is due.
  await expect
    .poll(() => form.getByLabel('原学期').inputValue(), soon)
    .toBe(await form.getByLabel('补考学期').inputValue());
  await chooseFifteenth(page, form, '录入开始时间', '前一页');
  await chooseFifteenth(page, form, '录入截止时间', '后一页');
  await form.getByRole('button', { name: '下一步：预览' }).click();
  const preview = page.getByRole('dialog', { name: '确认生成' });
  await preview.getByRole('table', { name: '将生成的名单' }).locator('tbody tr').first().waitFor();
  await preview.getByRole('button', { name: /^生成（[1-9]\d* 人）$/ }).click();
  await page
    .getByRole('dialog')
    .getByText(/已完成/)
    .first()
    .waitFor();
  await closeOutcome(page.getByRole('dialog'));

  const { rows } = await office.call(queryMakeupGroups, { listStatus: '1', pageSize: 100 });
  const teacherApi = await tour.api('teacher1');
  const teacher = await tour.at('teacher1', '成绩录入');
  await teacher.getByLabel('成绩类型').click();
  await teacher.getByRole('option', { name: '补考/缓考' }).click();
  const mine = teacher
    .getByRole('table', { name: '我的教学班' })
    .getByRole('row')
    .filter({ has: teacher.getByRole('link', { name: '录入成绩', exact: true }) })
    .first();
  await mine.getByRole('link', { name: '录入成绩', exact: true }).click();
  await teacher.getByRole('grid').filter({ visible: true }).waitFor();
  const group = new URL(teacher.url()).pathname.split('/').at(-2)!;
  expect(rows.map(({ makeupCourseId }) => makeupCourseId)).toContain(group);
  const sheet = await teacherApi.call(readSheet, { teachingClassId: group, scoreType: '2' });
  const open = sheet.rows.flatMap((row) =>
    sheet.items
      .filter((item) => item.isExamItem !== false && row.items[item.dataKey] === null)
      .map((item) => [row.studentCode, item.dataKey] as const),
  );
  for (const [studentCode, dataKey] of open) await typeScore(teacher, studentCode, dataKey, '75');
  await allSaved(teacher);
  await submitSheet(teacher);
  for (const person of ['dean1', 'registrar1']) {
    const approving = await tour.at(person, '补缓考成绩审批');
    await approving.goto(`${tour.product.url}/jwxt/gly/scoreManage/retakeApproval/${group}`);
    await approving.getByRole('button', { name: '审批', exact: true }).click();
    await decisionForm(approving).waitFor();
    await decide(approving, { result: '通过', opinion: '同意' });
    await told(approving, '审核成功');
  }
  await tour.at('office1', '重修班');
  await page.getByRole('table', { name: '重修班' }).locator('tbody tr').first().waitFor();
}
