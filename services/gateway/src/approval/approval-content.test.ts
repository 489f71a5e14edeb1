import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustCourseApply, adjustCourseDetail, adjustCourseSchedules } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { approvalConfig, approvalDetail, approvalLog, approve, queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { infoCheckApply, infoCheckRows, infoCheckToggle } from '@jwxt/contracts/approval/info-check.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { decide } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

const commandId = (): string => crypto.randomUUID();
let school: School;
const people = new Map<string, Browser>();
const who = (name: string): Browser => people.get(name)!;

beforeAll(async () => {
  school = await startSchool({ services: true });
  for (const name of ['teacher1', 'teacher2', 'teacher1b', 'dean1', 'dean2', 'clerk1', 'registrar1', 'office1', 'auditor1']) people.set(name, await school.browser(name));
});
afterAll(() => school.stop());

describe('an adjust-course application', () => {
  const after = { week: 10, weekday: 6, period: '3-4', room: 'A105' };
  const form = (more: object = {}) => ({ commandId: commandId(), scheduleId: 'SC1', week: 9, adjustType: '1' as const, after, reason: '外出开会', ...more });
  const apply = async (more: object = {}): Promise<string> => (await who('teacher1').get(adjustCourseApply, form(more))).applyId;
  const lastNode = async (applyId: string, isAllSchool: '0' | '1' = '0') => {
    const { revision } = await who('registrar1').get(approvalDetail, { applyId });
    return (await who('registrar1').get(approve, { approvalStatus: '0', isAllSchool, adjustCourseApprove: '1', keyList: [applyId], revisions: { [applyId]: revision } })).results[applyId];
  };

  it('is about an own meeting of the semester', async () => {
    expect((await who('teacher1').get(adjustCourseSchedules, {})).list.map(({ scheduleId }) => scheduleId)).toEqual(['SC1', 'SC2']);
    expect(await who('teacher2').call(adjustCourseApply, form())).toMatchObject({ code: 'ADJUST_COURSE_NO_SCHEDULE' });
    expect(await who('dean1').call(adjustCourseApply, form())).toMatchObject({ status: 403 });
  });

  it.each([
    ['a week without a meeting', { week: 17 }, 'ADJUST_COURSE_WEEK'], ['nothing new', { after: { week: 9, weekday: 1, period: '1-2', room: 'A101' } }, 'ADJUST_COURSE_SAME'],
    ['no new time', { after: undefined }, 'ADJUST_COURSE_NO_AFTER'], ['a teacher who does not exist', { after: { ...after, gh: 'T99' } }, 'ADJUST_COURSE_NO_TEACHER'],
    ['no reason', { reason: ' ' }, 'INVALID_INPUT'],
    ['APPROVAL-77: a time at which the teacher has another class', { after: { week: 10, weekday: 2, period: '3-4', room: 'A900' } }, 'APPROVAL_COURSE_CONFLICT'],
    ['APPROVAL-77: a room that is taken', { after: { week: 10, weekday: 3, period: '1-2', room: 'B201' } }, 'APPROVAL_COURSE_CONFLICT'],
  ])('is refused for %s', async (_title, more, code) => {
    expect(await who('teacher1').call(adjustCourseApply, form(more))).toMatchObject({ code });
  });

  it('APPROVAL-45, APPROVAL-48, APPROVAL-49, APPROVAL-65, APPROVAL-89: goes through the shared engine, with its process code, the all-school choice and its own detail', async () => {
    const applyId = await apply();
    const item = (await who('dean1').get(queryApprovals, { type: '1' })).list.find((one) => one.applyId === applyId);
    expect(item).toMatchObject({ processNo: 'TTKSQ', factUseProcessCode: 'TTKSQ', businessFileTable: null, needRadio: '1', mayApprove: true });
    expect(await who('dean1').get(adjustCourseDetail, { applyId })).toMatchObject({
      applyId, creatorRole: '06', adjustType: '1', adjustTypeName: '调课', courseName: '程序设计基础', before: { week: 9, weekday: 1, period: '1-2', room: 'A101', teacherName: '王老师' }, after, conflict: false,
    });
    for (const stranger of ['dean2', 'teacher2']) expect(await who(stranger).call(adjustCourseDetail, { applyId }), stranger).toMatchObject({ status: 404, code: 'APPROVAL_NOT_FOUND' });
    expect(await decide(who('dean1'), applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '2' } });
    expect(await lastNode(applyId, '1')).toMatchObject({ code: '200', data: { approvalBusinessStatus: '9' } });
    expect(await who('teacher1').get(approvalDetail, { applyId })).toMatchObject({ approvalBusinessStatus: '9', isAllSchool: '1' });
    const { rows } = await school.pool.query('select schedule_id, week, after_week, after_room, after_gh from base.class_schedule_change');
    expect(rows).toEqual([{ schedule_id: 'SC1', week: 9, after_week: 10, after_room: 'A105', after_gh: 'T01' }]);
  });

  it('APPROVAL-77: that conflicts with what has taken effect meanwhile is not passed, and says so; it can still be rejected', async () => {
    const [first, second] = [await apply({ week: 11, after: { ...after, week: 12 } }), await apply({ scheduleId: 'SC2', week: 11, after: { ...after, week: 12, room: 'A106' } })];
    for (const applyId of [first, second]) await decide(who('dean1'), applyId, '0');
    expect(await lastNode(first)).toMatchObject({ code: '200' });
    expect(await lastNode(second)).toMatchObject({ code: 'APPROVAL_COURSE_CONFLICT', message: '所申请调整的课程存在冲突，请检查后再试' });
    expect((await who('registrar1').get(adjustCourseDetail, { applyId: second })).conflict).toBe(true);
    expect(await decide(who('registrar1'), second, '2', { backNode: '0', approvalOpinion: '与他课冲突' })).toMatchObject({ code: '200', data: { approvalBusinessStatus: '3' } });
  });

  it('is sent once however often the request is repeated', async () => {
    const sent = form({ adjustType: '2', week: 5, after: undefined });
    const [one, two] = [await who('teacher1').get(adjustCourseApply, sent), await who('teacher1').get(adjustCourseApply, sent)];
    expect(two).toEqual(one);
    expect((await who('teacher1').get(adjustCourseDetail, one)).after).toBeNull();
  });
});

