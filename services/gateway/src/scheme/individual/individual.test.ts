import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  gradeCourseReplaceApply,
  returnedGradeReplaces,
  returnedStudentReplaces,
  studentCourseReplaceApply,
} from '@jwxt/contracts/scheme/individual/course-replace.operations.ts';
import { gradeCourseReplace, studentTagsReplace } from '@jwxt/contracts/scheme/individual/course-replace.resource.ts';
import { queryPersonalCoursePlan } from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import { coursePlanGradeMajors } from '@jwxt/contracts/scheme/plan/course-plan.operations.ts';
import { createFromCourseOperation } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { specialItem, specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import {
  exportStudyProgress,
  ownOpenCourses,
  ownProgressChoices,
  ownStudyProgress,
  ownWhatIfStudyProgress,
  progressGradeMajors,
  queryStudyProgress,
  studentOpenCourses,
  studentStudyProgress,
  whatIfStudyProgress,
} from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { personalCoursePlanApply } from '@jwxt/contracts/student-application/kinds/personal-course-plan-apply.ts';
import { personalScheme } from '@jwxt/contracts/student-application/kinds/personal-scheme.ts';
import { studentChangeItem } from '@jwxt/contracts/student-application/kinds/student-change-item.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD, SEMESTER } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';
import { decide } from '../../testing/score-steps.ts';
import { progressOfStudents } from '../plan/progress-of-students.ts';
import { readProgressAttempts, readProgressStudent } from '../plan/study-progress.read.ts';

/* 张三 of M101 is in classes of K1 and K3; K2 of the plan has none. Each course has four credits. */
const soon = { timeout: 60_000, interval: 50 };
const id = (): string => crypto.randomUUID();
const studentId = 'S2026001';
let school: School;
let as: Record<'office1' | 'clerk1' | 'clerk2' | 'dean1' | 'dean2' | 'registrar1' | 'student1', Browser>;

beforeAll(async () => {
  school = await startSchool({ services: true });
  const account = { userName: 'student1', name: '张三', kind: 'student', password: PASSWORD, studentCode: studentId };
  await insertReferenceRows(school.pool, 'userAccount', [account]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  const names = ['office1', 'clerk1', 'clerk2', 'dean1', 'dean2', 'registrar1', 'student1'] as const;
  const browsers = await Promise.all(names.map((name) => school.browser(name)));
  as = Object.fromEntries(names.map((name, at) => [name, browsers[at]])) as typeof as;
});
afterAll(() => school.stop());

const make = async ({ operations }: Resource, values: WireRow, by: Browser = as.office1) =>
  await by.call(operations.create, { commandId: id(), values });
const made = async (resource: Resource, values: WireRow) =>
  (await as.office1.get(resource.operations.create, { commandId: id(), values })).key;
const remove = async ({ operations }: Resource, key: string) =>
  await as.office1.get(operations.delete, { commandId: id(), key });
/** Where he stands with each course of his plan. */
const progress = async () =>
  (await as.student1.get(ownStudyProgress, {})).modules
    .flatMap(({ lines }) => lines)
    .map(({ courseId, state }) => `${courseId} ${state}`)
    .toSorted();
async function pass(applyId: string): Promise<void> {
  for (const by of [as.dean1, as.dean2, as.registrar1, as.office1])
    if ((await by.call(approvalDetail, { applyId })).data?.mayApprove) await decide(by, applyId, '0');
}
const rule = {
  gradeMajorId: 'M101',
  oldCourses: ['K2'],
  newCourses: ['K1'],
  creditConfirmed: '0',
  beginSemesterId: null,
  replaceReason: null,
  sfqy: '1',
};
const wrong = async (changed: WireRow) => {
  const { fieldErrors } = await make(gradeCourseReplace, { ...rule, ...changed });
  return fieldErrors?.map(({ field, message }) => [field, message]);
};

test('reading the replacements sets up no plan of who holds labels: that is asked where one names some', async () => {
  const { rows } = await school.pool.query<{ 'QUERY PLAN': string }>('explain select * from base.course_replacement');
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('student_label');
});

test('SCHEME-36: the office says what stands for a course of a plan, and the progress follows it at once', async () => {
  expect(await progress()).toEqual(['K1 taking', 'K2 ahead', 'K3 taking']);
  expect(await wrong({ newCourses: [] })).toEqual([['values.newCourses', '请选择替代课程']]);
  expect(await wrong({ newCourses: ['K2', 'K1'] })).toEqual([['values.newCourses', '原课程不能替代自身']]);
  expect(await wrong({ oldCourses: ['K2', 'K3'] })).toEqual([
    ['values.creditConfirmed', '替代课程少 4 学分，请确认学分减少'],
  ]);
  expect((await make(gradeCourseReplace, rule, as.clerk1)).code).toBe('FORBIDDEN');
  const key = await made(gradeCourseReplace, rule);
  expect(await as.clerk1.get(gradeCourseReplace.operations.detail, { key })).toMatchObject({
    replaceMode: '1',
    creditDiff: '0',
    replaceSource: '1',
  });
  expect((await as.clerk2.call(gradeCourseReplace.operations.detail, { key })).code).toBe('NOT_FOUND');
  expect(await progress()).toEqual(['K1 taking', 'K2 taking', 'K3 taking']);
  expect(await wrong({ newCourses: ['K3'] })).toEqual([['values.oldCourses', '“高等数学”已有替代规则，请修改原规则']]);
  expect(await wrong({ oldCourses: ['K1'], newCourses: ['K2'] })).toEqual([
    ['values.newCourses', '与已有规则循环替代：高等数学 → 程序设计基础'],
  ]);
  // SCHEME-38: the rule of the student goes before that of his grade-major.
  const { gradeMajorId: _, ...own } = rule;
  const ofStudent = { ...own, newCourses: ['K9'], departmentId: '101', studentCodes: [studentId] };
  await school.pool.query(
    `insert into base.course (kch, ywbm, kcmc, kkxy, kcsx, kcxz, xf, zxs, khfs, score_hierarchy_code)
      select 'K9', 'COMP9', '停开课程', kkxy, kcsx, kcxz, xf, zxs, khfs, score_hierarchy_code from base.course
       where kch = 'K2'`,
  );
  expect(await make(studentTagsReplace, { ...ofStudent, departmentId: '102' })).toMatchObject({
    fieldErrors: [{ field: 'values.studentCodes' }],
  });
  const ownKey = await made(studentTagsReplace, ofStudent);
  expect(await progress()).toEqual(['K1 taking', 'K2 ahead', 'K3 taking']);
  await remove(studentTagsReplace, ownKey);
  expect(await progress()).toEqual(['K1 taking', 'K2 taking', 'K3 taking']);
  await remove(gradeCourseReplace, key);
  expect(await progress()).toEqual(['K1 taking', 'K2 ahead', 'K3 taking']);
});

test('SCHEME-37: a unit applies for its grade-majors, and what unit and office pass is a rule', async () => {
  const asked = { oldCourses: ['K2'], newCourses: ['K1'], beginSemesterId: null, replaceReason: '课程停开' };
  const apply = async (by: Browser) =>
    await by.call(gradeCourseReplaceApply, { commandId: id(), ...asked, gradeMajorId: 'M101' });
  expect((await apply(as.clerk2)).code).toBe('OUT_OF_SCOPE');
  const { applyId } = (await apply(as.clerk1)).data;
  const awaitsDean = async () =>
    await vi.waitFor(
      async () => expect((await as.dean1.call(approvalDetail, { applyId })).data.mayApprove).toBe(true),
      soon,
    );
  await awaitsDean();
  expect((await as.dean1.get(approvalDetail, { applyId })).applyContent).toContain('涉及学生:2 人');
  expect(await progress()).toEqual(['K1 taking', 'K2 ahead', 'K3 taking']);
  // It comes back, is corrected and sent again as the same application.
  await decide(as.dean1, applyId, '2', { backNode: '0', approvalOpinion: '请说明停开原因' });
  await expect
    .poll(async () => (await as.clerk1.get(returnedGradeReplaces, {})).list, soon)
    .toMatchObject([
      { applyId, gradeMajorId: 'M101', oldCourses: [{ code: 'K2', name: '高等数学' }], replaceReason: '课程停开' },
    ]);
  expect((await as.clerk1.get(returnedStudentReplaces, {})).list).toEqual([]);
  expect((await as.clerk2.get(returnedGradeReplaces, {})).list).toEqual([]);
  const again = { commandId: id(), ...asked, gradeMajorId: 'M101', applyId };
  expect((await as.clerk2.call(gradeCourseReplaceApply, again)).code).toBe('OUT_OF_SCOPE');
  expect(await as.clerk1.get(gradeCourseReplaceApply, { ...again, replaceReason: '课程停开，已附说明' })).toEqual({
    applyId,
  });
  expect((await as.clerk1.call(gradeCourseReplaceApply, { ...again, commandId: id() })).code).toBe(
    'COURSE_REPLACE_NOT_EDITABLE',
  );
  expect((await as.clerk1.get(returnedGradeReplaces, {})).list).toEqual([]);
  await awaitsDean();
  await pass(applyId);
  await expect.poll(progress, soon).toEqual(['K1 taking', 'K2 taking', 'K3 taking']);
  expect(await as.office1.get(gradeCourseReplace.operations.detail, { key: applyId })).toMatchObject({
    replaceSource: '2',
    replaceReason: '课程停开，已附说明',
  });
  expect(await apply(as.clerk1)).toMatchObject({ fieldErrors: [{ field: 'oldCourses' }] });
  await remove(gradeCourseReplace, applyId);
  // SCHEME-38: for a student, likewise.
  const own = await as.clerk1.get(studentCourseReplaceApply, { commandId: id(), ...asked, studentCodes: [studentId] });
  await pass(own.applyId);
  await expect.poll(progress, soon).toEqual(['K1 taking', 'K2 taking', 'K3 taking']);
  await remove(studentTagsReplace, own.applyId);
});

test('SCHEME-35: an item is changed before the third week, and its place taken when it is approved', async () => {
  const { operations } = studentChangeItem;
  const item = { semesterId: SEMESTER, courseId: 'K1', itemType: '1', selfChoose: '0' };
  const football = await made(specialItem, { ...item, itemName: '足球' });
  const chess = await made(specialItem, { ...item, itemName: '围棋', capacity: 1 });
  await made(specialItemStudent, { specialItemId: football, studentCode: studentId, itemSource: '手工' });
  const asked = (form: WireRow = {}) => ({
    commandId: id(),
    applyId: id(),
    studentId,
    form: { oldItemId: football, newItemId: chess, changeReason: '旧伤未愈', ...form } as never,
  });
  expect(await as.student1.call(operations.apply, asked())).toMatchObject({ code: 'CHANGE_ITEM_LATE' });
  await school.pool.query(`update base.semester set ksrq = current_date - 3 where xnxq = $1`, [SEMESTER]);
  expect(await as.student1.call(operations.apply, asked({ newItemId: football }))).toMatchObject({
    code: 'CHANGE_ITEM_SAME',
    fieldErrors: [{ field: 'newItemId' }],
  });
  expect((await as.student1.get(operations.offer, {})).choices).toMatchObject({
    oldItemId: [{ value: football, closed: null }],
    newItemId: [{ value: chess, closed: null }],
  });
  const { applyId } = await as.student1.get(operations.apply, asked());
  expect((await as.student1.get(operations.detail, { id: applyId })).details).toContainEqual({
    label: '目标专项人数',
    value: '已有 0 人，可容纳 1 人',
  });
  await pass(applyId);
  const holder = async () =>
    (
      await school.pool.query<{ item: string }>(
        'select special_item_id as item from base.special_item_student where student_code = $1',
        [studentId],
      )
    ).rows.map(({ item: each }) => each);
  await expect.poll(holder, soon).toEqual([chess]);
  await as.office1.get(operations.revoke, { commandId: id(), applyId, reason: '学生放弃' });
  expect(await holder()).toEqual([football]);
  // The place is gone by the time it takes effect.
  const late = await as.student1.get(operations.apply, asked());
  await made(specialItemStudent, { specialItemId: chess, studentCode: 'S2026002', itemSource: '手工' });
  await pass(late.applyId);
  await expect
    .poll(async () => (await as.student1.get(operations.detail, { id: late.applyId })).voidReason, soon)
    .toContain('名额已满');
  expect(await holder()).toEqual([football]);
});

test('SCHEME-43: courses that a student chooses beside his plan are in it once they are approved', async () => {
  const { operations } = personalCoursePlanApply;
  const asked = (courseId: string, term = 3) => ({
    commandId: id(),
    applyId: id(),
    studentId,
    form: { courses: [{ courseId, term }], reasonText: null },
  });
  expect(await as.student1.call(operations.apply, asked('K1'))).toMatchObject({
    fieldErrors: [{ field: 'courses.0.courseId', message: '培养计划中已有这门课程' }],
  });
  const { applyId } = await as.student1.get(operations.apply, asked('K9'));
  // A semester that has no row yet is named by its number.
  expect((await as.student1.get(operations.detail, { id: applyId })).details).toContainEqual({
    label: '自选课程 1',
    value: '停开课程（COMP9），4 学分，2027-2028学年第一学期',
  });
  const planned = async () =>
    (await as.student1.get(queryPersonalCoursePlan, { studentCode: studentId, source: '2' })).rows.map(
      ({ courseName, term, confirmStatus }) => [courseName, term, confirmStatus],
    );
  expect(await planned()).toEqual([]);
  await pass(applyId);
  await expect.poll(planned, soon).toEqual([['停开课程', '2027-2028-1', '1']]);
  expect(await progress()).toContain('K9 ahead');
  await as.office1.get(operations.revoke, { commandId: id(), applyId, reason: '学生放弃' });
  expect(await planned()).toEqual([]);
});

test('SCHEME-39: his own scheme stands in the place of the plan of his grade-major while it is in force', async () => {
  const { operations } = personalScheme;
  const asked = (form: WireRow = {}) => ({
    commandId: id(),
    applyId: id(),
    studentId,
    form: { baseGradeMajorId: 'M102', schemeReason: '1', reasonText: null, changes: [], ...form } as never,
  });
  expect(await as.student1.call(operations.apply, asked())).toMatchObject({
    code: 'PERSONAL_SCHEME_NO_PLAN',
    fieldErrors: [{ field: 'baseGradeMajorId' }],
  });
  await as.office1.get(createFromCourseOperation, {
    commandId: id(),
    gradeMajorId: 'M102',
    term: 2,
    courseIds: ['K2', 'K3'],
  });
  const changes = [{ changeType: '3', courseId: 'K2', newCourseId: 'K1', term: null }];
  const twice = [...changes, { changeType: '1', courseId: 'K1', newCourseId: null, term: 3 }];
  expect(await as.student1.call(operations.apply, asked({ changes: twice }))).toMatchObject({
    fieldErrors: [{ field: 'changes.1.courseId', message: '方案中已有这门课程' }],
  });
  const { applyId } = await as.student1.get(operations.apply, asked({ changes }));
  expect((await as.dean1.get(operations.detail, { id: applyId })).details).toEqual(
    expect.arrayContaining([
      { label: '全部课程', value: '2 门，8 学分' },
      { label: '课程调整 1', value: '替换 高等数学 → 程序设计基础' },
    ]),
  );
  await pass(applyId);
  await expect.poll(progress, soon).toEqual(['K1 taking', 'K3 taking']);
  expect((await as.student1.get(ownStudyProgress, {})).gradeMajorName).toBe('个人培养方案（2026级专业102）');
  // Staff see the same of a student in scope.
  expect(await as.clerk1.get(studentStudyProgress, { studentCode: studentId })).toMatchObject({
    studentName: '张三',
    gradeMajorName: '个人培养方案（2026级专业102）',
    required: '8',
  });
  expect((await as.clerk2.call(studentStudyProgress, { studentCode: studentId })).code).toBe('NOT_FOUND');
  expect((await as.student1.call(operations.apply, asked())).code).toBe('STUDENT_APPLICATION_OPEN');
  await as.office1.get(operations.revoke, { commandId: id(), applyId, reason: '退回原专业' });
  expect(await progress()).toEqual(['K1 taking', 'K2 ahead', 'K3 taking']);
});

test('a grade-major stands beside each other, a student beside another plan, within the own scope', async () => {
  const asked = { gradeMajorId: 'M101' };
  const { modules, rows, counts, classes } = await as.clerk1.get(queryStudyProgress, asked);
  expect(rows.map(({ studentName, taking, missing }) => [studentName, taking, missing])).toEqual([
    ['张三', '8', '4'],
    ['李四', '4', '8'],
  ]);
  expect(rows.every((row) => row.modules.length === modules.length)).toBe(true);
  expect(counts).toEqual({ students: 2, missing: 2, owing: 0 });
  expect(classes.length).toBe(1);
  const found = await as.clerk1.get(queryStudyProgress, { ...asked, keyword: '李', shown: '1' });
  expect([found.total, found.rows[0]!.studentName]).toEqual([1, '李四']);
  expect((await as.clerk1.get(queryStudyProgress, { ...asked, shown: '2' })).rows).toEqual([]);
  // By the other plan he has K3 of K2 and K3, and takes K1 beside it.
  expect(await as.clerk1.get(whatIfStudyProgress, { studentCode: studentId, gradeMajorId: 'M102' })).toMatchObject({
    gradeMajorName: '2026级专业102',
    required: '8',
    taking: '4',
    missing: '4',
  });
  expect((await as.clerk1.call(whatIfStudyProgress, { studentCode: studentId, gradeMajorId: 'no' })).code).toBe(
    'PLAN_GRADE_MAJOR_GONE',
  );
  // Another unit has none of these students.
  expect((await as.clerk2.get(queryStudyProgress, asked)).rows).toEqual([]);
  expect((await as.clerk2.call(whatIfStudyProgress, { studentCode: studentId, gradeMajorId: 'M102' })).code).toBe(
    'NOT_FOUND',
  );
  expect((await as.student1.call(queryStudyProgress, asked)).code).toBe('FORBIDDEN');
  expect((await as.clerk1.call(exportStudyProgress, asked)).bytes.subarray(0, 2).toString()).toBe('PK');
});

test('a module that the plan leaves open lists what is taught now and would fill it', async () => {
  const sql = (text: string) => school.pool.query(text);
  await sql(`insert into base.scheme_version (scheme_version_id, scheme_version_name, scheme_version_year, begin_grade,
      study_type_code, publish_status) values ('V1', '2026版', '2026', '2026', '4201', '1')`);
  await sql(`insert into base.scheme_module (module_id, scheme_version_id, scheme_version_name, module_name)
    values ('VM1', 'V1', '2026版', '通识选修')`);
  await sql(`insert into base.scheme_classify (classify_id, module_id, scheme_version_id, scheme_version_name,
      module_name, classify_name, course_nature)
    values ('VC1', 'VM1', 'V1', '2026版', '通识选修', '公共选修课', '08')`);
  await sql(`update base.grade_major_requirement set scheme_version_id = 'V1' where grade_major_id = 'M101'`);
  for (const [kch, attribute] of [
    ['G1', '3'],
    ['G2', '3'],
    ['G3', '1'],
  ])
    await sql(`insert into base.course select (jsonb_populate_record(null::base.course, to_jsonb(course) ||
        '{"kch":"${kch}","ywbm":"${kch}","kcmc":"通识${kch}","kcxz":"08","kcsx":"${attribute}"}')).*
      from base.course where kch = 'K1'`);
  const { rows: written } = await sql(`select string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns
   where table_schema = 'base' and table_name = 'teaching_class' and is_generated = 'NEVER'`);
  const [{ columns }] = written as [{ columns: string }];
  for (const kch of ['G1', 'G2', 'G3'])
    await sql(`insert into base.teaching_class (${columns}) select ${columns} from (
      select (jsonb_populate_record(null::base.teaching_class,
          to_jsonb(class) || '{"teaching_class_id":"T${kch}","teaching_class_code":"T${kch}","course_id":"${kch}"}')).*
        from base.teaching_class class where teaching_class_id = 'TC1') made`);
  await sql(`insert into base.teaching_class_student (teaching_class_id, student_code) values ('TG2', '${studentId}')`);
  const module = '通识选修';
  const own = await as.student1.get(ownOpenCourses, { module });
  // Not what he is in, nor what somebody has to take.
  expect(own.list).toMatchObject([{ courseId: 'G1', className: '公共选修课', credit: '4', classNum: 1 }]);
  const asked = { studentCode: 'S2026002', module };
  expect((await as.clerk1.get(studentOpenCourses, asked)).list.map(({ courseId }) => courseId)).toEqual(['G1', 'G2']);
  expect((await as.clerk2.call(studentOpenCourses, asked)).code).toBe('NOT_FOUND');
  expect((await as.student1.get(ownOpenCourses, { module: '专业教育' })).list).toEqual([]);
});

test('a student thinks of another major of his grade, by the scores that are open to him', async () => {
  const { list } = await as.student1.get(ownProgressChoices, {});
  expect(list.map(({ code }) => code)).toEqual(['M102']);
  expect(await as.student1.get(ownWhatIfStudyProgress, { gradeMajorId: 'M102' })).toMatchObject({
    gradeMajorName: '2026级专业102',
    required: '8',
    taking: '4',
    missing: '4',
  });
  // Neither his own, nor what is not offered.
  for (const gradeMajorId of ['M101', 'no'])
    expect((await as.student1.call(ownWhatIfStudyProgress, { gradeMajorId })).code).toBe('PLAN_GRADE_MAJOR_GONE');
  expect((await as.clerk1.call(ownWhatIfStudyProgress, { gradeMajorId: 'M102' })).code).toBe('FORBIDDEN');
});

test('grade-majors are offered where the person has students or course plans, and nowhere else', async () => {
  const offered = async (by: Browser, of: typeof progressGradeMajors | typeof coursePlanGradeMajors) =>
    (await by.get(of, {})).list.map(({ code }) => code).toSorted();
  expect(await offered(as.office1, progressGradeMajors)).toEqual(['M101', 'M102']);
  expect(await offered(as.clerk1, progressGradeMajors)).toEqual(['M101']);
  expect((await as.clerk1.get(progressGradeMajors, { code: 'M102' })).list.map(({ code }) => code)).toEqual(['M101']);
  expect(await offered(as.clerk1, coursePlanGradeMajors)).toEqual(['M101']);
});

test('the progress of one student asks for five things besides himself, none of which waits for another', async () => {
  let asked = 0;
  let under = 0;
  let rounds = 0;
  const ask = school.pool.query.bind(school.pool) as unknown as (...query: unknown[]) => Promise<unknown>;
  const db: Queryable = {
    query: (async (...query: unknown[]) => {
      asked += 1;
      if (under === 0) rounds += 1;
      under += 1;
      try {
        return await ask(...query);
      } finally {
        under -= 1;
      }
    }) as never,
  };
  const student = (await readProgressStudent(db, studentId))!;
  expect([asked, rounds]).toEqual([1, 1]);
  const [one] = await progressOfStudents(db, [student], readProgressAttempts(db, [studentId]));
  expect(one!.progress.modules.length).toBeGreaterThan(0);
  expect([asked, rounds]).toEqual([6, 2]);
});
