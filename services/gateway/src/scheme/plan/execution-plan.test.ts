import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { classPlanSet } from '@jwxt/contracts/scheme/plan/class-plan-set.resource.ts';
import {
  assignGradeMajorOperation,
  copyCommonPlanOperation,
  queryAssigned,
} from '@jwxt/contracts/scheme/plan/common-plan.operations.ts';
import { commonCoursePlan } from '@jwxt/contracts/scheme/plan/common-plan.resource.ts';
import { queryCoursePlan } from '@jwxt/contracts/scheme/plan/course-plan.operations.ts';
import {
  batchUpdatePlansOperation,
  createFromCourseOperation,
  exportPlanDetail,
  exportPlanDocument,
  planGradeMajors,
  queryPlanDetail,
  queryPlanLimit,
  queryPlanSpecialItem,
} from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { executionPlan } from '@jwxt/contracts/scheme/plan/execution-plan.resource.ts';
import { importRunDetail, importRows } from '@jwxt/contracts/base-info/import-record.operations.ts';
import { isOpenJob } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import {
  chooseSpecialItemOperation,
  ownSpecialItems,
  previewLevels,
} from '@jwxt/contracts/scheme/plan/special-item.operations.ts';
import { specialItem, specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { ownStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD, SEMESTER } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';

/*
 * Execution plans from a row of a grade-major to what is taught in a semester: M101 has K1 and K3 opened (TC1, TC3),
 * K2 not; M102 has nothing.
 */

const id = (): string => crypto.randomUUID();
let school: School;
let office: Browser;
/** Of unit 101. */
let clerk: Browser;
let student: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  const account = { userName: 'student1', name: '张三', kind: 'student', password: PASSWORD, studentCode: 'S2026001' };
  await insertReferenceRows(school.pool, 'userAccount', [account]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  [office, clerk, student] = await Promise.all([
    school.browser('office1'),
    school.browser('clerk1'),
    school.browser('student1'),
  ]);
});
afterAll(() => school.stop());

async function make({ operations }: Resource, values: WireRow): Promise<string> {
  return (await office.get(operations.create, { commandId: id(), values })).key;
}
async function change({ operations }: Resource, key: string, own: WireRow) {
  const { version, ...values } = await office.get(operations.detail, { key });
  return await office.call(operations.update, {
    commandId: id(),
    key,
    version: String(version),
    values: { ...values, ...own },
  });
}
const remove = async ({ operations }: Resource, key: string) =>
  await office.call(operations.delete, { commandId: id(), key });
const cellsOf = async (gradeMajorId: string) => (await office.get(queryPlanDetail, { gradeMajorId })).rows;
const taught = async (input: WireRow = {}) =>
  (await office.get(queryCoursePlan, { semesterId: SEMESTER, pageNo: 1, pageSize: 50, ...input })).rows.map((row) => [
    row.gradeMajorId,
    row.courseId,
    row.studentNum,
    row.classNames,
    row.taskStatus,
  ]);

// SCHEME-13
test('a row of a plan has its semester by the grade, what its course says, and stays once it is opened', async () => {
  const key = await make(executionPlan, { gradeMajorId: 'M102', courseId: 'K1', term: 4, specialItemSign: '0' });
  expect(key).toBe('M102/K1');
  expect(await office.get(executionPlan.operations.detail, { key })).toMatchObject({
    semesterId: '2027-2028-2',
    semesterName: '2027-2028-2',
    credit: '4',
    openDepartmentId: '101',
    departmentId: '102',
    planSource: '3',
    planStatus: '0',
    openStatus: '0',
  });
  expect(await clerk.call(executionPlan.operations.detail, { key })).toMatchObject({ code: 'NOT_FOUND' });
  expect((await change(executionPlan, key, { term: 2, credit: '3.5' })).code).toBe('200');
  expect(await cellsOf('M102')).toMatchObject([{ term: 2, semesterId: '2026-2027-2', credit: '3.5', fixed: '' }]);
  expect((await change(executionPlan, 'M101/K1', { term: 2 })).message).toMatch('已开课，不能修改');
  expect((await remove(executionPlan, 'M101/K1')).message).toMatch('已开课');
  expect((await remove(executionPlan, key)).code).toBe('200');
});

