import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import {
  earlierScores,
  entryClasses,
  queryIsExtraData,
  queryScoreValue,
  registerRemark,
  saveScores,
  saveScoresFor,
  scoreInputTime,
  scoreItemProportions,
  semesters,
  sheet,
  submitScores,
  teachingClassDetail,
} from '@jwxt/contracts/score/score-entry.operations.ts';
import { scoreRemarkSetting } from '@jwxt/contracts/score-setting/score-remark.resource.ts';
import { teacherSet } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { loader } from '@jwxt/infra/base-data/command-sender.ts';
import type { Browser } from '../../testing/browser.ts';
import { fillSheet, submitSheet } from '../../testing/score-steps.ts';
import { startSchool, type School } from '../../testing/school.ts';

const sheetTable = readModelTable(scoreSheetModel, 'sheet');

let school: School;
let teacher: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  teacher = await school.browser('teacher1');
});
afterAll(() => school.stop());

const TC1 = { teachingClassId: 'TC1', scoreType: '1' } as const;

describe("the teacher's classes", () => {
  it('are the own ones of the semester, each with its window and state, set up or not', async () => {
    const { rows, total } = await teacher.get(entryClasses, {});
    expect(total).toBe(2);
    expect(
      rows.map((row) => [row.teachingClassId, row.sheetStatus, row.entryState, row.windowState, row.coursePersonCount]),
    ).toEqual([
      ['TC1', '1', 'empty', 'open', 2],
      ['TC3', '0', 'empty', 'open', 1],
    ]);
    expect(rows[0]).toMatchObject({
      teacherName: '王老师、陈老师',
      courseName: '程序设计基础',
      courseCredit: '4.0',
      semesterName: '2026-2027学年第一学期',
    });
    expect(
      (await (await school.browser('teacher2')).get(entryClasses, {})).rows.map((row) => row.teachingClassId),
    ).toEqual(['TC2']);
  });

  it('are found by state and word', async () => {
    expect((await teacher.get(entryClasses, { keyword: '数据结构' })).rows.map((row) => row.teachingClassId)).toEqual([
      'TC3',
    ]);
    expect((await teacher.get(entryClasses, { entryState: 'passed' })).total).toBe(0);
    expect((await teacher.get(entryClasses, { semesterId: '2025-2026-1' })).total).toBe(0);
  });

  it('SCORE-ENTRY-18, BASE-DATA-09: semesters for everybody who is signed in', async () => {
    expect((await (await school.browser('nobody')).get(semesters, {})).list).toEqual([
      { xnxq: '2026-2027-1', xnxqmc: '2026-2027学年第一学期', sfdqxq: '1' },
    ]);
  });
});

