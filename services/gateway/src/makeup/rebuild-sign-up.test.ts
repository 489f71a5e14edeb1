import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  publishRetakeClassOperation,
  queryRetakeClasses,
  retakeStudents,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import {
  assignRebuilds,
  exportRebuilds,
  groupRebuilds,
  ownRebuilds,
  queryRebuilds,
  rebuildClassesFor,
  removeRebuilds,
  setRebuildsPaid,
} from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import { reassessmentCalls } from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { messagesOfSession } from '@jwxt/contracts/notice/system-message.operations.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { rebuildExpenseSet } from '@jwxt/contracts/score-setting/rebuild-expense-set.resource.ts';
import { repairApplicationTime } from '@jwxt/contracts/score-setting/score-window.resource.ts';
import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import type { Browser } from '../testing/browser.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';
import { decide, fillSheet, publishSheet, submitReassessment } from '../testing/score-steps.ts';

/*
 * A course is taken again, from what it costs to its new score (SCORE-MORE-09, 10, 27, 29, 30): one student's way,
 * told in order.
 */

const attemptTable = readModelTable(attemptModel, 'attempt');
const { operations } = rebuildSignUpResult;
const revoke = rebuildSignUpResult.operations.revoke;
const id = () => crypto.randomUUID();
const window = { scoreTermInputBeginTime: '2020-01-01 00:00:00', scoreTermInputEndTime: '2035-12-31 23:59:59' };

let school: School;
let [student, teacher, clerk, stranger, dean, registrar, office]: Browser[] = [];
beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  [student, teacher, clerk, stranger, dean, registrar, office] = await Promise.all(
    ['student1', 'teacher1', 'clerk1', 'dean2', 'dean1', 'registrar1', 'office1'].map((name) => school.browser(name)),
  );
  await fillSheet(teacher!, 'TC1', { S2026001: { ps: '90', qm: '30' }, S2026002: { ps: '60', qm: '20' } });
  await publishSheet(teacher!, [dean!, registrar!], 'TC1');
});
afterAll(() => school.stop());

const form = (applyId: string, rebuildMode: '1' | '2' = '1') => ({
  commandId: id(),
  applyId,
  studentId: 'S2026001',
  form: { courseId: 'K1', rebuildMode },
});
const desk = async (by: Browser, filter: InputOf<typeof queryRebuilds> = {}) =>
  (await by.get(queryRebuilds, filter)).rows;
const states = async () =>
  (await student!.get(ownRebuilds, {})).list.map((row) => [
    row.signUpStatusName,
    row.payStatusName,
    row.amount,
    row.rebuildClassName,
  ]);
const pass = async (applyId: string) =>
  (
    await clerk!.get(operations.audit, {
      commandId: id(),
      approvalStatus: '0',
      approvalOpinion: '同意',
      keyList: [applyId],
      revisions: { [applyId]: 0 },
    })
  ).results[applyId];
const pay = (payStatus: '0' | '1' | '2' | '3', ...signUpIds: string[]) =>
  office!.call(setRebuildsPaid, { commandId: id(), signUpIds, payStatus });

