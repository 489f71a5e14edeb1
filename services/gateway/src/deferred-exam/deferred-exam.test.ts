import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { businessFiles } from '@jwxt/contracts/file/file.operations.ts';
import {
  deferredExamApply,
  deferredExamAudit,
  deferredExamClasses,
  deferredExamDetail,
  deferredExamQuery,
  deferredExamRecall,
  deferredExamRevoke,
  deferredExamUrge,
} from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { DEFERRED_EXAM_FILES } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { deferredReason } from '@jwxt/contracts/deferred-exam/deferred-reason.resource.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { repairApplicationTime } from '@jwxt/contracts/score-setting/score-window.resource.ts';
import { sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { uploadAs } from '../file/upload-client.fixture.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let student: Browser;
let clerk: Browser;
let dean: Browser;
let office: Browser;
let base: string;
const id = () => crypto.randomUUID();
beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: 'Jwxt@2026', studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  [student, clerk, dean, office] = (await Promise.all(
    ['student1', 'clerk1', 'dean1', 'office1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser];
  base = await school.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => school.stop());

/** The class of 程序设计基础, as it is offered to the student now. */
const offered = async () =>
  (await student.get(deferredExamClasses, {})).list.find(({ teachingClassId }) => teachingClassId === 'TC1')!;
/** What is asked for in that class, for reason 2 考试冲突. */
async function asked(by: Browser, studentId: string, more: object = {}) {
  const { list } = await by.get(deferredExamClasses, { studentId });
  const { teachingClassId, applyId } = list.find((each) => each.teachingClassId === 'TC1')!;
  return {
    studentId,
    teachingClassId,
    applyId,
    deferredReasonCode: '2',
    reasonText: '与重修课程考试时间冲突',
    commandId: id(),
    ...more,
  };
}
const decideBy = async (by: Browser, applyId: string, revision: number, approvalStatus: '0' | '1' = '0') =>
  (
    await by.get(deferredExamAudit, {
      commandId: id(),
      approvalStatus,
      approvalOpinion: approvalStatus === '0' ? '情况属实' : '证明不足',
      keyList: [applyId],
      revisions: { [applyId]: revision },
    })
  ).results[applyId]!;

describe('a student', () => {
  it('is offered the own classes alone, with reasons and times, and asks for nobody else', async () => {
    expect(await student.get(deferredExamClasses, {})).toMatchObject({
      studentId: 'S2026001',
      list: [
        { teachingClassId: 'TC3', courseNum: 'COMP2001', teacherName: '王老师', closed: null },
        { teachingClassId: 'TC1', courseNum: 'COMP1001', teacherName: '王老师、陈老师', closed: null },
      ],
      window: '本学期成绩单提交以前随时可以申请',
    });
    expect((await student.get(deferredExamClasses, {})).reasons.map((reason) => Object.values(reason))).toEqual([
      ['1', '疾病', '1', '1'],
      ['2', '考试冲突', '0', '0'],
      ['3', '公派参赛', '1', '0'],
      ['4', '家庭变故', '0', '0'],
      ['5', '其他', '1', '0'],
    ]);
    for (const studentId of ['S2026002', 'S2026003'])
      expect(await student.call(deferredExamClasses, { studentId })).toMatchObject({ code: 'OUT_OF_SCOPE' });
    const other = { ...(await asked(office, 'S2026002')), commandId: id() };
    expect(await student.call(deferredExamApply, other)).toMatchObject({ status: 403, code: 'OUT_OF_SCOPE' });
    expect(await clerk.call(deferredExamClasses, {})).toMatchObject({ fieldErrors: [{ field: 'studentId' }] });
    expect(await clerk.call(deferredExamClasses, { studentId: 'S2026003' })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  });

  it('is told under its field what is missing', async () => {
    const form = await asked(student, 'S2026001');
    expect(await student.call(deferredExamApply, { ...form, reasonText: ' ', deferredReasonCode: '' })).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'deferredReasonCode' }, { field: 'reasonText' }],
    });
    expect(await student.call(deferredExamApply, { ...form, deferredReasonCode: '1' })).toMatchObject({
      code: 'DEFERRED_NEEDS_FILE',
      fieldErrors: [{ field: 'files', message: '缓考原因为“疾病”时须上传证明材料' }],
    });
  });

  // SCORE-MORE-16
  it('asks with evidence, urges, recalls, sends again; clerk and unit pass it, and the sheet says 缓考', async () => {
    const form = await asked(student, 'S2026001', { deferredReasonCode: '1', reasonText: '住院' });
    const { applyId } = form;
    const uploaded = await uploadAs(student, base, Buffer.from('诊断证明'), {
      fileName: '诊断证明.txt',
      businessTable: DEFERRED_EXAM_FILES,
      businessId: applyId,
    });
    expect(uploaded.code).toBe(SUCCESS_CODE);
    expect(await student.get(deferredExamApply, form)).toEqual({ applyId });
    expect(await student.get(deferredExamQuery, { view: 'apply' })).toMatchObject({
      total: 1,
      rows: [{ applyId, courseNum: 'COMP1001', approvalBusinessStatusName: '待审核', own: true, mayDecide: false }],
    });
    expect(await student.get(deferredExamUrge, { commandId: id(), applyId })).toEqual({ applyId });
    expect((await offered()).closed).toBe('缓考申请审批中');
    expect(await clerk.call(deferredExamRecall, { commandId: id(), applyId })).toMatchObject({
      code: 'APPROVAL_NOT_FOUND',
    });
    await student.get(deferredExamRecall, { commandId: id(), applyId });
    expect(await offered()).toMatchObject({ applyId, closed: null });
    await student.get(deferredExamApply, { ...form, commandId: id(), reasonText: '住院至月底' });

    // The clerk of the student's unit sees it with its evidence, and what waits; others' units do not.
    expect(await clerk.get(deferredExamQuery, { view: 'todo' })).toMatchObject({ total: 1, todo: 1 });
    expect((await clerk.get(queryApprovals, { pageNum: 1, pageSize: 8, type: '0' })).list).toMatchObject([
      { applyId, approvalProcessName: '缓考申请' },
    ]);
    expect(
      (await clerk.get(businessFiles, { businessTable: DEFERRED_EXAM_FILES, businessId: applyId })).map(
        ({ name }: { name: string }) => name,
      ),
    ).toEqual(['诊断证明.txt']);
    const dean2 = await school.browser('dean2');
    expect(await dean2.call(deferredExamDetail, { id: applyId })).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
    expect((await dean2.get(deferredExamQuery, {})).total).toBe(0);
    expect(await decideBy(dean2, applyId, 2)).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });

    expect(await decideBy(clerk, applyId, 3)).toMatchObject({ code: SUCCESS_CODE });
    expect((await dean.get(deferredExamQuery, { view: 'todo' })).todo).toBe(1);
    expect(await decideBy(dean, applyId, 4)).toMatchObject({ code: SUCCESS_CODE });
    await expect
      .poll(() => student.get(deferredExamDetail, { id: applyId }), { interval: 50 })
      .toMatchObject({
        effected: true,
        approvalBusinessStatusName: '通过',
        reasonText: '住院至月底',
        voidReason: null,
      });
    const teacher = await school.browser('teacher1');
    await expect
      .poll(async () => (await teacher.get(sheet, { teachingClassId: 'TC1' })).rows, { interval: 50 })
      .toContainEqual(expect.objectContaining({ studentCode: 'S2026001', scoreRemarkCode: '01' }));
    expect(await student.call(deferredExamApply, { ...form, commandId: id() })).toMatchObject({
      code: 'DEFERRED_GRANTED',
    });

    // The office takes it back; nobody else may.
    const revocation = { applyId, reason: '学生按时参加考试' };
    for (const other of [student, clerk, dean])
      expect(await other.call(deferredExamRevoke, { commandId: id(), ...revocation })).toMatchObject({ status: 403 });
    await office.get(deferredExamRevoke, { commandId: id(), ...revocation });
    expect(await student.get(deferredExamDetail, { id: applyId })).toMatchObject({
      effected: false,
      approvalBusinessStatusName: '已作废',
      voidReason: '学生按时参加考试',
    });
    const next = await offered();
    expect([next.closed, next.applyId === applyId]).toEqual([null, false]);
  });
});

