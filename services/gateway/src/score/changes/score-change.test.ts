import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  applyScoreChangeOperation,
  queryScoreChanges,
  scoreChangeDetail,
} from '@jwxt/contracts/score/score-change.operations.ts';
import {
  auditScoreChange,
  exportScoreChangeAudits,
  queryScoreChangeAudits,
  scoreChangeStudents,
} from '@jwxt/contracts/score/score-change-audit.operations.ts';
import {
  exportScoreChangeHistory,
  queryScoreChangeHistory,
} from '@jwxt/contracts/score/score-change-history.operations.ts';
import {
  exportScoreAnalysis,
  queryScoreAnalysis,
  scoreAnalysisDetail,
} from '@jwxt/contracts/statistics/score-analysis.operations.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import {
  approvalStatistics,
  entryProgress,
  scoreStatistics,
} from '@jwxt/contracts/statistics/statistics.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { auditScore } from '@jwxt/contracts/audit/audit.operations.ts';
import { businessFiles } from '@jwxt/contracts/file/file.operations.ts';
import { SCORE_CHANGE_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { uploadAs } from '../../file/upload-client.fixture.ts';
import { approvalDetail, recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { readXlsx } from 'hucre/xlsx';
import { decide, submitSheet } from '../../testing/score-steps.ts';
import { startSchool, type School } from '../../testing/school.ts';

let school: School;
let teacher: Browser;
let dean: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [teacher, dean] = [await school.browser('teacher1'), await school.browser('dean1')];
  await decide(
    dean,
    await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '80' }, S2026002: { ps: '60', qm: '61' } }),
    '0',
  );
});
afterAll(() => school.stop());

const change = (before: string, after: string) => ({
  teachingClassId: 'TC1',
  scoreType: '1' as const,
  reason: '加分有误',
  commandId: crypto.randomUUID(),
  rows: [{ studentCode: 'S2026001', items: { qm: { before, after } } }],
});

describe('changing a published score', () => {
  // SCORE-CHANGE-02, SCORE-CHANGE-03
  it('tells every change before and after, and takes effect when it has passed', async () => {
    const { applyId } = await teacher.get(applyScoreChangeOperation, change('80.0', '85'));
    expect(await teacher.get(sheet, { teachingClassId: 'TC1' })).toMatchObject({
      openChanges: [{ applyId, studentCodes: ['S2026001'] }],
      readOnlyReason: '成绩已审核通过，只能通过成绩更改申请修改',
    });
    expect((await teacher.get(queryScoreChanges, {})).rows).toMatchObject([
      { applyId, summary: '张三：期末成绩', studentNum: 1, scoreChangeApplyStatusName: '待审核' },
    ]);
    expect(await dean.get(scoreChangeDetail, { applyId })).toMatchObject({
      courseName: '程序设计基础',
      courseCredit: '4.0',
      coursePersonCount: 2,
      teacherName: '王老师、陈老师',
      importTeacher: '王老师',
      rows: [
        {
          studentName: '张三',
          items: { qm: { before: '80.0', after: '85.0' } },
          scoreChange: '期末成绩',
          finalBefore: '80.00',
          finalAfter: '83.00',
          administrativeClassName: '101班',
        },
      ],
    });
    await decide(dean, applyId, '0');
    await decide(await school.browser('registrar1'), applyId, '0');
    expect((await teacher.get(sheet, { teachingClassId: 'TC1' })).rows[0]).toMatchObject({
      items: { qm: '85.0' },
      studentScoreFinalValue: '83.00',
    });
  });

  it('is refused when the published value is not what the teacher saw, or while another one is open', async () => {
    expect(await teacher.call(applyScoreChangeOperation, change('80.0', '90'))).toMatchObject({
      status: 409,
      code: 'CHANGE_BASE_MOVED',
    });
    await teacher.get(applyScoreChangeOperation, change('85.0', '86'));
    expect(await teacher.call(applyScoreChangeOperation, change('85.0', '87'))).toMatchObject({
      status: 409,
      code: 'APPROVAL_OPEN_EXISTS',
    });
  });

  it('is not shown outside its unit, nor to other teachers', async () => {
    const { rows } = await teacher.get(queryScoreChanges, { keyword: '程序设计' });
    expect(rows).toHaveLength(2);
    for (const stranger of ['dean2', 'teacher2']) {
      const browser = await school.browser(stranger);
      expect((await browser.get(queryScoreChanges, {})).total, stranger).toBe(0);
      expect(await browser.call(scoreChangeDetail, { applyId: rows[0]?.applyId ?? '' }), stranger).toMatchObject({
        status: 404,
      });
    }
    expect((await (await school.browser('teacher1b')).get(queryScoreChanges, { teachingClassId: 'TC1' })).total).toBe(
      2,
    );
  });
});

