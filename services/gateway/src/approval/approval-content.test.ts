import { classTimeRows } from '@jwxt/infra/base-data/class-time.data.ts';
import { findClashes } from '@jwxt/infra/runtime/schedule-conflict.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adjustCourseApply,
  adjustCourseClashes,
  adjustCourseDetail,
  adjustCourseSchedules,
} from '@jwxt/contracts/approval/adjust-course.operations.ts';
import {
  approvalConfig,
  approvalDetail,
  approvalLog,
  approve,
  queryApprovals,
  recallApproval,
} from '@jwxt/contracts/approval/approval.operations.ts';
import { infoCheckRows, infoCheckToggle } from '@jwxt/contracts/approval/info-check.operations.ts';
import { infoCheckApply } from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { decide } from '../testing/score-steps.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

const room = (jsh: string) => ({
  jsh,
  ywbm: jsh,
  jsmc: jsh,
  xqdm: '1',
  jxlh: 'A',
  jslxm: '1',
  zws: 60,
  yxzws: 60,
  kszws: 30,
});
const commandId = (): string => crypto.randomUUID();
let school: School;
const people = new Map<string, Browser>();
const who = (name: string): Browser => people.get(name)!;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'classTime', classTimeRows);
  await insertReferenceRows(school.pool, 'building', [{ jxlh: 'A', ywbm: 'A', jxlmc: '第一教学楼', xqdm: '1' }]);
  await insertReferenceRows(school.pool, 'classroom', [
    room('A101'),
    room('A105'),
    room('A106'),
    room('A900'),
    room('B201'),
    { ...room('A1'), sfqy: '0' },
    { ...room('A2'), sfpk: '0' },
    { ...room('A102'), jsmc: 'A102多媒体教室' },
  ]);
  await insertReferenceRows(school.pool, 'teacher', [
    { gh: 'T98', ywbm: 'T98', xm: '退休教师', xbm: '1', dwh: '101', dqztm: '01', sfrk: '1' },
  ]);
  // One room is known by its id and written otherwise, the others are text.
  await school.pool.query(`update base.class_schedule set jsh = 'A102', room = '多媒体教室' where schedule_id = 'SC2'`);
  for (const name of [
    'teacher1',
    'teacher2',
    'teacher1b',
    'dean1',
    'dean2',
    'clerk1',
    'registrar1',
    'office1',
    'auditor1',
  ])
    people.set(name, await school.browser(name));
});
afterAll(() => school.stop());