describe('a check of student information', () => {
  const change = (updateFieldCode: 'studentName' | 'xmpy' | 'xbm', updateFieldValue: string) => ({ updateFieldCode, updateFieldValue, updateInfo: '户口簿' });
  const rowsOf = async (name: string, applyId: string) => who(name).get(infoCheckRows, { applyId });
  let applyId: string;

  it('is asked for in scope, with something that changes', async () => {
    const form = { commandId: commandId(), studentId: 'S2026001', changes: [change('studentName', '张三丰'), change('xmpy', 'zhangsanfeng')] };
    expect(await who('teacher1').call(infoCheckApply, form)).toMatchObject({ status: 403 });
    expect(await who('office1').call(infoCheckApply, { ...form, studentId: 'S404' })).toMatchObject({ code: 'OUT_OF_SCOPE' });
    expect(await who('office1').call(infoCheckApply, { ...form, changes: [change('studentName', '张三')] })).toMatchObject({ code: 'INFO_CHECK_SAME' });
    expect(await who('office1').call(infoCheckApply, { ...form, changes: [change('xmpy', 'a'), change('xmpy', 'b')] })).toMatchObject({ code: 'INFO_CHECK_TWICE' });
    applyId = (await who('office1').get(infoCheckApply, form)).applyId;
  });

  it('APPROVAL-85, APPROVAL-86: its rows have the specification\'s fields and are shown to those whom it concerns', async () => {
    const { rows, mayToggle } = await rowsOf('clerk1', applyId);
    expect(mayToggle).toBe(true);
    expect(rows[0]).toEqual({
      id: `${applyId}:studentName`, applyId, updateField: '姓名', updateFieldCode: 'studentName', updateInfo: '户口簿', preUpdateFieldValue: '张三', updateFieldValue: '张三丰', isEffective: '1',
    });
    expect((await rowsOf('office1', applyId)).mayToggle).toBe(false);
    for (const stranger of ['dean2', 'teacher1']) expect(await who(stranger).call(infoCheckRows, { applyId }), stranger).toMatchObject({ status: 404 });
  });

  it('APPROVAL-87, APPROVAL-88: an approver of the current node turns a row off and on; others may not', async () => {
    const id = `${applyId}:xmpy`;
    for (const name of ['office1', 'registrar1', 'dean1']) expect((await who(name).call(infoCheckToggle, { commandId: commandId(), id })).code, name).not.toBe('200');
    expect(await who('clerk1').get(infoCheckToggle, { commandId: commandId(), id })).toEqual({ id, isEffective: '0' });
    expect(await who('clerk1').get(infoCheckToggle, { commandId: commandId(), id })).toEqual({ id, isEffective: '1' });
    expect(await who('clerk1').get(infoCheckToggle, { commandId: commandId(), id })).toEqual({ id, isEffective: '0' });
    expect((await rowsOf('auditor1', applyId)).rows.map(({ isEffective }) => isEffective)).toEqual(['1', '0']);
  });

  it('APPROVAL-60: of type 0 it is passed or not passed; what passes writes the rows in effect, and those only', async () => {
    expect(await who('clerk1').get(approvalConfig, { instanceIds: applyId })).toMatchObject({ status: '0', approvalType: '0', nodes: [] });
    expect(await decide(who('clerk1'), applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '2' } });
    expect(await decide(who('registrar1'), applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '9' } });
    const { rows } = await school.pool.query('select student_name, xmpy from base.student where student_code = $1', ['S2026001']);
    expect(rows).toEqual([{ student_name: '张三丰', xmpy: 'zhangsan' }]);
    expect(await who('clerk1').call(infoCheckToggle, { commandId: commandId(), id: `${applyId}:xmpy` })).toMatchObject({ code: 'INFO_CHECK_ROW_GONE' });
  });

  it('APPROVAL-81: what cannot be configured comes with a status other than 0 and the words for it', async () => {
    expect(await who('teacher2').get(approvalConfig, { instanceIds: applyId })).toMatchObject({ status: '1', message: '申请不存在或您无权查看' });
  });
});

it('APPROVAL-53, APPROVAL-54, APPROVAL-52: the log by business id and process names node, result, remark, time, person and department', async () => {
  const { applyId } = await who('office1').get(infoCheckApply, { commandId: commandId(), studentId: 'S2026002', changes: [{ updateFieldCode: 'xmpy', updateFieldValue: 'li si', updateInfo: '更正' }] });
  await decide(who('clerk1'), applyId, '1', { approvalOpinion: '无依据' });
  const { list } = await who('office1').get(approvalLog, { businessId: applyId, processNo: 'XSXXHD' });
  expect(list.find(({ kind }) => kind === 'decided')).toMatchObject({
    processNodeName: '院系教务员初审', processNodeResult: '1', processNodeResultName: '不通过', processNodeRemark: '无依据', processNodeExamineTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
    auditPersonName: '孙教务', auditPersonDepartmentName: '计算机学院',
  });
});
