import { describe, expect, it } from 'vitest';
import { adjustmentOf, adjustmentProblems, newAdjustment } from './adjust-course.model.ts';
import { delegationProblems } from './delegation.model.ts';

const now = Date.parse('2026-11-20T00:00:00+08:00');
const form = { toUser: 'dean2', processNos: [], beginTime: '2026-11-20 08:00:00', endTime: '2026-11-25 08:00:00', reason: '出差' };

describe('设置审批代理', () => {
  it('needs a person, both times and a reason, at most ninety days, ending later than it begins and than now', () => {
    expect(delegationProblems(form, now)).toEqual({});
    expect(delegationProblems({ toUser: null, processNos: [], beginTime: null, endTime: null, reason: ' ' }, now)).toEqual({ toUser: '必填', beginTime: '必填', endTime: '必填', reason: '必填' });
    expect(delegationProblems({ ...form, endTime: '2027-02-18 08:00:00' }, now)).toEqual({});
    expect(delegationProblems({ ...form, endTime: '2027-02-18 08:00:01' }, now)).toEqual({ endTime: '代理期限最长 90 天' });
    for (const change of [{ endTime: form.beginTime }, { beginTime: '2026-11-01 08:00:00', endTime: '2026-11-10 08:00:00' }]) expect(delegationProblems({ ...form, ...change }, now)).toEqual({ endTime: '结束时间应晚于开始时间和当前时间' });
  });
});

describe('调停课申请', () => {
  it('needs no new place for a cancelled meeting, and a teacher for one that is handed over', () => {
    expect(Object.keys(adjustmentProblems(newAdjustment))).toEqual(['scheduleId', 'week', 'reason', 'newWeek', 'newWeekday', 'period', 'room']);
    expect(Object.keys(adjustmentProblems({ ...newAdjustment, adjustType: '2' }))).toEqual(['scheduleId', 'week', 'reason']);
    expect(Object.keys(adjustmentProblems({ ...newAdjustment, adjustType: '4' }))).toContain('gh');
    const filled = { ...newAdjustment, scheduleId: 'S1', week: '3', newWeek: '4', newWeekday: '5', period: '3-4', room: ' A1 ', reason: ' 开会 ' };
    expect(adjustmentOf(filled)).toEqual({ scheduleId: 'S1', week: 3, adjustType: '1', reason: '开会', after: { week: 4, weekday: 5, period: '3-4', room: 'A1' } });
    expect(adjustmentOf({ ...filled, adjustType: '2' })).not.toHaveProperty('after');
  });
});