const first = id();
describe('taking a course again', () => {
  it('SCORE-MORE-30: the office says what it costs; the student reads it where he signs up', async () => {
    const values = {
      semesterId: null,
      courseNature: '04',
      rebuildMode: '1',
      chargeMode: '1',
      price: '80.5',
      freeTimes: 0,
      sfqy: '1',
    } as const;
    const { create, query } = rebuildExpenseSet.operations;
    expect(await clerk!.call(create, { commandId: id(), values })).toMatchObject({ status: 403 });
    expect(await office!.call(create, { commandId: id(), values: { ...values, chargeMode: '3' } })).toMatchObject({
      fieldErrors: [{ field: 'values.price', message: '免费时单价应为0' }],
    });
    await office!.get(create, { commandId: id(), values });
    expect((await clerk!.get(query, { pageNo: 1, pageSize: 10 })).rows).toMatchObject([{ price: '80.5' }]);
    await expect
      .poll(async () => (await student!.get(operations.offer, {})).choices['courseId'], { interval: 50 })
      .toEqual([
        {
          value: 'K1',
          label: '程序设计基础（COMP1001）',
          note: '4.0 学分，原成绩 54.00，组班 322.00 元，跟班免费',
          closed: null,
        },
      ]);
  });

  it('SCORE-MORE-26, SCORE-MORE-27: he signs up in the times for it, for a course that he failed, once', async () => {
    const times = repairApplicationTime.operations;
    const time = {
      semesterId: SEMESTER,
      applyType: '1' as const,
      beginTime: '2026-01-01 00:00:00',
      endTime: '2026-01-02 23:59:59',
      grades: [],
      departmentId: null,
      sfqy: '1' as const,
    };
    await office!.get(times.create, { commandId: id(), values: time });
    expect(await student!.call(operations.apply, form(first))).toMatchObject({ code: 'STUDENT_APPLICATION_CLOSED' });
    await office!.get(times.create, { commandId: id(), values: { ...time, endTime: '2035-12-31 23:59:59' } });
    const other = { ...form(first), form: { courseId: 'K3', rebuildMode: '1' as const } };
    expect(await student!.call(operations.apply, other)).toMatchObject({
      code: 'REBUILD_NOT_FAILED',
      fieldErrors: [{ field: 'courseId' }],
    });
    expect(await desk(office!, { view: 'eligible' })).toMatchObject([
      { signUpId: null, studentName: '张三', courseNum: 'COMP1001', originScore: '54.00', rebuildTimes: 0 },
    ]);
    expect(await desk(stranger!, { view: 'eligible' })).toEqual([]);
    await student!.get(operations.apply, form(first));
    expect(await desk(office!, { view: 'eligible' })).toEqual([]);
    expect(await states()).toEqual([['已报名', '', '322.00', null]]);
    expect(await office!.call(operations.apply, form(id()))).toMatchObject({ code: 'STUDENT_APPLICATION_OPEN' });
    expect((await office!.get(operations.detail, { id: first })).details).toContainEqual({
      label: '费用',
      value: '322.00 元',
    });
  });

  it('SCORE-MORE-09: the clerk of the unit that opens the course confirms it; a class waits for the fee', async () => {
    expect(await pass(first)).toMatchObject({ code: '200' });
    await expect.poll(states, { interval: 50 }).toEqual([['已确认', '待缴', '322.00', null]]);
    expect(
      await desk(clerk!, { semesterId: SEMESTER, payStatus: '1', rebuildMode: '1', signUpStatus: '1' }),
    ).toMatchObject([
      { signUpId: first, studentName: '张三', originSemesterName: '2026-2027学年第一学期', scoreRemarkName: '正常' },
    ]);
    expect(await desk(office!, { signUpStatus: '0' })).toEqual([]);
    expect(await desk(stranger!)).toEqual([]);
    expect(await clerk!.call(setRebuildsPaid, { commandId: id(), signUpIds: [first], payStatus: '2' })).toMatchObject({
      status: 403,
    });
    const group = { commandId: id(), semesterId: SEMESTER, size: 30, ...window };
    expect(await office!.call(groupRebuilds, group)).toMatchObject({ code: 'REBUILD_NONE_TO_GROUP' });
    expect((await pay('2', first)).data).toEqual({ changed: 1 });
  });

  it('SCORE-MORE-29: classes are made from sign-ups, and told; off a class a sign-up stays confirmed', async () => {
    const group = { commandId: id(), semesterId: SEMESTER, size: 30, ...window };
    expect(await office!.get(groupRebuilds, group)).toEqual({ classNum: 1, studentNum: 1, skipped: [] });
    expect(await states()).toEqual([['已编班', '已缴', '322.00', '程序设计基础重修班']]);
    const [made] = (await office!.get(queryRetakeClasses, {})).rows;
    expect(made).toMatchObject({ teacherName: '王老师', capacity: 30, studentNum: 1, publishStatusName: '未发布' });
    const { rebuildClassId } = made!;
    expect((await office!.get(retakeStudents, { rebuildClassId })).list[0]).toMatchObject({
      studentName: '张三',
      inClass: true,
    });
    expect((await student!.get(messagesOfSession, {})).list).toContainEqual(
      expect.objectContaining({
        systemMessageEntityTitle: '重修已编班',
        systemMessageEntityContent: '您报名重修的“程序设计基础”已编入“程序设计基础重修班”，任课教师：王老师。',
      }),
    );
    const inClass = { code: 'REBUILD_SIGN_UP_IN_CLASS' };
    expect(await office!.call(revoke, { commandId: id(), applyId: first, reason: '误报' })).toMatchObject(inClass);
    expect(await pay('3', first)).toMatchObject(inClass);
    await office!.get(removeRebuilds, { commandId: id(), signUpIds: [first], reason: '调整班级' });
    expect(await states()).toEqual([['已确认', '已缴', '322.00', null]]);
    expect(await office!.call(removeRebuilds, { commandId: id(), signUpIds: [first], reason: '' })).toMatchObject({
      code: 'REBUILD_SIGN_UP_NO_CLASS',
    });
  });

  it('SCORE-MORE-10: a confirmation is taken back while there is no class and no fee is kept', async () => {
    const back = { commandId: id(), applyId: first, reason: '学生改修其他课程' };
    expect(await clerk!.call(revoke, back)).toMatchObject({ status: 403 });
    expect(await office!.call(revoke, back)).toMatchObject({ code: 'REBUILD_SIGN_UP_PAID' });
    await pay('3', first);
    await office!.get(revoke, back);
    expect(await states()).toEqual([['已取消', '', '322.00', null]]);
    expect(await desk(office!, { view: 'eligible' })).toHaveLength(1);
    expect(await pay('2', first)).toMatchObject({ code: 'REBUILD_SIGN_UP_NOT_FOUND' });
  });

  it('SCORE-MORE-29: signed up on behalf, he follows an ordinary class, or comes into a retake class', async () => {
    const second = id();
    await office!.get(operations.apply, form(second, '2'));
    await pass(second);
    await expect.poll(async () => (await states())[0], { interval: 50 }).toEqual(['已确认', '免', '0.00', null]);
    await insertReferenceRows(school.pool, 'teachingClass', [
      {
        teachingClassId: 'TC9',
        teachingClassCode: 'TC9',
        teachingClassName: '计算机9班',
        semesterId: SEMESTER,
        courseId: 'K1',
        openDepartmentId: '101',
        xqdm: '1',
        scoreTemplateId: 'T4060',
        scoreHierarchyCode: 'bfz',
      },
    ]);
    const { list } = await office!.get(rebuildClassesFor, { semesterId: SEMESTER, courseId: 'K1' });
    // The published class takes nobody any more.
    expect(list.map(({ teachingClassName, rebuildMode }) => [teachingClassName, rebuildMode])).toEqual([
      ['程序设计基础重修班', '1'],
      ['计算机9班', '2'],
    ]);
    const rebuildClassId = list[0]!.teachingClassId;
    const assign = (teachingClassId: string, reason = '') =>
      office!.call(assignRebuilds, { commandId: id(), signUpIds: [second], teachingClassId, reason });
    expect(await assign('TC3')).toMatchObject({ code: 'REBUILD_OTHER_COURSE' });
    expect((await assign('TC9')).data).toEqual({ assigned: 1 });
    expect((await states())[0]).toEqual(['已编班', '免', '0.00', '计算机9班']);
    const { rows } = await school.pool.query(
      `select list_source from base.teaching_class_student where teaching_class_id = 'TC9'`,
    );
    expect(rows).toEqual([{ list_source: '重修' }]);
    expect(await assign(rebuildClassId)).toMatchObject({ code: 'REBUILD_SIGN_UP_IN_CLASS' });
    await office!.get(removeRebuilds, { commandId: id(), signUpIds: [second], reason: '改为组班' });
    expect((await assign(rebuildClassId)).data).toEqual({ assigned: 1 });
    // Published, scored and passed: the sign-up is done.
    await office!.get(publishRetakeClassOperation, { commandId: id(), rebuildClassId });
    const applyId = await submitReassessment(teacher!, rebuildClassId, '4', { S2026001: { ps: '80', qm: '80' } });
    expect((await dean!.get(reassessmentCalls.rebuildScoreApproval.submission, { applyId })).rows).toMatchObject([
      { studentCode: 'S2026001', studentScoreFinalValue: '80.00', makeupTypeName: null, originFinalValue: null },
    ]);
    for (const approver of [dean!, registrar!]) await decide(approver, applyId, '0');
    await expect
      .poll(async () => (await states())[0], { interval: 50 })
      .toEqual(['已完成', '免', '0.00', '程序设计基础重修班']);
    const { bytes } = await office!.call(exportRebuilds, { signUpStatus: '3' });
    const sheet = (await readXlsx(bytes)).sheets[0]!.rows;
    expect(sheet.slice(1).map((row) => [row[1], row[5], row[16], row[18]])).toEqual([
      ['张三', '程序设计基础', '已完成', '程序设计基础重修班'],
    ]);
    expect(await desk(office!, { view: 'eligible' })).toEqual([]);
  });

  it('SCORE-MORE-46: who passed an equivalent course, in a grade for which it is one, is no candidate', async () => {
    const { rows } = await office!.get(queryRetakeClasses, {});
    const { rebuildClassId } = rows[0]!;
    const candidates = async () =>
      (await office!.get(retakeStudents, { rebuildClassId })).list.flatMap((row) =>
        row.inClass ? [] : `${row.studentName} ${row.finalName}`,
      );
    expect(await candidates()).toEqual(['李四 36.00']);
    await school.pool.query(
      `insert into ${attemptTable} select (jsonb_populate_record(failed, jsonb_build_object('attempt_id', 'E1',
          'course_id', 'K2', 'final', 7000, 'final_name', '70', 'passed', true))).*
        from ${attemptTable} failed where student_code = 'S2026002' and course_id = 'K1' limit 1`,
    );
    await school.pool.query(
      `insert into base.course_binding (binding_id, bind_type, main_course_id, bound_course_id, grades)
        values ('E1', '5', 'K2', 'K1', '["1999"]')`,
    );
    expect(await candidates()).toEqual(['李四 36.00']);
    await school.pool.query(`update base.course_binding set grades = '[]'`);
    expect(await candidates()).toEqual([]);
  });
});