// SCORE-MORE-17, SCORE-MORE-26
it('the office keeps reasons and times; by them applications are offered and taken', async () => {
  const values = { deferredReasonName: '参军体检', needFile: '0', allowAfterExam: '0', sortNum: 9, sfqy: '1' } as const;
  await office.get(deferredReason.operations.create, { commandId: id(), values });
  expect((await student.get(deferredExamClasses, {})).reasons.at(-1)).toMatchObject({ deferredReasonName: '参军体检' });
  expect(await office.call(deferredReason.operations.create, { commandId: id(), values })).toMatchObject({
    fieldErrors: [{ field: 'values.deferredReasonName', message: '缓考原因已存在' }],
  });
  const time = {
    semesterId: SEMESTER,
    applyType: '4' as const,
    beginTime: '2020-01-01 00:00:00',
    endTime: '2020-02-01 00:00:00',
    grades: [] as string[],
    departmentId: null,
    sfqy: '1' as const,
  };
  expect(
    await office.call(repairApplicationTime.operations.create, {
      commandId: id(),
      values: { ...time, endTime: '2019-12-31 00:00:00' },
    }),
  ).toMatchObject({ fieldErrors: [{ field: 'values.endTime', message: '结束时间应晚于开始时间' }] });
  await office.get(repairApplicationTime.operations.create, { commandId: id(), values: time });
  expect(await clerk.call(repairApplicationTime.operations.create, { commandId: id(), values: time })).toMatchObject({
    status: 403,
  });
  expect((await student.get(deferredExamClasses, {})).window).toBe(
    '现在不在申请时间内。申请时间：2020-01-01 00:00 至 2020-02-01 00:00',
  );
  expect(await student.call(deferredExamApply, await asked(student, 'S2026001'))).toMatchObject({
    status: 409,
    code: 'DEFERRED_CLOSED',
    message: '现在不在缓考申请时间内（2020-01-01 00:00 至 2020-02-01 00:00）',
  });
});
