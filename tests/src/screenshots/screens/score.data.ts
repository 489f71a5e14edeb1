import { auditCourses, auditStudents } from '@jwxt/contracts/audit/audit.operations.ts';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { openXlsx, saveXlsx } from 'hucre/xlsx';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { at, follow, press, type Screen } from '../screen.ts';
import type { Stage } from '../stage.ts';

type EntryState = OutputOf<typeof entryClasses>['rows'][number]['entryState'];

/** The sheet of teacher1's fullest class in a state, below a page. */
const sheetIn =
  (state: EntryState, below: 'entry' | 'change/new') =>
  async (stage: Stage): Promise<string> => {
    const { rows } = await (await stage.person('teacher1')).call(entryClasses, {});
    const [fullest] = rows
      .filter(({ entryState }) => entryState === state)
      .toSorted((a, b) => b.enteredNum - a.enteredNum);
    if (!fullest) throw new Error(`teacher1 has no class that is ${state}`);
    return at('scoreManage', `${below}/${fullest.teachingClassId}/${fullest.scoreType}`);
  };

async function changeFirst(page: Page): Promise<void> {
  const cell = page.locator('[data-cell]:visible').first();
  await cell.click();
  await cell.locator('input').fill('91');
  await page.keyboard.press('Enter');
  await page.getByLabel('更改原因').fill('试卷第二题漏计分，复核后更正。');
}

async function importDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: '导入导出' }).click();
  await page.getByRole('menuitem', { name: '从 Excel 导入' }).click();
  await page.getByRole('dialog', { name: /^导入成绩/ }).waitFor();
}

/** The sheet's own template, with a score that is too high and two that are good. */
async function previewImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: '导入导出' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '下载录入模板' }).click(),
  ]);
  const workbook = await openXlsx(await readFile(await download.path()));
  const table = workbook.sheets[0]!.rows;
  const head = table.findIndex((row) => row[1] === '序号');
  for (const [index, value] of [86, 120, 92].entries()) table[head + 1 + index]![5] = value;
  await importDialog(page);
  await page.getByLabel('选择成绩文件').setInputFiles({
    name: download.suggestedFilename(),
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await saveXlsx(workbook)),
  });
  await page.getByRole('button', { name: /^确定导入/ }).waitFor();
}

async function chooseStudent(page: Page, stage: Stage): Promise<void> {
  const student = (await (await stage.person('clerk1')).call(findStudents, { keyword: '' })).list[0]!;
  await page.getByRole('combobox', { name: '学生', exact: true }).fill(student.studentNumber);
  await page.getByRole('option', { name: new RegExp(student.studentNumber) }).click();
}

async function sendEmptyRecognition(page: Page, stage: Stage): Promise<void> {
  await chooseStudent(page, stage);
  await page.getByRole('button', { name: '提交送审' }).click();
  await page.mouse.move(0, 0);
}

/** Waits for a short message to come and go. */
async function gone(page: Page, text: string): Promise<void> {
  const message = page.getByRole('alert').filter({ hasText: text });
  await message.waitFor();
  await message.waitFor({ state: 'detached' });
}

/** Fills in an application for a course of the student's plan that has no score yet, with a certificate. */
async function fillRecognition(page: Page, stage: Stage): Promise<void> {
  const [clerk, auditor] = await Promise.all([stage.person('clerk1'), stage.person('auditor1')]);
  const student = (await clerk.call(findStudents, { keyword: '' })).list[0]!;
  const known = (await auditor.call(auditCourses, { studentCode: student.studentNumber })).list.map(
    ({ courseId }) => courseId,
  );
  const course = (
    await clerk.call(recognitionOperationsOf.outside.planCourses, { studentId: student.studentCode })
  ).list.find((each) => !each.recognised && each.passedFinal === '' && !known.includes(each.courseId))!;
  await page.getByRole('combobox', { name: '学生', exact: true }).fill(student.studentNumber);
  await page.getByRole('option', { name: new RegExp(student.studentNumber) }).click();
  await page.getByLabel('课程编号（第 1 行）').fill('XTX-101');
  await page.getByLabel('原课程名称（第 1 行）').fill(`${course.courseName}（慕课）`);
  await page.getByLabel('学分（第 1 行）').fill(course.courseCredit);
  await page.getByLabel('原成绩（第 1 行）').fill('91');
  await page.getByRole('combobox', { name: '认定课程（第 1 行）' }).fill(course.courseNum);
  await page.getByRole('option', { name: new RegExp(course.courseNum) }).click();
  await page.getByLabel('认定成绩（第 1 行）').fill('91');
  await page.getByRole('textbox', { name: '备注' }).fill('学堂在线证书，原件已核验');
  await page
    .getByLabel('选择附件')
    .setInputFiles({ name: '学堂在线课程证书.txt', mimeType: 'text/plain', buffer: Buffer.from('证书编号 2026-0917') });
  await gone(page, '文件上传成功');
}

