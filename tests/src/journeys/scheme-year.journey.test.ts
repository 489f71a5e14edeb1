import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quickSet } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { generatePlanJobsOperation } from '@jwxt/contracts/open-course/plan-job.operations.ts';
import {
  batchCommit,
  confirmJobsOperation,
  findJobTeachers,
  setJobTeachersOperation,
} from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import { teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import {
  insertCourseAdjustOperation,
  submitCourseAdjustOperation,
} from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { courseAdjustType } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { submitGradeMajorPlanOperation } from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { queryPlanDetail } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { studentStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { signInToApi, type ApiSession } from '../testing/api-session.ts';
import { closeWindows, givenBrowser, leaveBrowser } from '../testing/browser.ts';
import { givenProduct } from '../testing/given-product.ts';
import { decide, openApprovals, openDecision, openWindows, soon, told } from './people.ts';
import { fillIn, passByApi, sheetOf, submitByApi } from './prepared-sheets.ts';

/* Software engineering of the newest grade, which has no scheme yet: from that of last year to its first scores. */

const product = await givenProduct();
const gradeMajorId = '2026080902';
const gradeMajorName = '2026级软件工程';
const moved = '数据结构';
/** Whose account is teacher1. */
const firstTeacher = 'T00001';
let browser: Browser;
let people: Record<'clerk1' | 'dean1' | 'registrar1' | 'registrar2' | 'office1' | 'teacher1', ApiSession>;
beforeAll(async () => {
  browser = await givenBrowser();
  const names = ['clerk1', 'dean1', 'registrar1', 'registrar2', 'office1', 'teacher1'] as const;
  const sessions = await Promise.all(names.map(async (name) => [name, await signInToApi(product.url, name)] as const));
  people = Object.fromEntries(sessions) as typeof people;
});
afterAll(leaveBrowser);

const at = (path: string): string => `${product.url}/jwxt/gly/${path}`;
const commandId = () => randomUUID();
const card = (page: Page, name: string, term: number) =>
  page.getByRole('button', { name: new RegExp(`^${name}，第${String(term)}学期`) });

/** Begins the scheme with the courses of last year's, as a person does; answers its key. */
async function begin(page: Page): Promise<string> {
  await page.goto(at('schemeManage/schema'));
  await page.getByRole('button', { name: '新增方案' }).click();
  const dialog = page.getByRole('dialog', { name: '新增方案' });
  await dialog.getByLabel('年级专业').fill(gradeMajorName);
  await page.getByRole('option', { name: gradeMajorName }).click();
  await dialog.getByLabel('年级专业').blur();
  await dialog.getByLabel('方案版本').click();
  await page.getByRole('option', { name: '2026版', exact: true }).click();
  await dialog.getByLabel('课程取自').click();
  await page.getByRole('option', { name: /^本专业 · 2025级软件工程/ }).click();
  await dialog.getByRole('button', { name: '新增', exact: true }).click();
  await card(page, moved, 3).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

/** Both move one course while the second is cut off; who comes later is asked, and nobody's move is lost unsaid. */
async function clash(one: Page, two: Page): Promise<void> {
  await card(two, '经济学通论', 3).waitFor();
  await two.context().setOffline(true);
  await card(two, '经济学通论', 3).press('Alt+ArrowRight');
  await card(one, '经济学通论', 3).press('Alt+ArrowLeft');
  await one.getByText('修改均已保存').waitFor();
  await two.context().setOffline(false);
  const dialog = two.getByRole('dialog', { name: '同一课程刚被他人修改' });
  await dialog.getByText('第2学期，2学分').waitFor();
  await dialog.getByText('第4学期，2学分').waitFor();
  await dialog.getByText('我的', { exact: true }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  for (const page of [one, two]) await card(page, '经济学通论', 4).waitFor();
  await two.getByText('修改均已保存').waitFor();
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交审批' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提交审批' }).click();
  // Who has sent it cannot send it again.
  await page.getByRole('button', { name: '提交审批' }).waitFor({ state: 'detached' });
}

// SCHEME-03, SCHEME-04, SCHEME-18, SCHEME-19
it("next year's scheme begins with last year's, is written by two, returned, corrected and passed", async () => {
  const [one, two, dean] = await openWindows(browser, product.url, 'clerk1', 'clerk1', 'dean1');
  const key = await begin(one);
  await two.goto(one.url());
  await clash(one, two);
  await submit(one);
  await openApprovals(dean, product.url, 'tab=1&scope=0&processNo=ZYPYFA');
  await openDecision(dean, key);
  await decide(dean, { result: '驳回', backNode: '申请人', opinion: '经济学通论请放回第三学期' });
  // On the page, where a message may say it, too.
  await one.getByText('上次审批的意见：经济学通论请放回第三学期').waitFor();
  // Who may send it again may move its cards again.
  await one.getByRole('button', { name: '提交审批' }).waitFor();
  await card(one, '经济学通论', 4).press('Alt+ArrowLeft');
  await card(one, '经济学通论', 3).waitFor();
  await one.getByText('修改均已保存').waitFor();
  await submit(one);
  for (const name of ['dean1', 'registrar1', 'registrar2', 'office1'] as const) await passByApi(people[name], key);
  await closeWindows(one, two, dean);
});

/** Makes the task of the course for the semester, and its class, whose sheet is open; answers the class. */
async function openClass(executionPlanId: string, semesterId: string): Promise<string> {
  const { clerk1, dean1, office1 } = people;
  await clerk1.call(generatePlanJobsOperation, {
    commandId: commandId(),
    semesterId,
    executionPlanIds: [executionPlanId],
    by: 'gradeMajor',
  });
  const { rows } = await clerk1.call(teachingJob.operations.query, {
    semesterId,
    teachingClassName: `${moved}（软`,
    pageNo: 1,
    pageSize: 10,
  });
  const [job] = rows as readonly { readonly teachingClassId?: string }[];
  const { teachingClassId = '' } = job!;
  const { types } = await clerk1.call(findJobTeachers, { teachingClassId });
  const keys = [teachingClassId];
  await clerk1.call(setJobTeachersOperation, {
    commandId: commandId(),
    teachingClassId,
    teachers: types.map(({ hourType, hours: hour }) => ({
      teacherCode: firstTeacher,
      hourType,
      hour,
      startEndWeek: '1-16',
    })),
  });
  expect(await clerk1.call(batchCommit, { commandId: commandId(), keys })).toEqual({ done: 1, kept: [] });
  expect(await dean1.call(confirmJobsOperation, { commandId: commandId(), keys })).toEqual({ done: 1, kept: [] });
  await office1.call(quickSet, {
    commandId: commandId(),
    teachingClassIds: keys,
    status: '1',
    semesterId,
    scoreType: '1',
    scoreTemplateId: 'T4060',
    scoreTermInputBeginTime: toDateTimeText(Date.now() - 86_400_000),
    scoreTermInputEndTime: toDateTimeText(Date.now() + 86_400_000),
  });
  return teachingClassId;
}

/** What the clerk reads of the course in the progress of a student. */
async function progressOf(studentCode: string): Promise<string[]> {
  const { modules } = await people.clerk1.call(studentStudyProgress, { studentCode });
  return modules.flatMap(({ lines }) => lines.flatMap((line) => (line.courseName === moved ? line.state : [])));
}

// SCHEME-13, SCHEME-31, SCHEME-32, OPEN-COURSE-03
it('the scheme becomes a plan, a course of it is moved, taught, and its score shows in the progress', async () => {
  const { clerk1, dean1, registrar1, teacher1 } = people;
  const [page] = await openWindows(browser, product.url, 'clerk1');
  await page.goto(at(`schemeManage/gradeMajorPlan?gradeMajorId=${gradeMajorId}`));
  await page.getByRole('button', { name: '按方案生成' }).click();
  const dialog = page.getByRole('dialog', { name: '按方案生成执行计划' });
  // What the unit had written by hand stays unless somebody says otherwise.
  await dialog.getByRole('checkbox', { name: `以方案覆盖${moved}` }).check();
  await dialog.getByRole('button', { name: '生成', exact: true }).click();
  await told(page, /^新增 \d+ 门，修改 1 门，删除 0 门$/);

  const plan = await clerk1.call(submitGradeMajorPlanOperation, { commandId: commandId(), gradeMajorId });
  for (const approver of [dean1, registrar1]) await passByApi(approver, plan.applyId);
  const rowOf = async () =>
    (await clerk1.call(queryPlanDetail, { gradeMajorId })).rows.find(({ courseName }) => courseName === moved)!;
  const { executionPlanId, term } = await rowOf();
  expect(term).toBe(3);
  const adjust = await clerk1.call(insertCourseAdjustOperation, {
    commandId: commandId(),
    gradeMajorId,
    adjustType: courseAdjustType.move,
    executionPlanId,
    after: { term: 2 },
    adjustReason: '为程序设计竞赛提前',
  });
  await clerk1.call(submitCourseAdjustOperation, { commandId: commandId(), ...adjust });
  for (const approver of [dean1, registrar1]) await passByApi(approver, adjust.applyId);
  await expect.poll(async () => (await rowOf()).term, soon).toBe(2);

  const teachingClassId = await openClass(executionPlanId, (await rowOf()).semesterId);
  await expect.poll(() => sheetOf(teacher1, teachingClassId).catch(() => null), soon).not.toBeNull();
  const student = (await sheetOf(teacher1, teachingClassId)).rows[0]!;
  expect(await progressOf(student.studentCode)).toEqual(['taking']);
  await fillIn(teacher1, teachingClassId, () => '82');
  await passByApi(dean1, await submitByApi(teacher1, teachingClassId));
  await expect.poll(() => progressOf(student.studentCode), soon).toEqual(['earned']);

  await page.goto(at('schemeManage/studyProgress'));
  await page.getByLabel('学生', { exact: true }).fill(student.studentNumber);
  await page.getByRole('option', { name: new RegExp(`^${student.studentNumber} `) }).click();
  await page.getByRole('row').filter({ hasText: '学科基础' }).first().getByRole('button', { name: '课程' }).click();
  const line = page.getByRole('dialog').getByRole('row').filter({ hasText: moved });
  await line.getByText('已修读').waitFor();
  await closeWindows(page);
});