describe('a sheet', () => {
  it('SCORE-ENTRY-10…13: has header, items with weights, and a row for every student', async () => {
    const view = await teacher.get(sheet, TC1);
    expect(view.items.map((item) => [item.dataKey, item.scoreSubItemProportion])).toEqual([
      ['ps', 40],
      ['qm', 60],
    ]);
    expect(
      view.rows.map((row) => [row.studentNumber, row.isReExamStudentName, row.items, row.studentScoreFinalValue]),
    ).toEqual([
      ['2026001', '', { ps: null, qm: null }, '-'],
      ['2026002', '重修', { ps: null, qm: null }, '-'],
    ]);
    expect(view).toMatchObject({ editable: true, readOnlyReason: null, passMark: 6000, importTeacher: '王老师' });
  });

  it('is shown to staff in scope, read-only, and to nobody else', async () => {
    expect(await (await school.browser('dean1')).get(sheet, TC1)).toMatchObject({
      editable: false,
      readOnlyReason: '您不是该教学班的任课教师，不能录入成绩',
    });
    for (const stranger of ['dean2', 'teacher2'])
      expect(await (await school.browser(stranger)).call(sheet, TC1), stranger).toMatchObject({
        status: 404,
        code: 'SHEET_NOT_FOUND',
      });
    expect(await (await school.browser('admin')).call(sheet, TC1)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('shows what was saved at once, with who entered it; the same command again is the same save', async () => {
    const { revision } = await teacher.get(sheet, TC1);
    const save = {
      ...TC1,
      commandId: crypto.randomUUID(),
      rows: [{ studentCode: 'S2026001', items: { ps: '85.55', qm: '59.9' }, revision }],
    };
    const saved = await teacher.get(saveScores, save);
    expect((await teacher.get(saveScores, save)).revision).toBe(saved.revision);
    const view = await teacher.get(sheet, TC1);
    expect(view.revision).toBe(saved.revision);
    expect(view.rows[0]).toMatchObject({
      items: { ps: '85.6', qm: '59.9' },
      studentScoreFinalValue: '70.18',
      final: 7018,
      passed: true,
      complete: true,
      canSubmmit: '1',
    });
    expect(view.rows[0]?.cellInfo.ps).toMatchObject({
      byUserName: 'teacher1',
      byName: '王老师',
      revision: saved.revision,
    });
  });

  it('is saved without waiting for what shows it: who looks next waits, once', async () => {
    const waits = async () => {
      const { body } = await school.app.inject({
        url: '/metrics',
        headers: { authorization: `Bearer ${school.metricsToken}` },
      });
      return [...body.matchAll(/^jwxt_read_model_waits_total\{outcome="\w+"\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
    };
    const { revision } = await teacher.get(sheet, TC1);
    const before = await waits();
    const saved = await teacher.get(saveScores, {
      ...TC1,
      commandId: crypto.randomUUID(),
      rows: [{ studentCode: 'S2026001', items: { qm: '86.0' }, revision }],
    });
    expect(await waits()).toBe(before);
    expect(await teacher.get(sheet, TC1)).toMatchObject({
      revision: saved.revision,
      rows: [{ items: { qm: '86.0' } }, {}],
    });
    expect(await waits()).toBe(before + 1);
    await teacher.get(sheet, TC1);
    expect(await waits()).toBe(before + 1);
  });

  it('two teachers who change the same cell: the second is told who, when and what', async () => {
    const second = await school.browser('teacher1b');
    const { revision } = await second.get(sheet, TC1);
    await fillSheet(teacher, 'TC1', { S2026002: { ps: '60', qm: '60' } });
    const answer = await second.call(saveScores, {
      ...TC1,
      commandId: crypto.randomUUID(),
      rows: [{ studentCode: 'S2026002', items: { ps: '90' }, scoreRemarkCode: '02', revision }],
    });
    expect(answer).toMatchObject({
      status: 409,
      code: 'SHEET_CELL_CONFLICT',
      message: '有 1 处成绩刚被修改，与您的输入不同，请选择采用哪一个',
    });
    expect(answer.data).toMatchObject({
      conflicts: [{ studentCode: 'S2026002', dataKey: 'ps', theirs: '60.0', yours: '90.0', byName: '王老师' }],
    });
  });

  it('wrong cells are named by their place', async () => {
    const { revision } = await teacher.get(sheet, TC1);
    const answer = await teacher.call(saveScores, {
      ...TC1,
      commandId: crypto.randomUUID(),
      rows: [{ studentCode: 'S2026001', items: { ps: '101', qm: '优' }, revision }],
    });
    expect(answer).toMatchObject({
      status: 400,
      fieldErrors: [
        { field: 'rows.0.items.ps', message: '成绩应在 0 至 100 之间' },
        { field: 'rows.0.items.qm', message: '成绩应为数字' },
      ],
    });
  });

  it('is not written by who does not teach the class', async () => {
    const rows = [{ studentCode: 'S2026001', items: { ps: '1' }, revision: 0 }];
    const answer = await (
      await school.browser('teacher2')
    ).call(saveScores, { ...TC1, commandId: crypto.randomUUID(), rows });
    expect(answer).toMatchObject({ status: 403, code: 'SHEET_NOT_TEACHER' });
  });

  it('outside its window is read-only and says why', async () => {
    const from = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const move = (begin: number, end: number) =>
      school.commands.send(
        changeSettings,
        {
          teachingClassId: 'TC2',
          scoreType: '1',
          capacity: 'office',
          window: { begin: from(begin), end: from(end) },
          reason: '试',
        },
        { commandId: crypto.randomUUID(), actor: loader },
      );
    const teacher2 = await school.browser('teacher2');
    for (const [begin, end, state, reason, code] of [
      [1, 2, 'before', /^录入尚未开始/, 'SHEET_WINDOW_NOT_OPEN'],
      [-2, -1, 'closed', /^录入已于 .* 截止/, 'SHEET_WINDOW_CLOSED'],
    ] as const) {
      await move(begin, end);
      await expect.poll(async () => (await teacher2.get(sheet, { teachingClassId: 'TC2' })).windowState).toBe(state);
      const view = await teacher2.get(sheet, { teachingClassId: 'TC2' });
      expect(view).toMatchObject({ editable: false, readOnlyReason: expect.stringMatching(reason) as string });
      const answer = await teacher2.call(saveScores, {
        teachingClassId: 'TC2',
        scoreType: '1',
        commandId: crypto.randomUUID(),
        rows: [{ studentCode: 'S2026003', items: { ps: '1' }, revision: view.revision }],
      });
      expect(answer).toMatchObject({ status: 409, code, message: view.readOnlyReason });
    }
  });

  // SCORE-ENTRY-10, SCORE-ENTRY-15, SCORE-ENTRY-16, SCORE-ENTRY-17
  it('detail by type, item proportions and input window, one call each, within the scope', async () => {
    const detail = await teacher.get(teachingClassDetail, { type: '1', id: 'TC1', scoreType: '1' });
    expect(detail).toMatchObject({
      teachingClassId: 'TC1',
      semesterName: '2026-2027学年第一学期',
      courseName: '程序设计基础',
      courseCredit: '4.0',
      teachingClassName: '计算机1班',
      coursePersonCount: 2,
      teacherName: '王老师、陈老师',
      importTeacher: '王老师',
      scoreHierarchyCode: 'bfz',
    });
    const proportions = { type: '1', id: 'TC1', scoreType: '1', semesterId: '2026-2027-1' } as const;
    expect((await teacher.get(scoreItemProportions, proportions)).list).toMatchObject([
      { dataKey: 'ps', scoreSubItemName: '平时成绩', scoreSubItemProportion: 40, type: 'number', enable: 'true' },
      { dataKey: 'qm', scoreSubItemProportion: 60 },
    ]);
    const { scoreTermInputBeginTime, scoreTermInputEndTime } = detail;
    const window = { teachingClassId: 'TC1', scoreType: '1', semesterId: '2026-2027-1' } as const;
    expect(await teacher.get(scoreInputTime, window)).toEqual({
      scoreTermInputBeginTime,
      scoreTermInputEndTime,
      windowState: 'open',
    });
    // Of a class that nobody has set up: what its term would give.
    expect(await teacher.get(scoreInputTime, { ...window, teachingClassId: 'TC3' })).toMatchObject({
      windowState: 'open',
    });

    const stranger = await school.browser('teacher2');
    for (const refused of [
      stranger.call(teachingClassDetail, { type: '1', id: 'TC1' }),
      stranger.call(scoreItemProportions, proportions),
      stranger.call(scoreInputTime, window),
      teacher.call(scoreInputTime, { ...window, semesterId: '2025-2026-1' }),
    ]) {
      expect(await refused).toMatchObject({ status: 404, code: 'SHEET_NOT_FOUND' });
    }
  });

  // SCORE-MORE-50, SCORE-MORE-51
  it('whether an extra score was typed, within the scope, and what a remark makes of a score', async () => {
    await school.pool
      .query(`insert into base.student_extra_score (student_extra_score_id, student_code, semester_id, extra_name,
          credit, source_type, apply_id)
        values
      ('E1', 'S2026001', '2026-2027-1', '军训', 20, '1', null),
        ('E2', 'S2026001', '2026-2027-1', '创新学分', 10, '4', 'A9')`);
    const dean = await school.browser('dean1');
    expect(await dean.get(queryIsExtraData, { studentExtraScoreId: 'E1' })).toEqual({ isExtraData: '1' });
    expect(await dean.get(queryIsExtraData, { studentExtraScoreId: 'E2' })).toEqual({ isExtraData: '0' });
    for (const unknown of [
      dean.call(queryIsExtraData, { studentExtraScoreId: 'E9' }),
      (await school.browser('dean2')).call(queryIsExtraData, { studentExtraScoreId: 'E1' }),
    ]) {
      expect(await unknown).toMatchObject({ status: 404, code: 'EXTRA_SCORE_NOT_FOUND' });
    }
    const values = await Promise.all(
      ['00', '02', '08', '01'].map((scoreRemarkCode) => dean.get(queryScoreValue, { scoreRemarkCode })),
    );
    expect(values).toEqual([
      { finalValueMode: '0', fixedValue: null },
      { finalValueMode: '1', fixedValue: '0.00' },
      { finalValueMode: '1', fixedValue: '60.00' },
      { finalValueMode: '2', fixedValue: null },
    ]);
    expect(await dean.call(queryScoreValue, { scoreRemarkCode: '77' })).toMatchObject({
      status: 400,
      code: 'SHEET_REMARK_UNKNOWN',
    });
  });

  it("is typed for its teachers by the unit with a reason, and gets the office's remarks", async () => {
    const clerk = await school.browser('clerk1');
    const view = await clerk.get(sheet, TC1);
    expect(view).toMatchObject({ editable: false, mayEnterFor: true, mayRegisterRemark: false, mayRecall: false });
    const typed = {
      ...TC1,
      commandId: crypto.randomUUID(),
      rows: [{ studentCode: 'S2026001', items: { qm: '60' }, revision: view.revision }],
      reason: '教师出差',
    };
    expect(await clerk.call(saveScores, typed)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await clerk.call(saveScoresFor, { ...typed, reason: ' ' })).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'reason', message: '必填' }],
    });
    await clerk.get(saveScoresFor, typed);
    expect((await teacher.get(sheet, TC1)).rows[0]).toMatchObject({
      items: { qm: '60.0' },
      cellInfo: { qm: { byUserName: 'clerk1' } },
    });
    expect(
      await (await school.browser('clerk2')).call(saveScoresFor, { ...typed, commandId: crypto.randomUUID() }),
    ).toMatchObject({ status: 403, code: 'SHEET_NOT_TEACHER' });

    const office = await school.browser('office1');
    const { revision, mayRegisterRemark } = await office.get(sheet, TC1);
    expect(mayRegisterRemark).toBe(true);
    const remark = { ...TC1, revision, studentCodes: ['S2026001'], scoreRemarkCode: '04', reason: '考场记录' };
    expect(await clerk.call(registerRemark, { ...remark, commandId: crypto.randomUUID() })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    await office.get(registerRemark, { ...remark, commandId: crypto.randomUUID() });
    expect((await teacher.get(sheet, TC1)).rows[0]).toMatchObject({
      scoreRemarkCode: '04',
      scoreRemarkName: '作弊',
      final: 0,
      passed: false,
      complete: true,
    });
    await office.get(registerRemark, { ...remark, commandId: crypto.randomUUID(), scoreRemarkCode: '00' });
    expect((await teacher.get(sheet, TC1)).rows[0]).toMatchObject({
      scoreRemarkCode: '00',
      items: { ps: '85.6', qm: '60.0' },
    });
  });

  it('SCORE-MORE-18: the office says which remarks teachers choose, and which are in use', async () => {
    const office = await school.browser('office1');
    const { detail, update, create, delete: remove } = scoreRemarkSetting.operations;
    const change = async (key: string, values: Record<string, string>) => {
      const { version, scoreRemarkCode, teacherMaySet, allowMakeup, showName, sfqy } = await office.get(detail, {
        key,
      });
      const row = { scoreRemarkCode, teacherMaySet, allowMakeup, showName, sfqy, ...values };
      return await office.call(update, { commandId: crypto.randomUUID(), key, version, values: row });
    };
    const chosen = async () =>
      (await teacher.get(sheet, TC1)).remarks
        .filter(({ teacherMaySet }) => teacherMaySet)
        .map(({ scoreRemarkName }) => scoreRemarkName);
    expect(await chosen()).toEqual(['正常', '缺考', '旷考', '取消考试资格', '成绩待定']);
    expect(await office.get(detail, { key: '03' })).toMatchObject({ finalValueMode: 'zero', itemMode: 'none' });
    await change('03', { teacherMaySet: '0' });
    await change('11', { sfqy: '0' });
    expect(await chosen()).toEqual(['正常', '缺考', '取消考试资格']);
    const save = async (scoreRemarkCode: string) => {
      const { revision } = await teacher.get(sheet, TC1);
      const rows = [{ studentCode: 'S2026002', items: {}, scoreRemarkCode, revision }];
      return await teacher.call(saveScores, { ...TC1, commandId: crypto.randomUUID(), rows });
    };
    expect(await save('03')).toMatchObject({ fieldErrors: [{ message: expect.stringContaining('旷考') }] });
    expect(await save('11')).toMatchObject({ fieldErrors: [{ message: '备注“成绩待定”已停用，不能选用' }] });
    expect(await change('00', { sfqy: '0' })).toMatchObject({ fieldErrors: [{ message: '“正常”不能停用' }] });
    expect(await change('07', { teacherMaySet: '1' })).toMatchObject({
      fieldErrors: [{ field: 'values.teacherMaySet' }],
    });
    const commandId = crypto.randomUUID();
    expect(await office.call(remove, { commandId, key: '01' })).toMatchObject({
      message: expect.stringContaining('“缓考”不能删除'),
    });
    await change('03', { teacherMaySet: '1' });
    const { version: _version, ...pending } = await office.get(detail, { key: '11' });
    await office.get(remove, { commandId: crypto.randomUUID(), key: '11' });
    expect(await chosen()).not.toContain('成绩待定');
    const { scoreRemarkCode, teacherMaySet, allowMakeup, showName } = pending;
    const values = { scoreRemarkCode, teacherMaySet, allowMakeup, showName, sfqy: '1' as const };
    await office.get(create, { commandId: crypto.randomUUID(), values });
    expect(await chosen()).toEqual(['正常', '缺考', '旷考', '取消考试资格', '成绩待定']);
  });

  it('is entered by the one person named instead of its teachers, who finds it among the own classes', async () => {
    const office = await school.browser('office1');
    const name = (teacherCode: string) =>
      office.get(teacherSet, {
        teachingClassId: 'TC1',
        status: '1',
        semesterId: '2026-2027-1',
        scoreType: '1',
        commandId: crypto.randomUUID(),
        teacherCode,
        reason: '教师住院',
      });
    const named = await school.browser('teacher2');
    await name('T08');
    expect((await named.get(entryClasses, {})).rows.map((row) => row.teachingClassId).toSorted()).toEqual([
      'TC1',
      'TC2',
    ]);
    expect(await named.get(sheet, TC1)).toMatchObject({ editable: true, importTeacher: '郑老师' });
    expect(await teacher.get(sheet, TC1)).toMatchObject({
      editable: false,
      readOnlyReason: '该教学班由 郑老师 录入成绩，您只能查看',
    });
    const { revision } = await named.get(sheet, TC1);
    const save = { ...TC1, rows: [{ studentCode: 'S2026001', items: { qm: '61' }, revision }] };
    expect(await teacher.call(saveScores, { ...save, commandId: crypto.randomUUID() })).toMatchObject({
      status: 403,
      code: 'SHEET_NOT_ENTRY_TEACHER',
    });
    await named.get(saveScores, { ...save, commandId: crypto.randomUUID() });
    await name('');
    expect(await named.call(sheet, TC1)).toMatchObject({ status: 404 });
    expect(await teacher.get(sheet, TC1)).toMatchObject({ editable: true, rows: [{ items: { qm: '61.0' } }, {}] });
  });

  it('submitted, is closed for its teachers and says so in the list', async () => {
    const applyId = await submitSheet(teacher, 'TC1', { S2026002: { ps: '66', qm: '66' } });
    const view = await teacher.get(sheet, TC1);
    expect(view).toMatchObject({
      sheetStatus: '3',
      entryState: 'submitted',
      editable: false,
      applyId,
      approvalNodeName: '院系审核',
      submittedBy: '王老师',
    });
    expect(view.readOnlyReason).toMatch(/^成绩已由 王老师 于 .* 提交送审，不能修改$/);
    const again = await teacher.call(submitScores, { ...TC1, commandId: crypto.randomUUID(), revision: view.revision });
    expect(again).toMatchObject({ status: 409, code: 'SHEET_SUBMITTED' });
  });

  it('SCORE-MORE-05: who handed it in takes it back while nobody has decided and the window is open', async () => {
    const { applyId, mayRecall } = await teacher.get(sheet, TC1);
    expect(mayRecall).toBe(true);
    expect((await (await school.browser('teacher1b')).get(sheet, TC1)).mayRecall).toBe(false);
    const from = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    // Nobody moves the window of what is handed in: this is the time that goes by.
    const move = async (days: number) => {
      const { revision } = await teacher.get(sheet, TC1);
      const data = { ...TC1, before: window, after: { begin: from(-10), end: from(days) }, reason: '' };
      const metadata = {
        actor: { userName: 'test', name: '时间', roleNames: [], permission: null },
        commandId: crypto.randomUUID(),
        correlationId: crypto.randomUUID(),
        causationId: null,
        time: new Date().toISOString(),
        clientAddress: null,
        schemaVersion: 1,
      };
      await school.eventLog.append(
        sheetStream(TC1.teachingClassId, TC1.scoreType),
        [{ id: crypto.randomUUID(), type: 'InputTimeSet', data, metadata }],
        { expectedRevision: BigInt(revision) },
      );
      await expect.poll(async () => (await teacher.get(sheet, TC1)).revision).toBe(revision + 1);
    };
    const window = { begin: from(-10), end: from(10) };
    await move(-1);
    const recall = () => teacher.call(recallApproval, { commandId: crypto.randomUUID(), applyId: applyId! });
    expect(await recall()).toMatchObject({
      status: 409,
      code: 'SHEET_RECALL_CLOSED',
      message: expect.stringMatching(/^录入已于 .* 截止，不能撤回/) as string,
    });
    await move(20);
    expect(await recall()).toMatchObject({ status: 200 });
    await expect.poll(async () => (await teacher.get(sheet, TC1)).sheetStatus).toBe('2');
    expect(await teacher.get(sheet, TC1)).toMatchObject({ entryState: 'entering', editable: true, mayRecall: false });
  });

  it('compares with what earlier classes of the course and teacher came to', async () => {
    expect(await teacher.get(earlierScores, TC1)).toEqual({
      classes: 0,
      students: 0,
      mean: null,
      points: Array.from({ length: 101 }, () => 0),
    });
    // The same class, as if it had been published a year before: its own rows are what is compared with.
    await school.pool.query(
      `insert into base.semester (xnxq, xnzj, xqm, xnxqmc, ksrq, jsrq, zs, sfdqxq)
        values ('2025-2026-1', '2025-2026', '1', '2025-2026学年第一学期', '2025-09-01', '2026-01-20', 18, '0')`,
    );
    await school.pool.query(
      `update ${sheetTable} set semester_id = '2025-2026-1', sheet_status = '4' where sheet_id = 'TC1.1'`,
    );
    const { classes, students, mean, points } = await teacher.get(earlierScores, TC1);
    expect({ classes, students, mean, at: points.flatMap((count, at) => (count > 0 ? [[at, count]] : [])) }).toEqual({
      classes: 1,
      students: 2,
      mean: 6842,
      at: [
        [66, 1],
        [70, 1],
      ],
    });
    expect(await (await school.browser('teacher2')).call(earlierScores, TC1)).toMatchObject({
      status: 404,
      code: 'SHEET_NOT_FOUND',
    });
  });
});