/** The replay of the score with the most events among the first students. */
async function replayed(stage: Stage): Promise<string> {
  const auditor = await stage.person('auditor1');
  const { list: students } = await auditor.call(auditStudents, { keyword: '', pageSize: 20 });
  const scores = await Promise.all(
    students.map(async ({ studentNumber }) =>
      (await auditor.call(auditCourses, { studentCode: studentNumber })).list.map((course) => ({
        studentNumber,
        ...course,
      })),
    ),
  );
  const [longest] = scores.flat().toSorted((a, b) => b.eventCount - a.eventCount);
  if (!longest) throw new Error('no student has a score');
  return `${at('scoreManage', 'replay')}?studentCode=${longest.studentNumber}&courseCode=${longest.courseNum}`;
}

/** Scores: entered, changed, recognised, replayed and counted. */
export const scoreScreens: readonly Screen[] = [
  { file: 'score-entry-classes', title: '成绩录入：教学班', person: 'teacher1', path: at('scoreManage', 'entry') },
  {
    file: 'score-entry',
    title: '成绩录入：成绩单',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('entering', 'entry'),
  },
  {
    file: 'score-entry-dark',
    title: '成绩录入：成绩单（深色）',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('entering', 'entry'),
    dark: true,
  },
  {
    file: 'score-entry-returned',
    title: '成绩录入：被退回',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('returned', 'entry'),
  },
  {
    file: 'score-submit',
    title: '提交送审',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('returned', 'entry'),
    prepare: press('提交送审'),
  },
  {
    file: 'score-submit-open',
    title: '提交送审：未录完',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('entering', 'entry'),
    prepare: press('提交送审'),
  },
  {
    file: 'score-entry-passed',
    title: '成绩录入：已审核',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('passed', 'entry'),
  },
  {
    file: 'score-files',
    title: '成绩录入：导入导出',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('entering', 'entry'),
    eachSize: true,
    prepare: (page) => page.getByRole('button', { name: '导入导出' }).click(),
  },
  {
    file: 'score-import',
    title: '从 Excel 导入成绩',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('entering', 'entry'),
    prepare: importDialog,
  },
  {
    file: 'score-import-preview',
    title: '从 Excel 导入成绩：预览',
    person: 'teacher1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('entering', 'entry'),
    prepare: previewImport,
  },
  {
    file: 'score-remark',
    title: '登记成绩备注',
    person: 'office1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('entering', 'entry'),
    prepare: press('登记备注', '登记成绩备注'),
  },
  {
    file: 'score-enter-for',
    title: '代录成绩',
    person: 'office1',
    path: at('scoreManage', 'entry/:teachingClassId/:scoreType'),
    address: sheetIn('entering', 'entry'),
    prepare: press('代录成绩', '代录成绩'),
  },
  { file: 'regular-approvals', title: '正考成绩审批', person: 'dean1', path: at('scoreManage', 'regularApproval') },
  {
    file: 'regular-approval',
    title: '正考成绩审批详情',
    person: 'dean1',
    path: at('scoreManage', 'regularApproval/:applyId'),
    address: async (stage) => {
      const { applyId } = await stage.application(
        'dean1',
        (item) => item.processNo === 'ZKCJSP' && item.approvalBusinessStatus === '1',
      );
      return at('scoreManage', `regularApproval/${applyId}`);
    },
  },
  { file: 'published-scores', title: '已发布成绩', person: 'teacher1', path: at('scoreManage', 'publishedScore') },
  { file: 'score-changes', title: '成绩更改', person: 'teacher1', path: at('scoreManage', 'change') },
  {
    file: 'score-change-new',
    title: '申请更改成绩',
    person: 'teacher1',
    path: at('scoreManage', 'change/new/:teachingClassId/:scoreType'),
    address: sheetIn('passed', 'change/new'),
    prepare: changeFirst,
  },
  {
    file: 'score-change',
    title: '成绩更改详情',
    person: 'teacher1',
    path: at('scoreManage', 'change/:applyId'),
    address: async (stage) => {
      const { applyId } = await stage.application(
        'teacher1',
        (item) => item.processNo === 'CJXGSP' && item.approvalBusinessStatus !== '3',
      );
      return at('scoreManage', `change/${applyId}`);
    },
  },
  {
    file: 'score-change-audits',
    title: '成绩更改审核',
    person: 'registrar1',
    path: `${at('scoreManage', 'changeAudit')}?view=all`,
  },
  {
    file: 'recognitions-system',
    title: '系统内成绩认定',
    person: 'office1',
    path: at('scoreManage', 'recognition/system'),
  },
  {
    file: 'recognitions-out-school',
    title: '校外成绩认定：审核',
    person: 'office1',
    path: `${at('scoreManage', 'recognition/outSchool')}?view=audit`,
  },
  {
    file: 'recognition-system-new',
    title: '系统内成绩认定：新增',
    person: 'clerk1',
    path: at('scoreManage', 'recognition/system/new'),
    prepare: chooseStudent,
  },
  {
    file: 'recognition-out-school-new',
    title: '校外成绩认定：新增',
    person: 'clerk1',
    path: at('scoreManage', 'recognition/outSchool/new'),
    prepare: sendEmptyRecognition,
  },
  { file: 'recognitions', title: '系统外成绩认定', person: 'office1', path: at('scoreManage', 'recognition/outside') },
  {
    file: 'recognition-new',
    title: '新增认定申请',
    person: 'clerk1',
    path: at('scoreManage', 'recognition/outside/new'),
    prepare: fillRecognition,
  },
  {
    file: 'recognition',
    title: '认定详情',
    person: 'clerk1',
    path: at('scoreManage', 'recognition/outside/:applyId'),
    address: () => Promise.resolve(at('scoreManage', 'recognition/outside')),
    prepare: follow((page) => page.getByRole('table').getByRole('link', { name: '详情' })),
  },
  { file: 'score-replay', title: '成绩回放', person: 'auditor1', path: at('scoreManage', 'replay') },
  {
    file: 'score-replay-steps',
    title: '成绩回放：每一步',
    person: 'auditor1',
    path: `${at('scoreManage', 'replay')}?studentCode=:studentNumber&courseCode=:courseNum`,
    address: replayed,
    prepare: (page) => page.getByRole('slider', { name: '回放到第几步' }).waitFor(),
  },
  {
    file: 'raw-event',
    title: '原始事件',
    person: 'auditor1',
    path: `${at('scoreManage', 'replay')}?studentCode=:studentNumber&courseCode=:courseNum`,
    address: replayed,
    prepare: press('原始事件', '原始事件'),
  },
  {
    file: 'application-replay',
    title: '申请回放',
    person: 'auditor1',
    path: `${at('systemManage', 'applicationReplay')}?applyId=:applyId`,
    address: async (stage) =>
      `${at('systemManage', 'applicationReplay')}?applyId=` +
      `${(await stage.application('registrar1', (item) => item.approvalBusinessStatus === '9')).applyId}`,
  },
  { file: 'statistics', title: '成绩统计', person: 'office1', path: at('scoreManage', 'analysis') },
  {
    file: 'statistics-dark',
    title: '成绩统计（深色）',
    person: 'office1',
    path: at('scoreManage', 'analysis'),
    dark: true,
  },
];
