import type { ClassroomRow } from '@jwxt/contracts/base-info/classroom.operations.ts';
import { describe, expect, it } from 'vitest';
import { adjustmentOf, adjustmentProblems, newAdjustment, refusedAdjustment, weeksOf } from './adjust-course.model.ts';
import { delegationProblems } from './delegation.model.ts';

const now = Date.parse('2026-11-20T00:00:00+08:00');
const form = {
  toUser: 'dean2',
  processNos: [],
  beginTime: '2026-11-20 08:00:00',
  endTime: '2026-11-25 08:00:00',
  reason: '出差',
};

describe('设置审批代理', () => {
  it('needs a person, both times and a reason, at most ninety days, ending later than it begins and than now', () => {
    expect(delegationProblems(form, now)).toEqual({});
    expect(
      delegationProblems({ toUser: null, processNos: [], beginTime: null, endTime: null, reason: ' ' }, now),
    ).toEqual({ toUser: '必填', beginTime: '必填', endTime: '必填', reason: '必填' });
    expect(delegationProblems({ ...form, endTime: '2027-02-18 08:00:00' }, now)).toEqual({});
    expect(delegationProblems({ ...form, endTime: '2027-02-18 08:00:01' }, now)).toEqual({
      endTime: '代理期限最长 90 天',
    });
    for (const change of [
      { endTime: form.beginTime },
      { beginTime: '2026-11-01 08:00:00', endTime: '2026-11-10 08:00:00' },
    ])
      expect(delegationProblems({ ...form, ...change }, now)).toEqual({ endTime: '结束时间应晚于开始时间和当前时间' });
  });
});

describe('调停课申请', () => {
  it('needs no new place for a cancelled meeting, and a teacher for one that is handed over', () => {
    expect(Object.keys(adjustmentProblems(newAdjustment))).toEqual([
      'scheduleId',
      'week',
      'reason',
      'newWeek',
      'newWeekday',
      'period',
      'room',
    ]);
    expect(Object.keys(adjustmentProblems({ ...newAdjustment, adjustType: '2' }))).toEqual([
      'scheduleId',
      'week',
      'reason',
    ]);
    expect(Object.keys(adjustmentProblems({ ...newAdjustment, adjustType: '4' }))).toContain('teacher');
    const filled = {
      ...newAdjustment,
      scheduleId: 'S1',
      week: '3',
      newWeek: '4',
      newWeekday: '5',
      period: '3-4',
      room: { jsh: 'R1', jsmc: 'A1' } as ClassroomRow,
      reason: ' 开会 ',
    };
    expect(adjustmentOf(filled)).toEqual({
      scheduleId: 'S1',
      week: 3,
      adjustType: '1',
      reason: '开会',
      after: { week: 4, weekday: 5, period: '3-4', jsh: 'R1' },
    });
    expect(adjustmentOf({ ...filled, teacher: { gh: 'T2', xm: '李华' } }).after).toMatchObject({ gh: 'T2' });
    expect(adjustmentOf({ ...filled, adjustType: '2' })).not.toHaveProperty('after');
  });

  it('offers weeks not over, of the meeting and of the semester', () => {
    const meeting = {
      teachingClassCode: 'C',
      teachingClassName: '1班',
      courseName: '数据结构',
      weeks: '1-12',
      weekday: 1,
      room: 'A1',
      xqdm: '1',
      headCount: 30,
    };
    const schedules = {
      list: [
        { ...meeting, scheduleId: 'S1', period: '3-4' },
        { ...meeting, scheduleId: 'S2', period: '3-5', weeks: '1-9' },
      ],
      weeks: [10, 11, 12, 13, 14],
    };
    expect([weeksOf(schedules, 'S1'), weeksOf(schedules, 'S2').held, weeksOf(schedules, null).held]).toEqual([
      { held: [10, 11, 12], open: schedules.weeks },
      [],
      [],
    ]);
  });

  it('shows what the server refused at its field', () => {
    expect(
      refusedAdjustment([
        { field: 'after.jsh', message: '停用' },
        { field: 'after.gh', message: '离职' },
        { field: 'week', message: '已过' },
        { field: 'other', message: '?' },
      ]),
    ).toEqual({ room: '停用', teacher: '离职', week: '已过' });
  });
});