describe('a change that is sent back', () => {
  // SCORE-CHANGE-06
  it('tells its applicant why, is found by its student, and says nothing more once it is sent again', async () => {
    const { applyId } = (await teacher.get(queryScoreChanges, { keyword: '张三' })).rows.find(
      (row) => row.scoreChangeApplyStatus === '1',
    )!;
    await decide(dean, applyId, '2', { backNode: '0', approvalOpinion: '请附试卷' });
    expect(await teacher.get(scoreChangeDetail, { applyId })).toMatchObject({
      scoreChangeApplyStatus: '3',
      opinion: '请附试卷',
    });
    await teacher.get(applyScoreChangeOperation, { ...change('85.0', '86'), applyId });
    expect(await teacher.get(scoreChangeDetail, { applyId })).toMatchObject({
      scoreChangeApplyStatus: '1',
      opinion: null,
    });
    expect((await teacher.get(queryScoreChanges, { keyword: '2026002' })).total).toBe(0);
  });
});

describe('the audit of changes', () => {
  let applyId: string;
  /** The one that the case above left open. */
  beforeAll(async () => {
    applyId = (await teacher.get(queryScoreChanges, {})).rows.find(
      ({ scoreChangeApplyStatus }) => scoreChangeApplyStatus === '1',
    )!.applyId;
  });

  // SCORE-CHANGE-01, SCORE-CHANGE-11
  it('lists what waits for the person, what has passed, and all, by every filter and in scope', async () => {
    expect([queryScoreChangeAudits.path, permissionOf(queryScoreChangeAudits)]).toEqual([
      '/score/scoreChangeAudit/query',
      'scoreChangeAudit:detail',
    ]);
    const idsOf = async (filter: object, browser = dean) =>
      (await browser.get(queryScoreChangeAudits, filter)).rows.map((row) => row.applyId);
    expect(await idsOf({ view: 'todo' })).toEqual([applyId]);
    expect(await dean.get(queryScoreChangeAudits, { view: 'all' })).toMatchObject({
      total: 2,
      todo: 1,
      rows: [{ applyId, awaitsMe: true, departmentName: '计算机学院' }, { awaitsMe: false }],
    });
    expect(await idsOf({ view: 'passed' })).toHaveLength(1);
    expect(await idsOf({ view: 'passed' })).not.toContain(applyId);
    const registrar = await school.browser('registrar1');
    expect(await registrar.get(queryScoreChangeAudits, { view: 'todo' })).toMatchObject({ total: 0, todo: 0 });
    expect(await idsOf({ view: 'all' }, registrar)).toHaveLength(2);
    for (const match of [
      { courseName: '程序' },
      { courseName: 'COMP1001' },
      { teachingClassName: '计算机1' },
      { applicantName: '王' },
      { studentName: '张三' },
      { studentName: '2026001' },
      { semesterId: '2026-2027-1' },
      { departmentId: '101' },
      { scoreType: '1' },
      { approvalBusinessStatus: '1' },
    ]) {
      expect(await idsOf({ view: 'all', ...match }), JSON.stringify(match)).toContain(applyId);
    }
    for (const miss of [
      { courseName: '数学' },
      { teachingClassName: '%' },
      { applicantName: '李' },
      { studentName: '李四' },
      { semesterId: '2025-2026-1' },
      { departmentId: '102' },
      { scoreType: '4' },
      { approvalBusinessStatus: '8' },
    ]) {
      expect(await idsOf({ view: 'all', ...miss }), JSON.stringify(miss)).toEqual([]);
    }
    expect(await idsOf({ view: 'all' }, await school.browser('dean2'))).toEqual([]);
  });

  // SCORE-CHANGE-07, SCORE-CHANGE-08, SCORE-CHANGE-13
  it('tells the header, and the students by application, type, class and semester', async () => {
    expect(await dean.get(scoreChangeDetail, { applyId })).toMatchObject({
      scoreChangeApplyStatus: '1',
      semesterName: '2026-2027学年第一学期',
      courseName: '程序设计基础',
      courseCredit: '4.0',
      teachingClassId: 'TC1',
      teachingClassName: '计算机1班',
      coursePersonCount: 2,
      teacherName: '王老师、陈老师',
      importTeacher: '王老师',
      effectTime: null,
      awaitsMe: true,
    });
    const key = { applyId, scoreType: '1' as const, teachingClassId: 'TC1', semesterId: '2026-2027-1' };
    expect((await dean.get(scoreChangeStudents, key)).list).toEqual([
      {
        studentCode: 'S2026001',
        studentNumber: '2026001',
        studentName: '张三',
        administrativeClassName: '101班',
        gradeMajorName: '2026级专业101',
        items: { qm: { before: '85.0', after: '86.0' } },
        remarkName: '',
        'remarkName!': '',
        scoreChange: '期末成绩',
        finalBefore: '83.00',
        finalAfter: '83.60',
        passedBefore: true,
        passedAfter: true,
        makeupType: '',
      },
    ]);
    for (const other of [{ scoreType: '2' as const }, { teachingClassId: 'TC2' }, { semesterId: '2025-2026-1' }])
      expect(await dean.call(scoreChangeStudents, { ...key, ...other })).toMatchObject({ status: 404 });
  });

  // SCORE-CHANGE-14, SCORE-CHANGE-15
  it('exports what is listed, a line for every changed value, behind its own permission', async () => {
    expect([permissionOf(scoreChangeDetail), permissionOf(exportScoreChangeAudits)]).toEqual([
      'scoreChangeAudit:detail',
      'scoreChangeAudit:exportExcel',
    ]);
    const { bytes: file } = await dean.call(exportScoreChangeAudits, { view: 'todo' });
    const rows = (await readXlsx(file)).sheets[0]!.rows.map((row) => row.map((cell) => cell ?? ''));
    expect(rows).toHaveLength(2);
    const line = Object.fromEntries(rows[0]!.map((head, index) => [String(head), rows[1]![index]]));
    expect(line).toMatchObject({
      学号: '2026001',
      姓名: '张三',
      学分: 4,
      更改项: '期末成绩',
      更改前: 85,
      更改后: 86,
      总评更改前: 83,
      总评更改后: 83.6,
      更改原因: '加分有误',
      状态: '待审核',
    });
    expect(await teacher.call(exportScoreChangeAudits, {})).toMatchObject({ status: 403 });
  });

  // SCORE-CHANGE-10, SCORE-CHANGE-12
  it('decides by keyList, opinion and status: 审核通过; what is no change in scope is not found', async () => {
    const { revision } = await dean.get(approvalDetail, { applyId });
    const decision = { approvalStatus: '0' as const, approvalOpinion: '同意更改', revisions: { [applyId]: revision } };
    expect(
      (await (await school.browser('dean2')).get(auditScoreChange, { keyList: [applyId], ...decision })).results[
        applyId
      ],
    ).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
    const { results } = await dean.get(auditScoreChange, { keyList: [applyId, 'nothing'], ...decision });
    expect(results).toMatchObject({
      [applyId]: { code: '200', message: '审核通过' },
      nothing: { code: 'APPROVAL_NOT_FOUND' },
    });
    expect(await dean.call(auditScoreChange, { keyList: [], approvalStatus: '0', revisions: {} })).toMatchObject({
      status: 400,
      message: '数据丢失，请刷新后重试',
    });
    await decide(await school.browser('registrar1'), applyId, '0');
    expect(await dean.get(scoreChangeDetail, { applyId })).toMatchObject({
      scoreChangeApplyStatus: '9',
      effectTime: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /) as string,
    });
  });
});

