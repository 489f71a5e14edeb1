import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalDetail } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  addMakeupStudents,
  exportMakeupGroups,
  freezeMakeupGroups,
  generateMakeupLists,
  makeupCandidates,
  makeupGroupStudents,
  previewMakeupLists,
  publishRetakeClassOperation,
  queryMakeupGroups,
  queryRetakeClasses,
  removeMakeupStudents,
  reopenMakeupList,
  exportRetakeStudents,
  retakeStudents,
  runningGeneration,
  saveRetakeClassOperation,
  setRetakeStudentsOperation,
  settleMakeupOrigin,
  settleRetakeOrigin,
  updateMakeupGroups,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import {
  retakeExport,
  reassessmentCalls,
  reassessmentExports,
} from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { deferredExamApply, deferredExamClasses } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { applyScoreChangeOperation } from '@jwxt/contracts/score/score-change.operations.ts';
import { entryClasses, sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { messagesOfSession } from '@jwxt/contracts/notice/system-message.operations.ts';
import { longJobDetail, longJobItems } from '@jwxt/contracts/system/long-job.operations.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Browser } from '../testing/browser.ts';
import { decide, fillSheet, publishSheet, submitReassessment } from '../testing/score-steps.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

const { retakeApproval: makeup, rebuildScoreApproval: retake } = reassessmentCalls;
let school: School;
let teacher: Browser;
let dean: Browser;
let office: Browser;
let registrar: Browser;
const id = () => crypto.randomUUID();
const window = { scoreTermInputBeginTime: '2020-01-01 00:00:00', scoreTermInputEndTime: '2035-12-31 23:59:59' };

const approving = async (applyId: string, by: Browser) => ({
  keyList: [applyId],
  revisions: { [applyId]: (await by.get(approvalDetail, { applyId })).revision },
  commandId: id(),
});
const rowsOf = async (bytes: Buffer) =>
  (await readXlsx(bytes)).sheets[0]!.rows.map((row) => row.map((cell) => cell ?? ''));

let group = '';
let applyId = '';
beforeAll(async () => {
  school = await startSchool({ services: true });
  [teacher, dean, office, registrar] = (await Promise.all(
    ['teacher1', 'dean1', 'office1', 'registrar1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser];
  // K1: S2026001 fails. K2: S2026003 has leave.
  await fillSheet(teacher, 'TC1', { S2026001: { ps: '90', qm: '30' }, S2026002: { ps: '60', qm: '20' } });
  await publishSheet(teacher, [dean, registrar], 'TC1');
  const [teacher2, dean2] = await Promise.all([school.browser('teacher2'), school.browser('dean2')]);
  const studentId = 'S2026003';
  const { list } = await office.get(deferredExamClasses, { studentId });
  const { applyId: place, teachingClassId } = list[0]!;
  const asked = { studentId, teachingClassId, applyId: place, deferredReasonCode: '2', reasonText: '考试时间冲突' };
  await office.get(deferredExamApply, { ...asked, commandId: id() });
  await decide(dean2, place, '0');
  await publishSheet(teacher2, [dean2, registrar], 'TC2');
});
afterAll(() => school.stop());

describe('make-up lists', () => {
  const form = {
    sourceSemesterId: SEMESTER,
    semesterId: SEMESTER,
    makeupAndDelayTemplateValue: '1' as const,
    ...window,
  };

  it('are previewed, generated, adjusted and frozen by the office; others only look, in the own unit', async () => {
    await expect
      .poll(() => office.get(previewMakeupLists, form), { interval: 50 })
      .toMatchObject({
        addedNum: 2,
        courses: [
          { courseNum: 'COMP1001', makeupNum: 1, deferredNum: 0 },
          { courseNum: 'MATH1001', makeupNum: 0, deferredNum: 1 },
        ],
        skipped: [{ reason: '重修学生不安排补考', count: 1 }],
      });
    expect((await office.get(queryMakeupGroups, {})).total).toBe(0);
    expect(await office.get(runningGeneration, {})).toEqual({ jobId: null, dueSemesterId: SEMESTER });
    const commandId = id();
    const { jobId, total } = await office.get(generateMakeupLists, { ...form, commandId });
    expect(total).toBe(2);
    await expect.poll(async () => (await office.get(longJobDetail, { jobId })).status, { interval: 50 }).toBe('2');
    expect(await office.get(generateMakeupLists, { ...form, commandId })).toEqual({ jobId, total });
    expect(await office.get(longJobDetail, { jobId })).toMatchObject({
      kindName: '补缓考名单生成',
      title: '2026-2027学年第一学期补缓考名单生成',
      done: 2,
      failed: 0,
    });
    expect(
      (await office.get(longJobItems, { jobId })).list.map(({ itemName, resultName, message }) => [
        itemName,
        resultName,
        message,
      ]),
    ).toEqual([
      ['程序设计基础（COMP1001）', '成功', '新增 1 班 1 人（班内补考 1、缓考 0）；不列入：重修学生不安排补考 1 人'],
      ['高等数学（MATH1001）', '成功', '新增 1 班 1 人（班内补考 0、缓考 1）'],
    ]);
    expect(await office.get(runningGeneration, {})).toEqual({ jobId: null, dueSemesterId: null });
    expect(await office.get(previewMakeupLists, form)).toMatchObject({
      addedNum: 0,
      courses: [],
      skipped: [{ reason: '已在名单中', count: 2 }, { reason: '重修学生不安排补考' }],
    });
    const { rows } = await office.get(queryMakeupGroups, {});
    expect(rows).toMatchObject([
      {
        courseName: '程序设计基础',
        makeupNum: 1,
        deferredNum: 0,
        makeupOptionName: '替代期末',
        listStatusName: '未锁定',
        teacherName: '王老师、陈老师',
        sheetStatus: '0',
        ...window,
      },
      { courseName: '高等数学', makeupNum: 0, deferredNum: 1 },
    ]);
    group = rows[0]!.makeupCourseId;
    expect((await dean.get(queryMakeupGroups, {})).rows.map(({ courseNum }) => courseNum)).toEqual(['COMP1001']);
    for (const other of [dean, teacher])
      expect(await other.call(freezeMakeupGroups, { commandId: id(), makeupCourseIds: [group] })).toMatchObject({
        status: 403,
      });
    expect(
      await office.call(generateMakeupLists, {
        ...form,
        commandId: id(),
        scoreTermInputEndTime: '2019-01-01 00:00:00',
      }),
    ).toMatchObject({ code: 'SHEET_WINDOW_INVALID', fieldErrors: [{ field: 'window.end' }] });
    expect(
      await office.call(generateMakeupLists, { ...form, commandId: id(), sourceSemesterId: '2025-2026-2' }),
    ).toMatchObject({ status: 409, code: 'MAKEUP_NOTHING' });
    expect(await dean.call(previewMakeupLists, form)).toMatchObject({ status: 403 });
    expect(await dean.call(generateMakeupLists, { ...form, commandId: id() })).toMatchObject({ status: 403 });
    await office.get(updateMakeupGroups, { commandId: id(), makeupCourseIds: [group], teacherCode: 'T01' });
    expect((await office.get(queryMakeupGroups, { keyword: 'COMP' })).rows).toMatchObject([{ teacherName: '王老师' }]);
    expect((await office.get(makeupGroupStudents, { makeupCourseId: group })).list).toMatchObject([
      {
        studentName: '张三',
        makeupTypeName: '补考',
        originFinalValue: '54.00',
        originRemarkName: '正常',
        studentScoreFinalValue: '-',
      },
    ]);
    const ids = rows.map(({ makeupCourseId }) => makeupCourseId);
    expect(await office.get(freezeMakeupGroups, { commandId: id(), makeupCourseIds: ids })).toEqual({ frozen: 2 });
    expect((await office.get(queryMakeupGroups, { listStatus: '1' })).rows).toMatchObject([
      { listStatusName: '已锁定', sheetStatus: '1', frozenBy: '钱办公' },
      { listStatus: '1' },
    ]);
    // Opened again, one leaves and is put on again; the sheet is set up anew. Only the office does.
    const reopen = { commandId: id(), teachingClassId: group, reason: '名单有误' };
    const add = { commandId: id(), makeupCourseId: group, studentCodes: ['S2026001'], reason: '补列' };
    for (const other of [dean, teacher]) {
      expect(await other.call(reopenMakeupList, reopen)).toMatchObject({ status: 403 });
      expect(await other.call(addMakeupStudents, add)).toMatchObject({ status: 403 });
      expect(await other.call(makeupCandidates, { makeupCourseId: group })).toMatchObject({ status: 403 });
    }
    await office.get(reopenMakeupList, reopen);
    expect((await office.get(queryMakeupGroups, { listStatus: '0' })).rows).toMatchObject([
      { makeupCourseId: group, listStatusName: '未锁定', sheetStatus: '0', frozenBy: null },
    ]);
    expect((await teacher.get(entryClasses, { scoreType: '2' })).rows).toEqual([]);
    await office.get(removeMakeupStudents, { ...add, commandId: id() });
    expect((await office.get(makeupCandidates, { makeupCourseId: group })).list).toMatchObject([
      { studentName: '张三', makeupTypeName: '补考', originFinalValue: '54.00', originRemarkName: '正常' },
    ]);
    expect(await office.get(addMakeupStudents, add)).toEqual({ studentNum: 1 });
    expect((await teacher.get(messagesOfSession, {})).list.slice(-1)).toMatchObject([
      {
        systemMessageEntityTitle: '补缓考名单已解除锁定',
        systemMessageEntityContent: expect.stringContaining('名单有误'),
      },
    ]);
    expect((await office.get(makeupCandidates, { makeupCourseId: group })).list).toEqual([]);
    expect(await office.get(freezeMakeupGroups, { commandId: id(), makeupCourseIds: [group] })).toEqual({ frozen: 1 });
    const table = await rowsOf((await office.call(exportMakeupGroups, {})).bytes);
    expect(table.slice(1).map((row) => [row[2], row[7], row[10]])).toEqual([
      ['程序设计基础', '张三', '补考'],
      ['高等数学', '王五', '缓考'],
    ]);
    const ordinary = await teacher.get(entryClasses, {});
    expect(ordinary.rows.map(({ teachingClassId }) => teachingClassId)).toEqual(['TC1', 'TC3']);
    expect(ordinary.elsewhere).toMatchObject([{ semesterId: SEMESTER, scoreType: '2', n: 1 }]);
    expect((await teacher.get(entryClasses, { scoreType: '2' })).rows).toMatchObject([
      { teachingClassId: group, scoreType: '2', coursePersonCount: 1, enteredNum: 0 },
    ]);
  });
});

describe('the approval of make-up scores', () => {
  it('MAKEUP-03, MAKEUP-09, MAKEUP-14: the detail tells semester, course, window, head count and option', async () => {
    applyId = await submitReassessment(teacher, group, '2', { S2026001: { qm: '80' } });
    const detail = await dean.get(makeup.detail, { teachingClassId: group });
    expect(detail).toMatchObject({
      makeupCourseId: group,
      makeupSemester: '2026-2027学年第一学期',
      courseName: '程序设计基础',
      coursePersonCount: 1,
      ...window,
      makeupAndDelayTemplateValue: '1',
      makeupOptionName: '替代期末',
      applyId,
      approvalBusinessStatusName: '待审核',
      mayApprove: true,
    });
    expect(await dean.get(makeup.window, { teachingClassId: group, scoreType: '2', semesterId: SEMESTER })).toEqual(
      window,
    );
  });

  // MAKEUP-06, MAKEUP-09, MAKEUP-10, MAKEUP-15
  it('the students with their scores, bands, and why the score counts as it does', async () => {
    // 90 × 40 % + 80 × 60 % = 84, counts 60.
    expect((await dean.get(makeup.students, { makeupCourseId: group })).list).toMatchObject([
      {
        studentNumber: '2026001',
        studentName: '张三',
        studentType: 'BKS',
        studentTypeName: '补考生',
        makeupType: '1',
        makeupTypeName: '补考',
        scoreRemarkName: '正常',
        items: { ps: '90.0', qm: '80.0' },
        studentScoreFinalValue: '60.00',
        studentScoreFinalValueRemark: '成绩 84.00，通过后按 60.00 计',
        digit: 2,
        passed: true,
        originFinalValue: '54.00',
        isReExamStudentName: '补考',
        scoreList: [
          { dataKey: 'ps', scorePercentileValue: '90.0', scoreHierarchyCode: 'bfz', listCode: [] },
          { dataKey: 'qm', scorePercentileValue: '80.0', scoreHierarchyCode: 'bfz', listCode: [] },
        ],
      },
    ]);
    // Absent: the exam that was typed before does not count, and is not shown.
    const remark = (code: string) =>
      school.pool.query(`update ${sheetRowTable} set remark_code = $2 where sheet_id = $1`, [`${group}.2`, code]);
    await remark('02');
    expect((await dean.get(makeup.students, { makeupCourseId: group })).list).toMatchObject([
      {
        items: { ps: '90.0', qm: null },
        scoreRemarkName: '缺考',
        studentScoreFinalValue: '0.00',
        scoreList: [{ scorePercentileValue: '90.0' }, { scorePercentileValue: null }],
      },
    ]);
    await remark('00');
    // A graded item has its bands.
    const graded = (hierarchy: string, bands: object[]) =>
      school.pool.query(
        `update ${sheetTable} set rules =
          jsonb_set(jsonb_set(rules, '{items,1,scoreHierarchyCode}', to_jsonb($3::text)), '{listCode}', $1)
          where sheet_id = $2`,
        [JSON.stringify(bands), `${group}.2`, hierarchy],
      );
    const good = { scorePercentileMinValue: 8000, scorePercentileMaxValue: 8999, scorePercentileValue: 8500 };
    const named = { scoreHierarchyCode: 'wjz', scoreValueCode: '2', scoreValueName: '良好' };
    await graded('wjz', [{ ...named, ...good }]);
    expect((await dean.get(makeup.students, { makeupCourseId: group })).list[0]?.scoreList[1]).toMatchObject({
      scoreHierarchyCode: 'wjz',
      listCode: [{ scorePercentileMinValue: 8000, scorePercentileMaxValue: 8999, scoreValueName: '良好' }],
    });
    await graded('bfz', []);
  });

  it('what was handed in, with the scores that are made up for; by its own call, and in the unit', async () => {
    const handedIn = await dean.get(makeup.submission, { applyId });
    expect([handedIn.figures?.bands, ...handedIn.rows]).toMatchObject([
      [0, 0, 0, 1, 0],
      {
        makeupTypeName: '补考',
        originFinalValue: '54.00',
        items: { ps: '90.0', qm: '80.0' },
        studentScoreFinalValue: '60.00',
      },
    ]);
    expect(await (await school.browser('dean2')).call(makeup.submission, { applyId })).toMatchObject({ status: 404 });
    expect(await dean.call(retake.submission, { applyId })).toMatchObject({ status: 404 });
  });

  it('MAKEUP-16: the items of a class, the original ones closed', async () => {
    expect(
      (await dean.get(makeup.scoreItems, { teachingClassId: group, status: '1', semesterId: SEMESTER })).list,
    ).toMatchObject([
      { dataKey: 'ps', enable: 'false', scoreSubItemProportion: 40 },
      { dataKey: 'qm', enable: 'true', scoreSubItemProportion: 60 },
    ]);
    expect(await dean.call(makeup.scoreItems, { teachingClassId: group, semesterId: '2020-2021-1' })).toMatchObject({
      status: 404,
    });
  });

  it('MAKEUP-19: each call asks for its own code, in scope', async () => {
    const stranger = await school.browser('dean2');
    for (const operation of [makeup.detail, makeup.scoreItems, makeup.window] as const)
      expect(
        await stranger.call(operation as typeof makeup.window, { teachingClassId: group }),
        operation.id,
      ).toMatchObject({ status: 404 });
    expect(await stranger.call(makeup.students, { makeupCourseId: group })).toMatchObject({ status: 404 });
    expect((await stranger.get(makeup.lists.all, {})).total).toBe(0);
    expect(
      (await stranger.get(makeup.approve, { ...(await approving(applyId, dean)), approvalStatus: '0' })).results[
        applyId
      ],
    ).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
    // A teacher reads the own ones and decides nothing.
    expect(await teacher.get(makeup.detail, { teachingClassId: group })).toMatchObject({ mayApprove: false });
    for (const operation of [
      makeup.lists.passed,
      makeup.lists.all,
      reassessmentExports.todo,
      reassessmentExports.passed,
      reassessmentExports.all,
    ] as const)
      expect(await teacher.call(operation as typeof makeup.lists.all, {}), operation.id).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
    expect(await teacher.call(makeup.approve, { keyList: [applyId], approvalStatus: '0' })).toMatchObject({
      status: 403,
    });
    const clerk = await school.browser('clerk1');
    expect((await clerk.get(makeup.lists.all, {})).rows).toMatchObject([{ applyId, mayApprove: false }]);
    expect(await clerk.call(makeup.approve, { keyList: [applyId], approvalStatus: '0' })).toMatchObject({
      status: 403,
    });
  });

  // MAKEUP-17
  it('empty keys, a rejection without a node, an overlong opinion are refused; the unseen is not decided', async () => {
    expect(await dean.call(makeup.approve, { keyList: [], approvalStatus: '0' })).toMatchObject({
      message: '数据丢失，请刷新后重试',
    });
    expect(
      await dean.call(makeup.approve, { keyList: [applyId], approvalStatus: '2', revisions: { [applyId]: 0 } }),
    ).toMatchObject({ message: '请选择驳回节点' });
    expect(
      (await dean.call(makeup.approve, { keyList: [applyId], approvalStatus: '0', approvalOpinion: '字'.repeat(61) }))
        .fieldErrors,
    ).toMatchObject([{ field: 'approvalOpinion' }]);
    expect(
      (await dean.get(makeup.approve, { keyList: [applyId], approvalStatus: '0' })).results[applyId],
    ).toMatchObject({ code: 'APPROVAL_DATA_LOST' });
  });

  // MAKEUP-01, MAKEUP-21, MAKEUP-22
  it('to approve, passed and all, each with its export; unit and office pass it', async () => {
    const listed = async (by: Browser) =>
      Promise.all(
        [makeup.lists.todo, makeup.lists.passed, makeup.lists.all].map(async (list) => (await by.get(list, {})).total),
      );
    expect(await listed(dean)).toEqual([1, 0, 1]);
    // It does not wait for the office yet.
    expect(await listed(registrar)).toEqual([0, 0, 1]);
    expect((await dean.get(makeup.lists.todo, { keyword: '程序' })).rows).toMatchObject([
      {
        applyId,
        courseName: '程序设计基础',
        passedNum: 1,
        applicantName: '王老师',
        approvalBusinessStatusName: '待审核',
        currentNodeName: '院系审核',
        mayApprove: true,
      },
    ]);
    expect(await dean.get(makeup.lists.all, { keyword: '没有的课程' })).toEqual({ rows: [], total: 0, todo: 1 });
    expect((await dean.get(makeup.lists.todo, { keyword: '高等' })).total).toBe(0);
    const first = await dean.get(makeup.approve, { ...(await approving(applyId, dean)), approvalStatus: '0' });
    expect(first.results[applyId]).toMatchObject({ code: '200' });
    expect(await listed(dean)).toEqual([0, 0, 1]);
    expect(
      (
        await registrar.get(makeup.approve, {
          ...(await approving(applyId, registrar)),
          approvalStatus: '0',
          approvalOpinion: '同意',
        })
      ).results[applyId],
    ).toMatchObject({ code: '200' });
    expect(await listed(registrar)).toEqual([0, 1, 1]);
    const exports = await Promise.all(
      [reassessmentExports.todo, reassessmentExports.passed, reassessmentExports.all].map(async (operation) =>
        rowsOf((await dean.call(operation, {})).bytes),
      ),
    );
    expect(exports.map((rows) => rows.length)).toEqual([1, 2, 2]);
    expect(exports[1]?.[0]?.slice(0, 3)).toEqual(['补考学期', '课程编号', '课程名称']);
    expect(exports[1]?.[1]).toEqual(expect.arrayContaining(['COMP1001', '程序设计基础', '替代期末', '通过']));
  });
});

describe('retake classes and their approval', () => {
  let rebuildClassId = '';

  it('SCORE-MORE-28: the office opens one, fills it with students who failed, and publishes it', async () => {
    const form = {
      semesterId: SEMESTER,
      courseId: 'K1',
      rebuildClassName: '程序设计重修班',
      teacherCode: 'T01',
      capacity: 30,
      ...window,
    };
    expect(await dean.call(saveRetakeClassOperation, { commandId: id(), ...form })).toMatchObject({ status: 403 });
    ({ rebuildClassId } = await office.get(saveRetakeClassOperation, { commandId: id(), ...form }));
    // 张三 has passed the make-up.
    expect((await office.get(retakeStudents, { rebuildClassId })).list).toMatchObject([
      { studentName: '李四', finalName: '36.00', inClass: false, rebuildTimes: 1 },
    ]);
    expect((await rowsOf((await office.call(exportRetakeStudents, { rebuildClassId })).bytes))[1]?.[2]).toBe(36);
    const paged = (more: object) => office.get(retakeStudents, { rebuildClassId, ...more });
    expect(await paged({ pageNo: 2, pageSize: 1 })).toEqual({ total: 1, inClass: [], list: [] });
    expect(await paged({ rosterOnly: '1' })).toEqual({ total: 0, inClass: [], list: [] });
    // SCORE-MORE-35: whether a pass has made it good is said by the rules of the student's grade.
    for (const [at, scoreType, semesterId, final] of [
      [1, '1', '2024-2025-1', 7000],
      [2, '4', '2024-2025-2', 5000],
    ] as const)
      await school.pool.query(
        `insert into ${attemptTable} (attempt_id, student_code, student_number, student_name, course_id, course_num,
            course_name, course_credit, semester_id, exam_nature, final, final_name, remark_code, passed, source,
            hierarchy_code, rule_version, score_type, apply_id, open_department_id, department_id, bjdm, njzydm,
            replaces, recorded_at, revision)
         select 'P' || $1::int, student_code, student_number, student_name, 'K1', 'COMP1001', '程序设计基础', 40, $3,
           '01', $4::int, ($4::int / 100)::text, '00', $4::int >= 6000, '1', 'bfz', '', $2, '', '101', dwh, bjdm,
           njzydm, '{}', now(), $1 from base.student where student_code = 'S2026003'`,
        [at, scoreType, semesterId, final],
      );
    const failed = async () =>
      (await office.get(retakeStudents, { rebuildClassId })).list.map((row) => `${row.studentName} ${row.finalName}`);
    expect(await failed()).toEqual(['李四 36.00']);
    await school.pool.query(
      `insert into base.score_rules
        select (jsonb_populate_record(rules, jsonb_build_object('score_rules_id', 'last', 'rule_version', 'last',
          'effective_rule', 'ZHC', 'grades', array[student.njdm]))).*
        from base.score_rules rules join base.student on student_code = 'S2026003'`,
    );
    expect(await failed()).toEqual(['李四 36.00', '王五 50']);
    await school.pool.query(`update base.score_rules set publish_status = '2' where score_rules_id = 'last'`);
    await office.get(setRetakeStudentsOperation, { commandId: id(), rebuildClassId, add: ['S2026002'], remove: [] });
    await office.get(publishRetakeClassOperation, { commandId: id(), rebuildClassId });
    expect((await dean.get(queryRetakeClasses, {})).rows).toMatchObject([
      {
        rebuildClassName: '程序设计重修班',
        studentNum: 1,
        publishStatusName: '已发布',
        sheetStatusName: '已设置',
        teacherName: '王老师',
      },
    ]);
  });

  // MAKEUP-07, MAKEUP-08, MAKEUP-11, MAKEUP-18
  it('the detail is as of a make-up, with the source of the list', async () => {
    applyId = await submitReassessment(teacher, rebuildClassId, '4', { S2026002: { ps: '80', qm: '90' } });
    expect(await dean.get(retake.detail, { teachingClassId: rebuildClassId })).toMatchObject({
      makeupSemester: '2026-2027学年第一学期',
      courseName: '程序设计基础',
      coursePersonCount: 1,
      ...window,
      makeupOptionName: '100%',
      scoreType: '4',
    });
    expect((await dean.get(retake.students, { makeupCourseId: rebuildClassId })).list).toMatchObject([
      {
        studentType: 'CXS',
        studentTypeName: '重修生',
        isReExamStudentName: '重修',
        makeupType: null,
        studentScoreFinalValue: '86.00',
        studentScoreFinalValueRemark: '',
      },
    ]);
    expect((await dean.get(retake.scoreItems, { teachingClassId: rebuildClassId })).list).toMatchObject([
      { enable: 'true' },
      { enable: 'true' },
    ]);
    expect(await dean.get(retake.window, { teachingClassId: rebuildClassId, scoreType: '4' })).toEqual(window);
    // Each kind has its own calls.
    expect(await dean.call(makeup.detail, { teachingClassId: rebuildClassId })).toMatchObject({ status: 404 });
    expect(
      (await dean.get(makeup.approve, { ...(await approving(applyId, dean)), approvalStatus: '0' })).results[applyId],
    ).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
  });

  // MAKEUP-02, MAKEUP-20: rejected to the teacher
  it('lists and approval under the retake codes; rejected it returns; the export is of the named list', async () => {
    expect((await dean.get(retake.lists.todo, {})).rows).toMatchObject([{ applyId, courseName: '程序设计基础' }]);
    expect(
      (
        await dean.get(retake.approve, {
          ...(await approving(applyId, dean)),
          approvalStatus: '2',
          backNode: '0',
          approvalOpinion: '请核对',
        })
      ).results[applyId],
    ).toMatchObject({ code: '200' });
    expect(await teacher.get(sheet, { teachingClassId: rebuildClassId, scoreType: '4' })).toMatchObject({
      entryState: 'returned',
      returnOpinion: '请核对',
    });
    expect((await rowsOf((await dean.call(retakeExport, { tab: 'all' })).bytes)).length).toBe(2);
    expect((await rowsOf((await dean.call(retakeExport, { tab: 'passed' })).bytes)).length).toBe(1);
    for (const operation of [retake.lists.passed, retake.lists.all, retakeExport, retake.approve] as const)
      expect(await teacher.call(operation as typeof retake.lists.all, {}), operation.id).toMatchObject({
        status: 403,
      });
  });

  // Marked in lists and details.
  it('whose original score passes meanwhile is marked; the office alone decides, each kind by its code', async () => {
    const change = await teacher.get(applyScoreChangeOperation, {
      commandId: id(),
      teachingClassId: 'TC1',
      scoreType: '1',
      reason: '漏加分',
      rows: [{ studentCode: 'S2026002', items: { qm: { before: '20.0', after: '95' } } }],
    });
    for (const by of [dean, registrar, office])
      if ((await by.call(approvalDetail, { applyId: change.applyId })).data.mayApprove)
        await decide(by, change.applyId, '0');
    const marked = { originNote: { text: '已通过该课程（2026-2027-1，81.00）', open: true } };
    await expect
      .poll(async () => (await office.get(queryRetakeClasses, {})).rows[0]?.originOpenNum, {
        interval: 50,
      })
      .toBe(1);
    expect((await dean.get(retake.students, { makeupCourseId: rebuildClassId })).list).toMatchObject([marked]);
    expect((await dean.get(retake.lists.all, {})).rows).toMatchObject([{ originOpenNum: 1 }]);
    expect(await dean.get(retake.detail, { teachingClassId: rebuildClassId })).toMatchObject({ originOpenNum: 1 });
    expect((await office.get(queryMakeupGroups, { listStatus: '2' })).total).toBe(0);
    const request = {
      teachingClassId: rebuildClassId,
      studentCode: 'S2026002',
      decision: 'keep' as const,
      reason: '学生申请保留',
    };
    for (const by of [dean, teacher])
      expect(await by.call(settleRetakeOrigin, { commandId: id(), ...request })).toMatchObject({ status: 403 });
    expect(await office.call(settleMakeupOrigin, { commandId: id(), ...request })).toMatchObject({ status: 404 });
    expect(
      (await office.call(settleRetakeOrigin, { commandId: id(), ...request, reason: ' ' })).fieldErrors,
    ).toMatchObject([{ field: 'reason', message: '必填' }]);
    await office.get(settleRetakeOrigin, { commandId: id(), ...request });
    expect((await dean.get(retake.students, { makeupCourseId: rebuildClassId })).list).toMatchObject([
      { originNote: { ...marked.originNote, open: false } },
    ]);
    expect((await office.get(queryRetakeClasses, {})).rows).toMatchObject([{ originOpenNum: 0 }]);
    expect(await office.call(settleRetakeOrigin, { commandId: id(), ...request })).toMatchObject({
      status: 409,
      code: 'MAKEUP_ORIGIN_SETTLED',
    });
  });

  it('MAKEUP-02: handed in again it passes', async () => {
    await submitReassessment(teacher, rebuildClassId, '4', { S2026002: { qm: '91' } });
    for (const by of [dean, registrar])
      expect(
        (await by.get(retake.approve, { ...(await approving(applyId, by)), approvalStatus: '0' })).results[applyId],
      ).toMatchObject({ code: '200' });
    expect((await dean.get(retake.lists.passed, {})).total).toBe(1);
  });
});