// SCHEME-13
test('rows are moved together and courses added, as far as they may be, within the scope', async () => {
  const moved = await office.get(batchUpdatePlansOperation, {
    commandId: id(),
    keys: ['M101/K1', 'M101/K2'],
    term: 3,
    startEndWeek: '1-8',
  });
  expect(moved).toEqual({
    updated: 1,
    kept: [{ key: 'M101/K1', message: '“2026级专业101 程序设计基础”已开课，不能修改' }],
  });
  expect((await cellsOf('M101')).find(({ courseId }) => courseId === 'K2')).toMatchObject({
    term: 3,
    semesterId: '2027-2028-1',
    startEndWeek: '1-8',
  });
  const back = { commandId: id(), keys: ['M101/K2'], term: 1 };
  expect((await office.get(batchUpdatePlansOperation, back)).updated).toBe(1);
  const added = { commandId: id(), gradeMajorId: 'M102', term: 2, courseIds: ['K3', 'K2'] };
  expect(await clerk.call(createFromCourseOperation, added)).toMatchObject({ code: 'OUT_OF_SCOPE' });
  expect(await office.get(createFromCourseOperation, added)).toEqual({ created: 2, already: 0 });
  expect(await office.get(createFromCourseOperation, { ...added, commandId: id(), courseIds: ['K2'] })).toEqual({
    created: 0,
    already: 1,
  });
  expect(await clerk.call(queryPlanDetail, { gradeMajorId: 'M102' })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  // What its pages offer are grade-majors in scope alone.
  expect((await clerk.get(planGradeMajors, {})).list.map(({ code }) => code)).toEqual(['M101']);
  expect((await clerk.get(planGradeMajors, { keyword: 'M102', code: 'M102' })).list).toEqual([]);
  expect(await office.get(queryPlanLimit, { gradeMajorId: 'M102' })).toEqual({ list: [] });
  const document = await office.call(exportPlanDocument, { gradeMajorId: 'M101' });
  expect(document.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await office.call(exportPlanDetail, { gradeMajorId: 'M101' })).bytes.subarray(0, 2).toString()).toBe('PK');
  for (const courseId of ['K2', 'K3']) expect((await remove(executionPlan, `M102/${courseId}`)).code).toBe('200');
});

// SCHEME-33
test('a common plan is for its grade-majors what it says, until they have opened it', async () => {
  const key = await make(commonCoursePlan, {
    planName: '高等数学（理工）',
    courseId: 'K2',
    term: 2,
    credit: '4',
    totalHour: '64',
    courseAttribute: '1',
    courseNature: '01',
    openDepartmentId: '102',
    specialItemSign: '0',
  });
  const assigned = await office.get(assignGradeMajorOperation, {
    commandId: id(),
    key,
    gradeMajorIds: ['M101', 'M102'],
  });
  expect(assigned).toEqual({
    added: 1,
    removed: 0,
    kept: [{ gradeMajorName: '2026级专业101', message: '执行计划中已有这门课程' }],
  });
  expect(await cellsOf('M102')).toMatchObject([{ courseId: 'K2', planSource: '2', semesterId: '2026-2027-2' }]);
  expect((await remove(executionPlan, 'M102/K2')).message).toMatch('属于公共课计划');
  expect((await change(commonCoursePlan, key, { term: 1, credit: '5' })).code).toBe('200');
  expect(await cellsOf('M102')).toMatchObject([{ semesterId: SEMESTER, credit: '5' }]);
  expect((await office.get(queryAssigned, { key })).list).toMatchObject([{ gradeMajorId: 'M102', openStatus: '1' }]);
  expect(
    await office.get(assignGradeMajorOperation, { commandId: id(), key, gradeMajorIds: [], removed: ['M102'] }),
  ).toMatchObject({ removed: 0, kept: [{ message: '已开课，不能取消' }] });
  expect(
    await office.call(copyCommonPlanOperation, { commandId: id(), key, planName: '高等数学（理工）', grade: '2026' }),
  ).toMatchObject({ code: 'COMMON_PLAN_NAME_TAKEN' });
  expect(
    await office.get(copyCommonPlanOperation, { commandId: id(), key, planName: '高等数学（二）', grade: '2026' }),
  ).toMatchObject({ added: 0 });
});

