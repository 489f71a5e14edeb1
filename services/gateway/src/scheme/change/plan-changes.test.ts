import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import {
  approvePlanChanges,
  checkAdjust,
  checkHours,
  checkSchemeChange,
  hourCheckDetail,
  queryAdjustChecks,
  queryHourChecks,
  queryPlanChanges,
  querySchemeChangeLog,
} from '@jwxt/contracts/scheme/change/adjust-views.operations.ts';
import { courseAdjust } from '@jwxt/contracts/scheme/change/course-adjust.events.ts';
import {
  deleteCourseAdjustOperation,
  exportCourseAdjust,
  insertCourseAdjustOperation,
  queryAdjustedSchema,
  queryCourseAdjust,
  queryExistCourse,
  queryNewCourse,
  queryPlanHours,
  submitCourseAdjustOperation,
  updateCourseAdjustOperation,
} from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import {
  exportGradeMajorInfo,
  exportGradeMajorPdf,
  openSemesters,
} from '@jwxt/contracts/scheme/change/grade-major-info.operations.ts';
import {
  gradeMajorApprovalCourses,
  gradeMajorApprovalDetail,
  gradeMajorApprovalHours,
  gradeMajorApprovalLog,
  queryGradeMajorApprovals,
  recallGradeMajorPlan,
  submitGradeMajorPlanOperation,
} from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { batchUpdatePlansOperation, queryPlanDetail } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';
import { decide } from '../../testing/score-steps.ts';

/*
 * The plan of M101 from 编制 to what is in force, and what is changed in it afterwards: K1 and K3 are opened, K5 and K6
 * are of terms to come.
 */

const id = (): string => crypto.randomUUID();
const page = { pageNo: 1, pageSize: 20 } as const;
let school: School;
let clerk: Browser;
let dean: Browser;
let registrar: Browser;
let office: Browser;
let stranger: Browser;

const course = (kch: string, kcmc: string) => ({
  kch,
  ywbm: kch,
  kcmc,
  kkxy: '101',
  kcsx: '1',
  kcxz: '04',
  xf: 30,
  zxs: 480,
  khfs: '1',
  scoreHierarchyCode: 'bfz',
});

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'course', [
    course('K5', '编译原理'),
    course('K6', '软件测试'),
    course('K7', '软件工程'),
  ]);
  await insertReferenceRows(school.pool, 'executionPlan', [
    { njzydm: 'M101', kch: 'K5', xnxq: '2027-2028-1' },
    { njzydm: 'M101', kch: 'K6', xnxq: '2027-2028-2' },
  ]);
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'clerk9', name: '钱教务', kind: 'casual', password: PASSWORD, departmentId: '101' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'clerk9', jsbh: '03' }]);
  [clerk, dean, registrar, office, stranger] = (await Promise.all(
    ['clerk1', 'dean1', 'registrar1', 'office1', 'dean2'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser, Browser];
});
afterAll(() => school.stop());

const cells = async () =>
  Object.fromEntries(
    (await clerk.get(queryPlanDetail, { gradeMajorId: 'M101' })).rows.map((row) => [row.courseId, row]),
  );
async function passBy(applyId: string, ...people: readonly Browser[]): Promise<void> {
  for (const who of people) expect(await decide(who, applyId, '0')).toMatchObject({ code: '200' });
  await school.settled();
}
/** Decides from a page of its own. */
async function throughDoor(who: Browser, door: Operation, applyId: string) {
  const { revision } = await who.get(approvalDetail, { applyId });
  const input = { commandId: id(), approvalStatus: '0', keyList: [applyId], revisions: { [applyId]: revision } };
  const { results } = (await who.get(door, input)) as { results: Record<string, { code: string }> };
  return results[applyId];
}