describe('statistics', () => {
  it('count published scores, by group and altogether, inside the scope', async () => {
    for (const groupBy of ['course', 'class', 'department', 'semester'] as const) {
      const { groups, all, histogram } = await dean.get(scoreStatistics, { groupBy });
      expect(groups, groupBy).toMatchObject([
        { personNum: 2, scoredNum: 2, passedNum: 2, passRate: 1000, mean: 7210, bands: [0, 1, 0, 1, 0] },
      ]);
      expect(all).toMatchObject({ mean: 7210 });
      expect(histogram).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 1, 0]);
    }
    expect(await (await school.browser('dean2')).get(scoreStatistics, {})).toEqual({
      groups: [],
      all: null,
      histogram: Array.from({ length: 10 }, () => 0),
    });
  });

  it('SCORE-MORE-49: five groupings are analysed inside the scope, a class by its items too', async () => {
    const figures = { personNum: 2, scoredNum: 2, passedNum: 2, mean: '72.10', max: '83.60', min: '60.60' };
    const [row] = (await dean.get(queryScoreAnalysis, {})).rows;
    expect(row).toMatchObject({
      ...figures,
      name: '计算机1班',
      teachingClassId: 'TC1',
      stdDev: '11.50',
      passRate: '100.0',
      bands: [0, 1, 0, 1, 0],
      histogram: [0, 0, 0, 0, 0, 0, 1, 0, 1, 0],
      flags: [],
    });
    for (const [groupBy, names] of [
      ['course', ['程序设计基础']],
      ['teacher', ['王老师', '陈老师']],
      ['major', [expect.any(String)]],
      ['semester', ['2026-2027学年第一学期']],
    ] as const) {
      const { rows, total } = await dean.get(queryScoreAnalysis, { groupBy });
      expect([new Set(rows.map(({ name }) => name)), total], groupBy).toEqual([new Set<unknown>(names), names.length]);
      expect(rows[0], groupBy).toMatchObject({ ...figures, teachingClassId: null });
    }
    const key = { teachingClassId: 'TC1', scoreType: '1' } as const;
    const { items, classes } = await teacher.get(scoreAnalysisDetail, key);
    expect(items.map(({ name, scoredNum, max, min }) => [name, scoredNum, max, min])).toEqual([
      ['平时成绩', 2, '80.00', '60.00'],
      ['期末成绩', 2, '86.00', '61.00'],
    ]);
    expect(classes).toEqual([row]);
    for (const filter of [{ course: 'COMP1001' }, { teacher: '王老师' }, { departmentId: '101' }])
      expect((await dean.get(queryScoreAnalysis, filter)).total).toBe(1);
    for (const filter of [{ course: '高等' }, { teacher: '无此人' }, { scoreType: '2' as const }])
      expect((await dean.get(queryScoreAnalysis, filter)).total).toBe(0);
    const stranger = await school.browser('dean2');
    expect((await stranger.get(queryScoreAnalysis, {})).total).toBe(0);
    expect(await stranger.call(scoreAnalysisDetail, key)).toMatchObject({ status: 404 });
    const { sheets } = await readXlsx((await dean.call(exportScoreAnalysis, {})).bytes);
    expect(sheets[0]?.rows.map((cells) => cells[0])).toEqual(['教学班', '计算机1班']);
  });

  it('SCORE-MORE-24: what changed is told student by student once it took effect, inside the scope', async () => {
    const { rows, total } = await dean.get(queryScoreChangeHistory, {});
    expect(total).toBe(rows.length);
    expect(rows.at(-1)).toMatchObject({
      studentName: '张三',
      courseNum: 'COMP1001',
      itemName: '期末成绩',
      beforeValue: '80.0',
      afterValue: '85.0',
      finalBefore: '80.00',
      reason: '加分有误',
      applicantName: '王老师',
      effectTime: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /) as string,
    });
    const today = rows.at(-1)!.effectTime.slice(0, 10);
    expect(
      (await teacher.get(queryScoreChangeHistory, { student: '张三', effectFrom: today, effectTo: today })).total,
    ).toBe(total);
    for (const filter of [
      { student: '无此人' },
      { course: '高等' },
      { effectTo: '2020-01-01' },
      { applicantName: '无' },
    ])
      expect((await dean.get(queryScoreChangeHistory, filter)).total).toBe(0);
    expect((await (await school.browser('dean2')).get(queryScoreChangeHistory, {})).total).toBe(0);
    const { sheets } = await readXlsx((await dean.call(exportScoreChangeHistory, {})).bytes);
    expect(sheets[0]?.rows).toHaveLength(total + 1);
  });

  it('of turnaround and of entry', async () => {
    const { nodes } = await dean.get(approvalStatistics, {});
    expect(nodes.find(({ processNodeId }) => processNodeId === 'ZKCJSP-1')).toMatchObject({
      decided: 1,
      passed: 1,
      waiting: 0,
      processName: '正考成绩审批',
    });
    expect((await dean.get(entryProgress, {})).departments).toEqual([
      {
        departmentId: '101',
        departmentName: '计算机学院',
        total: 2,
        empty: 1,
        entering: 0,
        returned: 0,
        submitted: 0,
        passed: 1,
      },
    ]);
    expect(
      (await (await school.browser('registrar1')).get(entryProgress, { semesterId: '2026-2027-1' })).departments,
    ).toHaveLength(2);
  });
});