// SCHEME-14, SCHEME-27
test('what is taught in a semester: plans less the exceptions of classes, with students and tasks', async () => {
  expect(await taught()).toEqual([
    ['M101', 'K1', 2, '101班', '1'],
    ['M101', 'K3', 2, '101班', '1'],
    ['M101', 'K2', 2, '101班', '0'],
    ['M102', 'K2', 1, '102班', '1'],
  ]);
  expect(await taught({ taskStatus: '0' })).toHaveLength(1);
  const exception = {
    executionPlanId: 'M101/K2',
    bjdm: 'B101',
    isOpen: '0',
    openSemesterId: null,
    teacherSuggest: null,
    mergeGroup: null,
  } as const;
  const ofOther = { commandId: id(), values: { ...exception, bjdm: 'B102' } };
  expect(await office.call(classPlanSet.operations.create, ofOther)).toMatchObject({
    fieldErrors: [{ field: 'values.bjdm', message: '不是该年级专业的行政班' }],
  });
  const key = await make(classPlanSet, exception);
  expect(await taught({ keyword: '高等数学', gradeMajorId: 'M101' })).toEqual([['M101', 'K2', 0, '', '2']]);
  expect((await change(classPlanSet, key, { isOpen: '1', openSemesterId: SEMESTER, mergeGroup: 'A' })).code).toBe(
    '200',
  );
  expect(await taught({ gradeMajorId: 'M101', taskStatus: '0' })).toEqual([['M101', 'K2', 2, '101班', '0']]);
  expect((await remove(executionPlan, 'M101/K2')).message).toBe(
    '“2026级专业101 高等数学”正在使用：班级计划设置 1 条，不能删除',
  );
  const seen = await clerk.get(queryCoursePlan, { semesterId: SEMESTER, pageNo: 1, pageSize: 50 });
  expect(seen).toMatchObject({ total: 3, counts: { courses: 3, gradeMajors: 1, students: 6, made: 2, notOpened: 0 } });
});

// SCHEME-34
test('students take one item of a course: within its room, of its sex, by themselves where they may', async () => {
  const item = { semesterId: SEMESTER, courseId: 'K2', itemType: '1', selfChoose: '1' };
  const football = await make(specialItem, { ...item, itemName: '足球', capacity: 1 });
  const dance = await make(specialItem, { ...item, itemName: '健美操', sexLimit: '2' });
  const chess = await make(specialItem, { ...item, itemName: '围棋' });
  const add = async (specialItemId: string, studentCode: string) =>
    await office.call(specialItemStudent.operations.create, {
      commandId: id(),
      values: { specialItemId, studentCode, itemSource: '手工', placementScore: null },
    });
  expect((await add(football, 'S2026002')).code).toBe('200');
  expect(await add(football, 'S2026001')).toMatchObject({
    fieldErrors: [{ field: 'values.studentCode', message: '名额已满（1 人）' }],
  });
  expect(await add(chess, 'S2026002')).toMatchObject({
    fieldErrors: [{ field: 'values.studentCode', message: '该学生本学期在这门课程已有专项' }],
  });
  const { list } = await student.get(ownSpecialItems, {});
  expect(list[0]!.items.map(({ itemName, problem }) => [itemName, problem])).toEqual([
    ['健美操', '只限女生'],
    ['围棋', ''],
    ['足球', '名额已满（1 人）'],
  ]);
  const choose = async (specialItemId: string) =>
    await student.call(chooseSpecialItemOperation, { commandId: id(), specialItemId });
  expect(await choose(dance)).toMatchObject({ code: 'SPECIAL_ITEM_REFUSED', message: '只限女生' });
  expect((await choose(chess)).code).toBe('200');
  expect((await remove(specialItemStudent, `${football}/S2026002`)).code).toBe('200');
  expect((await choose(football)).code).toBe('200');
  expect((await student.get(ownSpecialItems, {})).list).toMatchObject([{ chosenId: football }]);
  expect((await office.get(queryPlanSpecialItem, { key: 'M101/K2' })).list).toMatchObject([
    { itemName: '健美操', studentNum: 0 },
    { itemName: '围棋', studentNum: 0 },
    { itemName: '足球', studentNum: 1, capacity: 1, itemTypeName: '体育' },
  ]);
});