describe('an adjust-course application', () => {
  const after = { week: 10, weekday: 6, period: '3-4', jsh: 'A105' };
  const form = (more: object = {}) => ({
    commandId: commandId(),
    scheduleId: 'SC1',
    week: 9,
    adjustType: '1' as const,
    after,
    reason: '外出开会',
    ...more,
  });
  const apply = async (more: object = {}): Promise<string> =>
    (await who('teacher1').get(adjustCourseApply, form(more))).applyId;
  const lastNode = async (applyId: string, isAllSchool: '0' | '1' = '0') => {
    const { revision } = await who('registrar1').get(approvalDetail, { applyId });
    return (
      await who('registrar1').get(approve, {
        approvalStatus: '0',
        isAllSchool,
        adjustCourseApprove: '1',
        keyList: [applyId],
        revisions: { [applyId]: revision },
      })
    ).results[applyId];
  };

  it('is about an own meeting of the semester', async () => {
    const { list, weeks } = await who('teacher1').get(adjustCourseSchedules, {});
    expect(list.map(({ scheduleId, xqdm, headCount }) => [scheduleId, xqdm, headCount])).toEqual([
      ['SC1', '1', 2],
      ['SC2', '1', 1],
    ]);
    // The semester of 18 weeks began sixty days ago.
    expect(weeks).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
    expect(await who('teacher2').call(adjustCourseApply, form())).toMatchObject({ code: 'ADJUST_COURSE_NO_SCHEDULE' });
    expect(await who('dean1').call(adjustCourseApply, form())).toMatchObject({ status: 403 });
  });

  it.each([
    ['a week without a meeting', { week: 17 }, 'ADJUST_COURSE_WEEK'],
    ['nothing new', { after: { week: 9, weekday: 1, period: '1-2', jsh: 'A101' } }, 'ADJUST_COURSE_SAME'],
    [
      'nothing new, the room by its id',
      { scheduleId: 'SC2', after: { week: 9, weekday: 2, period: '3-4', jsh: 'A102' } },
      'ADJUST_COURSE_SAME',
    ],
    ['no new time', { after: undefined }, 'ADJUST_COURSE_NO_AFTER'],
    ['a teacher who does not exist', { after: { ...after, gh: 'T99' } }, 'ADJUST_COURSE_NO_TEACHER'],
    ['a room by its name only', { after: { week: 10, weekday: 6, period: '3-4', room: 'A105' } }, 'INVALID_INPUT'],
    ['no reason', { reason: ' ' }, 'INVALID_INPUT'],
    [
      'APPROVAL-77: a time at which the teacher has another class',
      { after: { week: 10, weekday: 2, period: '3-4', jsh: 'A900' } },
      'APPROVAL_COURSE_CONFLICT',
    ],
    [
      'APPROVAL-77: a room that is taken, by what the timetable calls it',
      { after: { week: 10, weekday: 3, period: '1-2', jsh: 'B201' } },
      'APPROVAL_COURSE_CONFLICT',
    ],
  ])('is refused for %s', async (_title, more, code) => {
    expect(await who('teacher1').call(adjustCourseApply, form(more as object))).toMatchObject({ code });
  });

  it.each([
    ['a week that is over', { week: 8 }, 'week', '第 8 周已过，请选择第 9 周及以后'],
    ['a new week that is over', { after: { ...after, week: 8 } }, 'after.week', '第 8 周已过，请选择第 9 周及以后'],
    [
      'a week that the semester does not have',
      { after: { ...after, week: 19 } },
      'after.week',
      '本学期共 18 周，没有第 19 周',
    ],
    [
      'a period that nobody has',
      { after: { ...after, period: '12-13' } },
      'after.period',
      '没有“12-13”这一节次，请重新选择',
    ],
    [
      'a room that does not exist',
      { after: { ...after, jsh: 'A404' } },
      'after.jsh',
      '所选教室不存在或已停用，请重新选择',
    ],
    ['a room out of use', { after: { ...after, jsh: 'A1' } }, 'after.jsh', '所选教室不存在或已停用，请重新选择'],
    ['a room for no classes', { after: { ...after, jsh: 'A2' } }, 'after.jsh', '所选教室不存在或已停用，请重新选择'],
    [
      'a teacher who has left',
      { after: { ...after, gh: 'T98' } },
      'after.gh',
      '代课教师“T98”不存在或不在职，请重新选择',
    ],
    [
      'a substitute who is oneself',
      { adjustType: '4', after: { ...after, gh: 'T01' } },
      'after.gh',
      '代课须选择本人以外的教师',
    ],
  ] as const)('is refused for %s, at its field', async (_title, more, field, message) => {
    expect(await who('teacher1').call(adjustCourseApply, form(more))).toMatchObject({
      status: 400,
      fieldErrors: [{ field, message }],
    });
  });

  it('tells what stands in the way before it is sent, for own meetings; weeks end with the parameter', async () => {
    const wanted = { scheduleId: 'SC1', week: 9, newWeek: 10, newWeekday: 2, period: '4-5', jsh: 'A102' };
    const { list } = await who('teacher1').get(adjustCourseClashes, wanted);
    expect(list.map((clash) => clash.with)).toEqual(['room', 'teacher']);
    expect(list[0]).toMatchObject({
      week: 10,
      weekday: 2,
      period: '3-4',
      courseName: '数据结构',
      teacherName: '王老师',
    });
    expect((await who('teacher1').get(adjustCourseClashes, { ...wanted, newWeekday: 6 })).list).toEqual([]);
    expect(await who('teacher2').call(adjustCourseClashes, wanted)).toMatchObject({
      code: 'ADJUST_COURSE_NO_SCHEDULE',
    });
    // PICKERS-113, PICKERS-114
    const most = (value: string) =>
      school.pool.query(`update base.parameter set para_value = $1 where para_name = '学期最大周数'`, [value]);
    await most('10');
    expect(await who('teacher1').call(adjustCourseApply, form({ after: { ...after, week: 11 } }))).toMatchObject({
      fieldErrors: [{ field: 'after.week', message: '所填写周次大于最大周次' }],
    });
    expect(Math.max(...(await who('teacher1').get(adjustCourseSchedules, {})).weeks)).toBe(10);
    await most('25');
  });

  it('compares rooms by id where both sides have one, else by text, and periods by their lessons', async () => {
    const conflict = async (weekday: number, period: string, room: string, jsh: string | null): Promise<boolean> => {
      const place = {
        semesterId: SEMESTER,
        teachingClassId: 'TC9',
        weeks: [10],
        weekday,
        period,
        room,
        jsh,
        gh: 'T09',
      };
      return (await findClashes(school.pool, place, { scheduleId: 'SC9', week: 10 })).length > 0;
    };
    // SC2 on weekday 2, lessons 3-4, has the room A102; SC3 on weekday 3 has the text B201.
    expect([
      await conflict(2, '3-4', 'A102多媒体教室', 'A102'),
      await conflict(2, '3-4', '多媒体教室', 'A105'),
      await conflict(2, '3-4', '多媒体教室', null),
    ]).toEqual([true, false, true]);
    expect([
      await conflict(3, '1-2', 'B201', 'B201'),
      await conflict(3, '1-2', 'B201', null),
      await conflict(3, '1-2', 'B202', 'B202'),
    ]).toEqual([true, true, false]);
    expect(
      await Promise.all(['4-5', '4', '1-3', '5-6', '1-2', '2'].map((period) => conflict(2, period, '', 'A102'))),
    ).toEqual([true, true, true, false, false, false]);
  });

  // APPROVAL-45, APPROVAL-48, APPROVAL-49, APPROVAL-65, APPROVAL-89
  it('goes through the shared engine, with its process code, the all-school choice and its own detail', async () => {
    const applyId = await apply();
    const item = (await who('dean1').get(queryApprovals, { type: '1' })).list.find((one) => one.applyId === applyId);
    expect(item).toMatchObject({
      processNo: 'TTKSQ',
      factUseProcessCode: 'TTKSQ',
      businessFileTable: null,
      needRadio: '1',
      mayApprove: true,
    });
    expect(await who('dean1').get(adjustCourseDetail, { applyId })).toMatchObject({
      applyId,
      creatorRole: '06',
      adjustType: '1',
      adjustTypeName: '调课',
      courseName: '程序设计基础',
      before: { week: 9, weekday: 1, period: '1-2', room: 'A101', teacherName: '王老师' },
      after: { week: 10, weekday: 6, period: '3-4', room: 'A105', teacherName: '王老师' },
      conflict: false,
      clashedWith: null,
    });
    for (const stranger of ['dean2', 'teacher2'])
      expect(await who(stranger).call(adjustCourseDetail, { applyId }), stranger).toMatchObject({
        status: 404,
        code: 'APPROVAL_NOT_FOUND',
      });
    expect(await decide(who('dean1'), applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '2' } });
    expect(await lastNode(applyId, '1')).toMatchObject({ code: '200', data: { approvalBusinessStatus: '9' } });
    expect(await who('teacher1').get(approvalDetail, { applyId })).toMatchObject({
      approvalBusinessStatus: '9',
      isAllSchool: '1',
    });
    const { rows } = await school.pool.query(
      'select schedule_id, week, after_week, after_room, after_jsh, after_gh from base.class_schedule_change',
    );
    expect(rows).toEqual([
      { schedule_id: 'SC1', week: 9, after_week: 10, after_room: 'A105', after_jsh: 'A105', after_gh: 'T01' },
    ]);
  });

  // APPROVAL-77
  it('that conflicts with what took effect since is not passed, and says so; it can still be rejected', async () => {
    const [first, second] = [
      await apply({ week: 11, after: { ...after, week: 12 } }),
      await apply({ scheduleId: 'SC2', week: 11, after: { ...after, week: 12, jsh: 'A106' } }),
    ];
    for (const applyId of [first, second]) await decide(who('dean1'), applyId, '0');
    expect(await lastNode(first)).toMatchObject({ code: '200' });
    expect(await lastNode(second)).toMatchObject({
      code: 'APPROVAL_COURSE_CONFLICT',
      message: '所申请调整的课程存在冲突，请检查后再试',
    });
    expect((await who('registrar1').get(adjustCourseDetail, { applyId: second })).conflict).toBe(true);
    expect(
      await decide(who('registrar1'), second, '2', { backNode: '0', approvalOpinion: '与他课冲突' }),
    ).toMatchObject({ code: '200', data: { approvalBusinessStatus: '3' } });
  });

  it('that passed while its room was being taken says so, to whoever looks at it and to the applicant', async () => {
    await school.pool.query(
      `insert into base.claim (kind, thing, unit, holder, at) values ('room', $1, 3, 'another', now())`,
      [`${SEMESTER}:15:6:A105`],
    );
    const applyId = await apply({ week: 14, after: { ...after, week: 15 } });
    await decide(who('dean1'), applyId, '0');
    expect(await lastNode(applyId)).toMatchObject({ code: '200', data: { approvalBusinessStatus: '9' } });
    await expect
      .poll(async () => (await who('teacher1').get(adjustCourseDetail, { applyId })).clashedWith)
      .toBe('教室');
    const { rows } = await school.pool.query(
      `select title from base.system_message_entity join base.system_message_audience using (system_message_entity_id)
        where user_name = 'teacher1' and content like '%教室已被占用，未能生效%'`,
    );
    expect(rows).toEqual([{ title: expect.stringMatching(/未生效$/) as string }]);
  });

  it('that came back is corrected by its applicant and sent again, as its next round', async () => {
    const applyId = await apply({ week: 16, after: { ...after, week: 17 } });
    const again = async (name: string) => (await who(name).get(adjustCourseDetail, { applyId })).again;
    const correct = (more: object = {}) => form({ applyId, week: 16, after: { ...after, week: 18 }, ...more });
    expect(await again('teacher1')).toBeNull();
    expect(await who('teacher1').call(adjustCourseApply, correct())).toMatchObject({
      code: 'ADJUST_COURSE_NOT_EDITABLE',
    });
    await decide(who('dean1'), applyId, '2', { backNode: '0', approvalOpinion: '换一周' });
    await expect
      .poll(() => again('teacher1'))
      .toEqual({
        scheduleId: 'SC1',
        week: 16,
        gh: 'T01',
        after: { week: 17, weekday: 6, period: '3-4', jsh: 'A105', room: 'A105', gh: 'T01', teacherName: '王老师' },
      });
    expect(await again('dean1')).toBeNull();
    expect(await who('teacher2').call(adjustCourseApply, correct({ scheduleId: 'SC2' }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const sent = correct();
    expect(await who('teacher1').get(adjustCourseApply, sent)).toEqual({ applyId });
    expect(await who('teacher1').get(adjustCourseApply, sent)).toEqual({ applyId });
    expect(await who('dean1').get(approvalDetail, { applyId })).toMatchObject({
      round: 2,
      approvalBusinessStatus: '1',
    });
    expect((await who('dean1').get(adjustCourseDetail, { applyId })).after?.week).toBe(18);
    // Taken back by its applicant, it may be sent once more.
    expect(await who('teacher1').call(recallApproval, { commandId: commandId(), applyId })).toMatchObject({
      code: '200',
    });
    await expect.poll(async () => (await again('teacher1'))?.after?.week).toBe(18);
    expect(await who('teacher1').get(adjustCourseApply, correct())).toEqual({ applyId });
    expect(await who('teacher1').get(approvalDetail, { applyId })).toMatchObject({ round: 3 });
  });

  it('is sent once however often the request is repeated', async () => {
    const sent = form({ adjustType: '2', week: 13, after: undefined });
    const [one, two] = [
      await who('teacher1').get(adjustCourseApply, sent),
      await who('teacher1').get(adjustCourseApply, sent),
    ];
    expect(two).toEqual(one);
    expect((await who('teacher1').get(adjustCourseDetail, one)).after).toBeNull();
  });
});

describe('a check of student information', () => {
  const change = (updateFieldCode: 'studentName' | 'namePinyin' | 'sexCode', updateFieldValue: string) => ({
    updateFieldCode,
    updateFieldValue,
    updateInfo: '户口簿',
  });
  const rowsOf = async (name: string, applyId: string) => who(name).get(infoCheckRows, { applyId });
  let applyId: string;

  it('is asked for in scope, with something that changes', async () => {
    const form = {
      commandId: commandId(),
      studentId: 'S2026001',
      changes: [change('studentName', '张三丰'), change('namePinyin', 'zhangsanfeng')],
    };
    expect(await who('teacher1').call(infoCheckApply, form)).toMatchObject({ status: 403 });
    expect(await who('office1').call(infoCheckApply, { ...form, studentId: 'S404' })).toMatchObject({
      code: 'OUT_OF_SCOPE',
    });
    expect(
      await who('office1').call(infoCheckApply, { ...form, changes: [change('studentName', '张三')] }),
    ).toMatchObject({ code: 'INFO_CHECK_SAME' });
    expect(
      await who('office1').call(infoCheckApply, {
        ...form,
        changes: [change('namePinyin', 'a'), change('namePinyin', 'b')],
      }),
    ).toMatchObject({ code: 'INFO_CHECK_TWICE' });
    applyId = (await who('office1').get(infoCheckApply, form)).applyId;
  });

  // APPROVAL-85, APPROVAL-86
  it("its rows have the specification's fields and are shown to those whom it concerns", async () => {
    const { rows, mayToggle } = await rowsOf('clerk1', applyId);
    expect(mayToggle).toBe(true);
    expect(rows[0]).toEqual({
      id: `${applyId}:studentName`,
      applyId,
      updateField: '姓名',
      updateFieldCode: 'studentName',
      updateInfo: '户口簿',
      preUpdateFieldValue: '张三',
      updateFieldValue: '张三丰',
      isEffective: '1',
      preUpdateText: '张三',
      updateText: '张三丰',
    });
    expect((await rowsOf('office1', applyId)).mayToggle).toBe(false);
    for (const stranger of ['dean2', 'teacher1'])
      expect(await who(stranger).call(infoCheckRows, { applyId }), stranger).toMatchObject({ status: 404 });
  });

  it('APPROVAL-87, APPROVAL-88: an approver of the current node turns a row off and on; others may not', async () => {
    const id = `${applyId}:namePinyin`;
    for (const name of ['office1', 'registrar1', 'dean1'])
      expect((await who(name).call(infoCheckToggle, { commandId: commandId(), id })).code, name).not.toBe('200');
    expect(await who('clerk1').get(infoCheckToggle, { commandId: commandId(), id })).toEqual({ id, isEffective: '0' });
    expect(await who('clerk1').get(infoCheckToggle, { commandId: commandId(), id })).toEqual({ id, isEffective: '1' });
    expect(await who('clerk1').get(infoCheckToggle, { commandId: commandId(), id })).toEqual({ id, isEffective: '0' });
    expect((await rowsOf('auditor1', applyId)).rows.map(({ isEffective }) => isEffective)).toEqual(['1', '0']);
  });

  // APPROVAL-60
  it('of type 0 it is passed or not passed; what passes writes the rows in effect, and those only', async () => {
    expect(await who('clerk1').get(approvalConfig, { instanceIds: applyId })).toMatchObject({
      status: '0',
      approvalType: '0',
      nodes: [],
    });
    expect(await decide(who('clerk1'), applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '2' } });
    expect(await decide(who('registrar1'), applyId, '0')).toMatchObject({ data: { approvalBusinessStatus: '9' } });
    const { rows } = await school.pool.query('select student_name, xmpy from base.student where student_code = $1', [
      'S2026001',
    ]);
    expect(rows).toEqual([{ student_name: '张三丰', xmpy: 'zhangsan' }]);
    expect(
      await who('clerk1').call(infoCheckToggle, { commandId: commandId(), id: `${applyId}:namePinyin` }),
    ).toMatchObject({
      code: 'INFO_CHECK_ROW_GONE',
    });
  });

  it('APPROVAL-81: what cannot be configured comes with a status other than 0 and the words for it', async () => {
    expect(await who('teacher2').get(approvalConfig, { instanceIds: applyId })).toMatchObject({
      status: '1',
      message: '申请不存在或您无权查看',
    });
  });
});

// APPROVAL-53, APPROVAL-54, APPROVAL-52
it('the log by business id and process names node, result, remark, time, person and department', async () => {
  const { applyId } = await who('office1').get(infoCheckApply, {
    commandId: commandId(),
    studentId: 'S2026002',
    changes: [{ updateFieldCode: 'namePinyin', updateFieldValue: 'li si', updateInfo: '更正' }],
  });
  await decide(who('clerk1'), applyId, '1', { approvalOpinion: '无依据' });
  const { list } = await who('office1').get(approvalLog, { businessId: applyId, processNo: 'XSXXHD' });
  expect(list.find(({ kind }) => kind === 'decided')).toMatchObject({
    processNodeName: '院系教务员初审',
    processNodeResult: '1',
    processNodeResultName: '不通过',
    processNodeRemark: '无依据',
    processNodeExamineTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
    auditPersonName: '孙教务',
    auditPersonDepartmentName: '计算机学院',
  });
});