describe('what is attached to a change', () => {
  it('is bound when it is sent; applicant, approvers and audit open it, nobody else; the replay names it', async () => {
    const base = await school.app.listen({ port: 0, host: '127.0.0.1' });
    const applyId = crypto.randomUUID();
    const attach = (by: Browser, fileName: string) =>
      uploadAs(by, base, Buffer.from(fileName), { fileName, businessTable: SCORE_CHANGE_FILES, businessId: applyId });
    const filesFor = async (userName: string) => {
      const asked = { businessTable: SCORE_CHANGE_FILES, businessId: applyId };
      const { data } = await (await school.browser(userName)).call(businessFiles, asked);
      return ((data ?? []) as { name: string }[]).map(({ name }) => name);
    };
    expect(await attach(teacher, '试卷.txt')).toMatchObject({ code: '200' });
    // Before it is sent it is its writer's alone, and nobody else writes there.
    expect(await attach(await school.browser('teacher2'), '别人.txt')).toMatchObject({ code: 'FILE_READ_ONLY' });
    expect([await filesFor('teacher1'), await filesFor('dean1')]).toEqual([['试卷.txt'], []]);
    const asked = {
      ...change('', ''),
      applyId,
      rows: [{ studentCode: 'S2026002', items: { qm: { before: '61.0', after: '58' } } }],
    };
    // An id that an application has already is nobody's to use again.
    const taken = (await teacher.get(queryScoreChanges, {})).rows[0]!.applyId;
    expect(await teacher.call(applyScoreChangeOperation, { ...asked, applyId: taken })).toMatchObject({
      code: 'CHANGE_NOT_EDITABLE',
    });
    expect(await teacher.get(applyScoreChangeOperation, asked)).toEqual({ applyId });
    expect(await dean.get(approvalDetail, { applyId })).toMatchObject({ existsFile: '1' });
    // 60 × 40 % + 58 × 60 % = 58.8: it fails now.
    expect((await dean.get(scoreChangeDetail, { applyId })).effect).toEqual({
      studentNum: 1,
      upNum: 0,
      downNum: 1,
      toPass: [],
      toFail: ['李四'],
      largest: { studentName: '李四', change: -180 },
    });
    for (const reader of ['teacher1', 'dean1', 'registrar1', 'auditor1'])
      expect(await filesFor(reader), reader).toEqual(['试卷.txt']);
    for (const stranger of ['dean2', 'teacher2', 'admin']) expect(await filesFor(stranger), stranger).toEqual([]);
    expect(await attach(teacher, '补充.txt')).toMatchObject({ code: 'FILE_LOCKED' });
    const { rows } = await school.pool.query<{ kept: boolean }>(
      'select kept from base.file_resource where business_id = $1',
      [applyId],
    );
    expect(rows).toEqual([{ kept: true }]);
    const { steps } = await (
      await school.browser('auditor1')
    ).get(auditScore, { studentCode: 'S2026002', courseCode: 'K1' });
    expect(steps.at(-1)?.application).toMatchObject({
      applyId,
      files: { businessTable: SCORE_CHANGE_FILES, businessId: applyId },
    });

    // Taken back it goes on with its files, which nobody has to upload again; nobody else goes on with it.
    await teacher.get(recallApproval, { applyId, commandId: crypto.randomUUID() });
    expect(await attach(teacher, '补充.txt')).toMatchObject({ code: '200' });
    expect(await attach(await school.browser('teacher2'), '别人.txt')).toMatchObject({ code: 'FILE_READ_ONLY' });
    const once = { ...asked, commandId: crypto.randomUUID() };
    expect(await teacher.get(applyScoreChangeOperation, once)).toEqual({ applyId });
    expect(await dean.get(approvalDetail, { applyId })).toMatchObject({ existsFile: '1', round: 2 });
    expect(await filesFor('dean1')).toEqual(['试卷.txt', '补充.txt']);
    expect(await attach(teacher, '更多.txt')).toMatchObject({ code: 'FILE_LOCKED' });
  });
});
