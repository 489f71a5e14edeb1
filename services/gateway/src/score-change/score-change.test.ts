import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyScoreChangeOperation, queryScoreChanges, scoreChangeDetail } from '@jwxt/contracts/score/score-change.operations.ts';
import { sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { approvalStatistics, entryProgress, scoreStatistics } from '@jwxt/contracts/statistics/statistics.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let teacher: Browser;
let dean: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [teacher, dean] = [await school.browser('teacher1'), await school.browser('dean1')];
  await decide(dean, await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '80' }, S2026002: { ps: '60', qm: '61' } }), '0');
});
afterAll(() => school.stop());

const change = (before: string, after: string) => ({
  teachingClassId: 'TC1', scoreType: '1' as const, reason: '加分有误', commandId: crypto.randomUUID(), rows: [{ studentCode: 'S2026001', items: { qm: { before, after } } }],
});

describe('changing a published score', () => {
  it('SCORE-CHANGE-02, SCORE-CHANGE-03: tells every change before and after, and takes effect when it has passed', async () => {
    const { applyId } = await teacher.get(applyScoreChangeOperation, change('80.0', '85'));
    expect(await teacher.get(sheet, { teachingClassId: 'TC1' })).toMatchObject({ openChangeApplyId: applyId, readOnlyReason: '成绩已审核通过，只能通过成绩更改申请修改' });
    expect((await teacher.get(queryScoreChanges, {})).rows).toMatchObject([{ applyId, summary: '张三：期末成绩', studentNum: 1, scoreChangeApplyStatusName: '待审核' }]);
    expect(await dean.get(scoreChangeDetail, { applyId })).toMatchObject({
      courseName: '程序设计基础', courseCredit: '4.0', coursePersonCount: 2, teacherName: '王老师、陈老师', importTeacher: '王老师',
      rows: [{ studentName: '张三', items: { qm: { before: '80.0', after: '85.0' } }, scoreChange: '期末成绩', finalBefore: '80.00', finalAfter: '83.00', administrativeClassName: '101班' }],
    });
    await decide(dean, applyId, '0');
    await decide(await school.browser('registrar1'), applyId, '0');
    expect((await teacher.get(sheet, { teachingClassId: 'TC1' })).rows[0]).toMatchObject({ items: { qm: '85.0' }, studentScoreFinalValue: '83.00' });
  });

  it('is refused when the published value is not what the teacher saw, or while another one is open', async () => {
    expect(await teacher.call(applyScoreChangeOperation, change('80.0', '90'))).toMatchObject({ status: 409, code: 'CHANGE_BASE_MOVED' });
    await teacher.get(applyScoreChangeOperation, change('85.0', '86'));
    expect(await teacher.call(applyScoreChangeOperation, change('85.0', '87'))).toMatchObject({ status: 409, code: 'APPROVAL_OPEN_EXISTS' });
  });

  it('is not shown outside its unit, nor to other teachers', async () => {
    const { rows } = await teacher.get(queryScoreChanges, { keyword: '程序设计' });
    expect(rows).toHaveLength(2);
    for (const stranger of ['dean2', 'teacher2']) {
      const browser = await school.browser(stranger);
      expect((await browser.get(queryScoreChanges, {})).total, stranger).toBe(0);
      expect(await browser.call(scoreChangeDetail, { applyId: rows[0]?.applyId ?? '' }), stranger).toMatchObject({ status: 404 });
    }
    expect((await (await school.browser('teacher1b')).get(queryScoreChanges, { teachingClassId: 'TC1' })).total).toBe(2);
  });
});

describe('statistics', () => {
  it('count published scores, by group and altogether, inside the scope', async () => {
    for (const groupBy of ['course', 'class', 'department', 'semester'] as const) {
      const { groups, all, histogram } = await dean.get(scoreStatistics, { groupBy });
      expect(groups, groupBy).toMatchObject([{ personNum: 2, scoredNum: 2, passedNum: 2, passRate: 1000, mean: 7180, bands: [0, 1, 0, 1, 0] }]);
      expect(all).toMatchObject({ mean: 7180 });
      expect(histogram).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 1, 0]);
    }
    expect(await (await school.browser('dean2')).get(scoreStatistics, {})).toEqual({ groups: [], all: null, histogram: Array.from({ length: 10 }, () => 0) });
  });

  it('of turnaround and of entry', async () => {
    const { nodes } = await dean.get(approvalStatistics, {});
    expect(nodes.find(({ processNodeId }) => processNodeId === 'ZKCJSP-1')).toMatchObject({ decided: 1, passed: 1, waiting: 0, processName: '正考成绩审批' });
    expect((await dean.get(entryProgress, {})).departments).toEqual([
      { departmentId: '101', departmentName: '计算机学院', total: 2, empty: 1, entering: 0, returned: 0, submitted: 0, passed: 1 },
    ]);
    expect((await (await school.browser('registrar1')).get(entryProgress, { semesterId: '2026-2027-1' })).departments).toHaveLength(2);
  });
});