// SCHEME-31
test('a plan is sent, held, recalled, sent again and comes into force', async () => {
  const asked = { gradeMajorId: 'M101' };
  expect(await clerk.call(submitGradeMajorPlanOperation, { commandId: id(), gradeMajorId: 'M102' })).toMatchObject({
    code: 'OUT_OF_SCOPE',
  });
  const { applyId } = await clerk.get(submitGradeMajorPlanOperation, { commandId: id(), ...asked });
  await school.settled();
  expect(await cells()).toMatchObject({ K5: { planStatus: '1', fixed: '正在审批' } });
  expect(await clerk.call(submitGradeMajorPlanOperation, { commandId: id(), ...asked })).toMatchObject({
    code: 'PLAN_APPROVAL_NOT_EDITABLE',
  });
  expect(
    await clerk.call(submitGradeMajorPlanOperation, { commandId: id(), ...asked, semesterId: '2027-2028-1' }),
  ).toMatchObject({ code: 'PLAN_NOTHING_TO_APPROVE' });
  expect((await clerk.get(batchUpdatePlansOperation, { commandId: id(), keys: ['M101/K5'], term: 5 })).updated).toBe(0);
  expect((await stranger.get(queryGradeMajorApprovals, page)).total).toBe(0);
  expect((await dean.get(queryGradeMajorApprovals, { ...page, view: 'todo' })).rows).toMatchObject([
    { applyId, courseNum: 5, awaitsMe: true, own: false },
  ]);
  expect((await dean.get(gradeMajorApprovalCourses, { applyId })).list).toHaveLength(5);
  expect((await dean.get(gradeMajorApprovalHours, { applyId })).list.map(({ term }) => term)).toEqual([1, 3, 4]);

  await clerk.get(recallGradeMajorPlan, { commandId: id(), applyId });
  await school.settled();
  expect(await cells()).toMatchObject({ K5: { planStatus: '0', fixed: '' } });
  await clerk.get(submitGradeMajorPlanOperation, { commandId: id(), ...asked, applyId });
  await passBy(applyId, dean, registrar);
  expect(await cells()).toMatchObject({ K1: { planStatus: '2' }, K5: { planStatus: '2', fixed: '已生效' } });
  expect(await clerk.get(gradeMajorApprovalDetail, { applyId })).toMatchObject({
    approvalBusinessStatus: '9',
    clashed: '',
  });
  expect((await clerk.get(gradeMajorApprovalLog, { applyId })).list.length).toBeGreaterThan(3);
});

const form = (more: object) => ({
  gradeMajorId: 'M101',
  after: {},
  adjustReason: '培养方案微调',
  ...more,
});
async function sent(more: object): Promise<string> {
  const { applyId } = await clerk.get(insertCourseAdjustOperation, { commandId: id(), ...form(more) } as never);
  await clerk.get(submitCourseAdjustOperation, { commandId: id(), applyId });
  await school.settled();
  return applyId;
}

// SCHEME-32, SCHEME-07, SCHEME-15, SCHEME-17, SCHEME-44
test('a course is moved: written, judged, decided through two doors, and carried out once', async () => {
  const exist = (await clerk.get(queryExistCourse, { gradeMajorId: 'M101' })).list;
  expect(exist.map(({ courseName, problem }) => [courseName, problem])).toEqual(
    expect.arrayContaining([
      ['编译原理', ''],
      ['程序设计基础', '已开课'],
    ]),
  );
  const opened = form({ adjustType: '4', executionPlanId: 'M101/K1', after: { term: 5 } });
  expect(await clerk.call(insertCourseAdjustOperation, { commandId: id(), ...opened } as never)).toMatchObject({
    code: 'COURSE_ADJUST_FIXED',
    fieldErrors: [{ field: 'executionPlanId', message: '“程序设计基础”已开课，不能调整' }],
  });
  const past = form({ adjustType: '4', executionPlanId: 'M101/K5', after: { term: 3 } });
  expect((await clerk.get(queryAdjustedSchema, past as never)).problem).toBe('没有任何变化');

  const { applyId } = await clerk.get(insertCourseAdjustOperation, {
    commandId: id(),
    ...form({ adjustType: '4', executionPlanId: 'M101/K5', after: { term: 6 } }),
  } as never);
  expect((await office.get(queryCourseAdjust, page)).total).toBe(0);
  await clerk.get(updateCourseAdjustOperation, {
    commandId: id(),
    applyId,
    after: { term: 5 },
    adjustReason: '与先修课程衔接',
  });
  await clerk.get(submitCourseAdjustOperation, { commandId: id(), applyId });
  await school.settled();
  expect(await clerk.call(deleteCourseAdjustOperation, { commandId: id(), applyId })).toMatchObject({
    code: 'COURSE_ADJUST_NOT_EDITABLE',
  });
  expect((await dean.get(queryAdjustChecks, { ...page, view: 'todo' })).rows).toMatchObject([
    { applyId, changeContent: '学期 第3学期 → 第5学期', creditDiff: '0', waitDays: 0, awaitsMe: true },
  ]);
  expect(await throughDoor(stranger, checkAdjust, applyId).catch(() => 'unseen')).toBe('unseen');
  expect(await throughDoor(dean, checkAdjust, applyId)).toMatchObject({ code: '200' });
  expect(await throughDoor(registrar, approvePlanChanges, applyId)).toMatchObject({ code: '200' });
  await school.settled();

  expect(await cells()).toMatchObject({ K5: { term: 5, semesterId: '2028-2029-1', planStatus: '2' } });
  const events: { type: string; data: unknown }[] = [];
  for await (const event of school.eventLog.readStream(courseAdjust.streamOf(applyId))) events.push(event);
  expect(events.map(({ type }) => type)).toEqual(['CourseAdjustRequested', 'CourseAdjustImplemented']);
  expect(events[1]).toMatchObject({
    data: { rows: [{ before: { content: { term: 3 } }, after: { semesterId: '2028-2029-1', content: { term: 5 } } }] },
  });
  expect((await clerk.get(queryPlanChanges, page)).rows).toMatchObject([
    { applyId, implementStatus: '1', approvalBusinessStatus: '9' },
  ]);
  expect((await clerk.get(querySchemeChangeLog, page)).rows).toMatchObject([
    { changeType: '调整学期', checkStatusName: '通过', checkOpinion: '同意' },
  ]);
  const { rows: messages } = await school.pool.query<{ title: string }>(
    `select title from base.system_message_entity message join base.system_message_audience audience
        using (system_message_entity_id) where user_name in ('clerk1', 'clerk9')
        and title like '执行计划已%'`,
  );
  expect(messages).toEqual([{ title: '执行计划已调整' }]);
});