test('SCHEME-34: students of a file come into levels by score within room, and the import is taken back', async () => {
  await school.pool.query(
    `insert into base.course select (jsonb_populate_record(null::base.course,
        to_jsonb(course) || '{"kch":"EN","ywbm":"EN1001","kcmc":"大学英语"}')).* from base.course where kch = 'K1'`,
  );
  const level = (itemName: string, minScore: string | null, capacity: number | null): WireRow => ({
    semesterId: SEMESTER,
    courseId: 'EN',
    itemName,
    itemType: '2',
    selfChoose: '0',
    minScore,
    capacity,
    sexLimit: null,
  });
  const top = await make(specialItem, level('A级', '85', 1));
  const basic = await make(specialItem, level('B级', '0', null));
  expect(
    (
      await office.call((specialItem as Resource).operations.create, {
        commandId: id(),
        values: level('C级', '85', null),
      })
    ).fieldErrors,
  ).toEqual([{ field: 'values.minScore', message: '专项“A级”已是这条分数线' }]);
  const preview = async (lines: readonly string[], by = office, courseId = 'EN') =>
    await by.call(
      previewLevels,
      { fileName: '分级.csv', semesterId: SEMESTER, courseId },
      { file: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`) },
    );
  expect((await preview(['学号,成绩', '2026001,90'], office, 'K1')).fieldErrors?.[0]?.field).toBe('courseId');
  expect((await preview(['学号,班级', '2026001,1'])).code).toBe('LEVEL_NO_LEVEL');
  const { data: shown, message } = await preview([
    '学号,姓名,成绩,专项',
    '2026001,张三,88,',
    '2026002,李四,95.5,',
    '2026003,王五,20,B级',
    '2026009,某人,70,',
    '2026001,张三,60,',
  ]);
  expect(shown, message).toMatchObject({
    preview: { counts: { total: 5, added: 2, wrong: 3 } },
    levels: [
      { itemName: 'A级', minScore: '85', capacity: 1, before: 0, coming: 1 },
      { itemName: 'B级', minScore: '0', capacity: null, coming: 1 },
    ],
  });
  const { runId } = shown.preview;
  const { list: lines } = await office.get(importRows, { runId, pageNo: 1, pageSize: 10 });
  expect(lines.map(({ errors }) => errors.map((error) => error.message))).toEqual([
    ['“A级”名额已满（1 人）'],
    [],
    [],
    ['没有这名学生'],
    ['文件中有重复的学号'],
  ]);
  const { run, undo } = specialItemStudent.imports!.operations;
  const ended = async (which: 'run' | 'undo') => {
    await expect
      .poll(async () => (await office.get(importRunDetail, { runId }))[which]?.status, { interval: 50 })
      .toSatisfy((status) => status !== undefined && !isOpenJob(status));
    return (await office.get(specialItemStudent.operations.query, { courseId: 'EN', pageNo: 1, pageSize: 10 })).rows;
  };
  await office.get(run, { commandId: id(), runId, whole: '0' });
  expect(await ended('run')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ specialItemId: top, studentCode: 'S2026002', placementScore: '95.5' }),
      expect.objectContaining({ specialItemId: basic, studentCode: 'S2026003', itemSource: '分级导入' }),
    ]),
  );
  // Nobody is moved out of a level.
  const again = await preview(['学号,分级', '2026002,B级', '2026003,B级']);
  expect(again.data.preview.counts).toMatchObject({ added: 0, wrong: 1 });
  await office.get(undo, { commandId: id(), runId });
  expect(await ended('undo')).toEqual([]);
  // Of another unit's course.
  const other = await (
    await school.browser('clerk2')
  ).call(
    previewLevels,
    { fileName: 'x', semesterId: SEMESTER, courseId: 'EN' },
    {
      file: Buffer.from('学号,成绩\r\n2026001,90\r\n'),
    },
  );
  expect(other.status === 403 || other.data.preview.counts.wrong === 1).toBe(true);
});

// SCHEME-13, SCORE-MORE-46
test('a student sees his progress: earned, being taken and missing, from what is open to him', async () => {
  const progress = await student.get(ownStudyProgress, {});
  expect(progress).toMatchObject({ required: '12', earned: '0', taking: '8', withheld: false });
  expect(progress.modules[0]!.lines.map(({ courseId, state }) => [courseId, state])).toEqual([
    ['K1', 'taking'],
    ['K3', 'taking'],
    ['K2', 'ahead'],
  ]);
  expect(await office.call(ownStudyProgress, {})).toMatchObject({ code: 'FORBIDDEN' });
});