// SCHEME-16
test('changes of hours alone have a list of their own', async () => {
  const hours = (await clerk.get(queryPlanHours, { executionPlanId: 'M101/K6' })).totalHour;
  expect(hours).toBe('48');
  const bad = form({
    adjustType: '3',
    executionPlanId: 'M101/K6',
    after: { totalHour: '56', hours: [{ xsbh: '1', xs: '48' }] },
  });
  expect(await clerk.call(insertCourseAdjustOperation, { commandId: id(), ...bad } as never)).toMatchObject({
    code: 'COURSE_ADJUST_HOURS',
  });
  const applyId = await sent({
    adjustType: '3',
    executionPlanId: 'M101/K6',
    after: { totalHour: '56', hours: [{ xsbh: '1', xs: '56' }] },
  });
  expect((await dean.get(queryHourChecks, page)).rows.map((row) => row.applyId)).toEqual([applyId]);
  expect((await dean.get(hourCheckDetail, { applyId })).changes[0]!.fields).toEqual(
    expect.arrayContaining([{ label: '总学时', before: '48', after: '56' }]),
  );
  await throughDoor(dean, checkHours, applyId);
  await throughDoor(registrar, checkSchemeChange, applyId);
  await school.settled();
  expect(await cells()).toMatchObject({ K6: { totalHour: '56' } });
});

// SCHEME-32, SCHEME-07
test('a replacement that moves credits asks one node more; one that comes too late is void', async () => {
  expect((await clerk.get(queryNewCourse, { gradeMajorId: 'M101', keyword: '软件工程' })).list).toHaveLength(1);
  const replace = { adjustType: '5', executionPlanId: 'M101/K6', newCourseId: 'K7', after: { credit: '2' } };
  const shown = await clerk.get(queryAdjustedSchema, form(replace) as never);
  expect(shown).toMatchObject({ creditDiff: '-1', problem: '' });
  expect(shown.changes.map(({ kind, courseName }) => [kind, courseName])).toEqual([
    ['gone', '软件测试'],
    ['new', '软件工程'],
  ]);
  const applyId = await sent(replace);
  expect(await clerk.call(insertCourseAdjustOperation, { commandId: id(), ...form(replace) } as never)).toMatchObject({
    code: 'COURSE_ADJUST_WAITING',
  });
  await passBy(applyId, dean, registrar);
  expect(await cells()).toHaveProperty('K6');
  await passBy(applyId, office);
  expect(await cells()).not.toHaveProperty('K6');
  expect(await cells()).toMatchObject({ K7: { credit: '2', term: 4, planStatus: '2', planSource: '3' } });

  const late = await sent({ adjustType: '2', executionPlanId: 'M101/K7' });
  await school.pool.query(`update base.execution_plan set credit = 10 where execution_plan_id = 'M101/K7'`);
  await passBy(late, dean, registrar, office);
  expect(await cells()).toHaveProperty('K7');
  expect(await clerk.get(hourCheckDetail, { applyId: late })).toMatchObject({
    approvalBusinessStatus: '5',
    implementStatus: '0',
    clashed: '“软件工程”在送审后有变化',
  });
  expect((await clerk.call(exportCourseAdjust, {})).bytes.subarray(0, 2).toString()).toBe('PK');
});

// SCHEME-30
test('the semesters of a grade-major, and its scheme on paper', async () => {
  const { list } = await clerk.get(openSemesters, { gradeMajorId: 'M101' });
  expect(list.map(({ term, courseNum }) => [term, courseNum])).toEqual([
    [1, 3],
    [4, 1],
    [5, 1],
  ]);
  expect(await clerk.call(openSemesters, { gradeMajorId: 'M102' })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  const asked = { gradeMajorId: 'M101' };
  expect((await clerk.call(exportGradeMajorInfo, asked)).bytes.subarray(0, 2).toString()).toBe('PK');
  expect((await clerk.call(exportGradeMajorPdf, asked)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
});
