import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalDetail, approvalLog } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  batchAdjustment,
  batchHierarchyUpdate,
  batchRollback,
  examSetHistory,
  examSetItems,
  examSetOperations,
  examSetStudents,
  examSetTemplates,
  exportExamSets,
  forceBatchSubmit,
  hierarchySet,
  initSet,
  inputTimeUpdate,
  previewInitSet,
  queryExamSets,
  quickSet,
  scoreRollback,
  scoreTimeQuery,
  subItemBatch,
  teacherSet,
  teachingClassDetail,
  timeSet,
} from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { entryClasses, sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { LONG_JOB_TEST_WAIT } from './exam-set.fixture.ts';
import {
  cancelLongJobOperation,
  exportLongJob,
  longJobDetail,
  longJobItems,
  queryLongJobs,
} from '@jwxt/contracts/system/long-job.operations.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Browser } from '../testing/browser.ts';
import { decide, fillSheet, submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';
import { SEMESTER } from '../testing/school.data.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const publishedTable = readModelTable(scoreSheetModel, 'published');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');

let school: School;
let [office, clerk, clerk2, teacher, auditor] = [] as unknown as [Browser, Browser, Browser, Browser, Browser];
beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, clerk, teacher, auditor] = (await Promise.all(
    ['office1', 'clerk1', 'teacher1', 'auditor1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser];
  clerk2 = await school.browser('dean2');
});
afterAll(() => school.stop());

const common = { status: '1', semesterId: SEMESTER, scoreType: '1' } as const;
const on = (teachingClassId: string) => ({ ...common, teachingClassId });
const write = (teachingClassId: string) => ({ ...on(teachingClassId), commandId: randomUUID() });
const many = (...teachingClassIds: string[]) => ({
  ...common,
  teachingClassId: '',
  teachingClassIds,
  commandId: randomUUID(),
});
const inDays = (days: number): string => toDateTimeText(Date.now() + days * 86_400_000);
const statusOf = async (teachingClassId: string) =>
  (await office.get(teachingClassDetail, on(teachingClassId))).sheetStatus;
const eventsOf = async (stream: string) => {
  const types: string[] = [];
  for await (const event of school.eventLog.readStream(stream)) types.push(event.type);
  return types;
};

describe('EXAM-SET-02 what every call carries', () => {
  it('is a permission, the class, status 1, the semester and scoreType; paths begin score/ExamSet', () => {
    for (const operation of examSetOperations) {
      expect(permissionOf(operation)).toMatch(/^examSet:/);
      expect(operation.path).toMatch(/^\/score\/ExamSet\/\w+$/);
      if (['examSet.query', 'examSet.exportExcel', 'examSet.findScoreTemplate'].includes(operation.id)) continue;
      const { shape } = operation.input;
      for (const [name, good, bad] of [
        ['status', '1', '0'],
        ['scoreType', '1', '5'],
        ['semesterId', SEMESTER, 'x'],
      ] as const) {
        const field = (shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)[name]!;
        expect([operation.id, name, field.safeParse(good).success, field.safeParse(bad).success]).toEqual([
          operation.id,
          name,
          true,
          false,
        ]);
      }
      expect(Object.keys(shape)).toContain('teachingClassId');
    }
  });

  it('is refused for a class of another semester or outside the scope, and without the code', async () => {
    expect(
      await office.call(timeSet, {
        ...write('TC1'),
        semesterId: '2025-2026-1',
        scoreTermInputBeginTime: inDays(-1),
        scoreTermInputEndTime: inDays(5),
      }),
    ).toMatchObject({ status: 404, code: 'EXAM_SET_CLASS_UNKNOWN' });
    expect(await clerk.call(teacherSet, { ...write('TC2'), teacherCode: '' })).toMatchObject({
      code: 'EXAM_SET_CLASS_UNKNOWN',
    });
    expect(await clerk2.call(teachingClassDetail, on('TC1'))).toMatchObject({ code: 'EXAM_SET_CLASS_UNKNOWN' });
    expect(await clerk.call(scoreRollback, { ...write('TC1'), reason: '试' })).toMatchObject({ status: 403 });
    expect(await teacher.call(initSet, { ...write(''), overwrite: '0' })).toMatchObject({ status: 403 });
    expect(await auditor.call(hierarchySet, { ...write('TC1'), scoreHierarchyCode: 'wjz' })).toMatchObject({
      status: 403,
    });
    expect(
      await office.call(timeSet, {
        ...write('TC1'),
        status: '0' as '1',
        scoreTermInputBeginTime: inDays(-1),
        scoreTermInputEndTime: inDays(5),
      }),
    ).toMatchObject({ status: 400, fieldErrors: [{ field: 'status' }] });
  });
});

describe('EXAM-SET-01, EXAM-SET-22 the list', () => {
  it('shows each class in scope with its settings, entry and window, set up or not', async () => {
    const { list, total, figures } = await office.get(queryExamSets, { semesterId: SEMESTER });
    expect(total).toBe(3);
    expect(figures).toMatchObject({ total: 3, unset: 1, set: 2, entering: 0, overdue: 0 });
    expect(list.find((row) => row.teachingClassId === 'TC1')).toMatchObject({
      examSetId: 'TC1.1',
      sheetStatus: '1',
      sheetStatusName: '已设置',
      scoreTemplateId: 'T4060',
      scoreHierarchyCode: 'bfz',
      digit: 2,
      itemsText: '平时成绩40%、期末成绩60%',
      importTeacher: '王老师',
      teacherName: '王老师、陈老师',
      coursePersonCount: 2,
      enteredNum: 0,
      windowState: 'open',
      overdue: '0',
    });
    expect(list.find((row) => row.teachingClassId === 'TC3')).toMatchObject({
      sheetStatus: '0',
      sheetStatusName: '未设置',
      scoreTemplateName: '平时40%+期末60%',
      windowState: 'open',
    });
    expect((await clerk.get(queryExamSets, {})).list.map((row) => row.teachingClassId)).toEqual(['TC1', 'TC3']);
    expect((await teacher.get(queryExamSets, {})).total).toBe(2);
    expect((await office.get(queryExamSets, { sheetStatus: '0' })).list.map((row) => row.teachingClassId)).toEqual([
      'TC3',
    ]);
    expect(
      (await office.get(queryExamSets, { teacher: '郑', course: '高等' })).list.map((row) => row.teachingClassId),
    ).toEqual(['TC2']);
    expect((await office.get(queryExamSets, { overdue: '1' })).total).toBe(0);
    expect((await office.call(exportExamSets, {})).bytes.subarray(0, 2).toString()).toBe('PK');
    expect((await office.get(examSetTemplates, {})).find((row) => row.scoreTemplateId === 'T4060')).toMatchObject({
      teacherAdjust: '1',
      itemsText: '平时成绩40%、期末成绩60%',
    });
  });
});

describe('EXAM-SET-03, EXAM-SET-04 init set', () => {
  it('sets up the classes of a semester as a job that can be watched, with a result for each', async () => {
    expect(initSet.patience).toBe('long');
    expect(await office.get(previewInitSet, { ...on(''), overwrite: '0' })).toMatchObject({
      total: 3,
      unset: 1,
      set: 2,
      started: 0,
      affected: 1,
      window: {},
    });
    const command = write('');
    const { jobId, total } = await office.get(initSet, { ...command, overwrite: '0' });
    expect(total).toBe(3);
    await expect.poll(async () => (await office.get(longJobDetail, { jobId })).status, LONG_JOB_TEST_WAIT).toBe('2');
    expect(await office.get(initSet, { ...command, overwrite: '0' })).toEqual({ jobId, total });
    expect(await office.get(longJobDetail, { jobId })).toMatchObject({
      kindName: '学期成绩初始化',
      title: '2026-2027学年第一学期成绩初始化',
      total: 3,
      done: 3,
      failed: 0,
      skipped: 2,
      name: '钱办公',
      cancellable: '0',
    });
    expect((await office.get(longJobItems, { jobId, result: '1' })).list).toMatchObject([
      { itemName: '数据结构 计算机2班', resultName: '成功', message: '平时成绩40%、期末成绩60%，百分制' },
    ]);
    expect((await office.get(longJobItems, { jobId, result: '2' })).list.map((item) => item.message)).toEqual([
      '已设置，未选择覆盖，保留现有设置',
      '已设置，未选择覆盖，保留现有设置',
    ]);
    expect(await statusOf('TC3')).toBe('1');
    // Watched from elsewhere by whoever has it in scope; the results as a workbook.
    expect((await auditor.get(queryLongJobs, {})).list).toMatchObject([{ jobId }]);
    expect((await clerk.get(queryLongJobs, {})).total).toBe(0);
    expect(await clerk.call(longJobDetail, { jobId })).toMatchObject({ status: 404 });
    expect((await office.get(queryLongJobs, { kind: 'initSet', mine: '1', status: '2' })).kinds).toEqual([
      { kind: 'initSet', kindName: '学期成绩初始化' },
    ]);
    expect((await office.call(exportLongJob, { jobId })).bytes.subarray(0, 2).toString()).toBe('PK');
    expect(await office.get(cancelLongJobOperation, { commandId: randomUUID(), jobId })).toMatchObject({ status: '2' });
    expect(await auditor.call(cancelLongJobOperation, { commandId: randomUUID(), jobId })).toMatchObject({
      status: 403,
    });
  });

  // EXAM-SET-05
  it('is refused for a semester without a window, with the sentence that a lost call shows too', async () => {
    expect(initSet.networkText).toBe('学期成绩模板时间不存在');
    expect(await office.call(initSet, { ...write(''), semesterId: '2030-2031-1', overwrite: '0' })).toMatchObject({
      code: 'SHEET_NO_TERM_WINDOW',
      message: '学期成绩模板时间不存在',
    });
  });
});

describe('settings of one class', () => {
  it('EXAM-SET-06: another teacher types, who finds the class in the own list', async () => {
    await clerk.get(teacherSet, { ...write('TC3'), teacherCode: 'T09', reason: '主讲出国' });
    expect(await office.get(teachingClassDetail, on('TC3'))).toMatchObject({ importTeacher: '吴副院长' });
    await office.get(teacherSet, { ...write('TC3'), teacherCode: 'T03' });
    expect(await office.get(teachingClassDetail, on('TC3'))).toMatchObject({
      importTeacher: '陈老师',
      importTeacherGh: 'T03',
    });
    expect(
      (await (await school.browser('teacher1b')).get(entryClasses, {})).rows.map((row) => row.teachingClassId),
    ).toContain('TC3');
    expect(await clerk.call(teacherSet, { ...write('TC3'), teacherCode: 'T08' })).toMatchObject({
      code: 'EXAM_TEACHER_OTHER_UNIT',
      message: '录入教师应为本班任课教师或计算机学院的教师；指定外单位教师请联系教务处',
    });
    await clerk.get(teacherSet, { ...write('TC3'), teacherCode: '' });
    expect(await office.get(teachingClassDetail, on('TC3'))).toMatchObject({
      importTeacher: '王老师',
      importTeacherGh: null,
    });
  });

  // EXAM-SET-08, EXAM-SET-16, EXAM-SET-17
  it('the window is set inside the term, extended with a reason, and says where it comes from', async () => {
    expect(await office.get(scoreTimeQuery, on('TC3'))).toMatchObject({
      source: 'semester',
      sourceName: '学期统一设置',
      windowState: 'open',
    });
    expect(
      await clerk.call(timeSet, {
        ...write('TC3'),
        scoreTermInputBeginTime: inDays(-1),
        scoreTermInputEndTime: inDays(90),
      }),
    ).toMatchObject({ code: 'EXAM_WINDOW_OUTSIDE_TERM' });
    await clerk.get(timeSet, {
      ...write('TC3'),
      scoreTermInputBeginTime: inDays(-1),
      scoreTermInputEndTime: inDays(3),
    });
    expect(await office.get(scoreTimeQuery, on('TC3'))).toMatchObject({
      source: 'class',
      sourceName: '本教学班单独设置',
      scoreTermInputEndTime:
        inDays(3).slice(0, 16) + (await office.get(scoreTimeQuery, on('TC3'))).scoreTermInputEndTime!.slice(16),
    });
    expect(
      await office.call(inputTimeUpdate, { ...write('TC3'), scoreTermInputEndTime: inDays(60), reason: ' ' }),
    ).toMatchObject({ status: 400, fieldErrors: [{ field: 'reason', message: '必填' }] });
    await office.get(inputTimeUpdate, { ...write('TC3'), scoreTermInputEndTime: inDays(60), reason: '教师住院' });
    expect(
      await office.call(inputTimeUpdate, { ...write('TC3'), scoreTermInputEndTime: inDays(-1), reason: '误操作' }),
    ).toMatchObject({ code: 'EXAM_EXTENSION_PAST' });
    expect((await office.get(examSetHistory, on('TC3'))).slice(0, 2)).toMatchObject([
      { action: '录入时间', name: '钱办公', reason: '教师住院', roleName: '教务处管理员' },
      { action: '录入时间', name: '孙教务' },
    ]);
  });

  it('EXAM-SET-17: of the windows of a term the narrowest wins', async () => {
    const insert = (id: string, more: object, hours: number) =>
      school.pool.query(
        `insert into base.score_term_control (score_term_control_id, semester_id, score_type,
            score_term_input_begin_time, score_term_input_end_time, department_id, course_id, course_nature)
       values ($1, $2, '1', now() - interval '1 day', now() + make_interval(hours => $3), $4, $5, $6)`,
        [
          id,
          SEMESTER,
          hours,
          ...['departmentId', 'courseId', 'courseNature'].map((name) => (more as Record<string, string>)[name] ?? null),
        ],
      );
    await school.pool.query(
      `insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name, semester_id,
          course_id, open_department_id, xqdm, score_template_id)
        values ('TC9', 'TC9', '未设置班', $1, 'K3', '101', '1', 'T4060')`,
      [SEMESTER],
    );
    const source = async () => (await office.get(scoreTimeQuery, on('TC9'))).source;
    expect(await source()).toBe('semester');
    await insert('W-n', { courseNature: '04' }, 100);
    expect(await source()).toBe('nature');
    await insert('W-u', { departmentId: '101' }, 101);
    expect(await source()).toBe('unit');
    await insert('W-un', { departmentId: '101', courseNature: '04' }, 102);
    expect(await source()).toBe('unitNature');
    await insert('W-c', { courseId: 'K3' }, 103);
    expect(await source()).toBe('course');
    await office.get(quickSet, { ...many('TC9'), digit: 1 });
    expect(await office.get(scoreTimeQuery, on('TC9'))).toMatchObject({ source: 'course' });
    expect(await statusOf('TC9')).toBe('1');
  });

  // EXAM-SET-09, EXAM-SET-10, EXAM-SET-19, EXAM-SET-20
  it('sub-items and the grade system, and the detail that shows them', async () => {
    const items = [
      { scoreSubItemName: '平时成绩', scoreSubItemProportion: 30, dataKey: 'ps' },
      { scoreSubItemName: '期末成绩', scoreSubItemProportion: 65, dataKey: 'qm', isExamItem: true },
    ];
    const wrong = await office.get(subItemBatch, { ...many('TC3'), items });
    expect(wrong).toMatchObject({
      succeeded: 0,
      failed: 1,
      results: [{ done: '0', code: 'EXAM_ITEMS_SUM', message: '分项比例合计为95%，还差5%' }],
    });
    expect(
      await teacher.get(subItemBatch, {
        ...many('TC3'),
        items: [
          { ...items[0]!, scoreSubItemProportion: 50 },
          { ...items[1]!, scoreSubItemProportion: 50 },
        ],
      }),
    ).toMatchObject({ succeeded: 1 });
    expect(
      (await office.get(queryExamSets, { semesterId: '2026-2027-1', pageSize: 40 })).list.find(
        (row) => row.teachingClassId === 'TC3',
      )?.scoreTemplateName,
    ).toBe('平时40%+期末60%（分项已调整）');
    expect(
      await teacher.get(subItemBatch, {
        ...many('TC3'),
        items: [
          { ...items[0]!, scoreSubItemProportion: 20 },
          { ...items[1]!, scoreSubItemProportion: 80 },
        ],
      }),
    ).toMatchObject({ results: [{ message: '“平时成绩”的比例应在30%至50%之间' }] });
    expect(await teacher.get(teachingClassDetail, on('TC3'))).toMatchObject({
      itemCapacity: 'teacher',
      limits: [
        { dataKey: 'ps', min: 30, max: 50 },
        { dataKey: 'qm', min: 50, max: 70 },
      ],
    });
    await office.get(subItemBatch, {
      ...many('TC3'),
      items: [...items, { scoreSubItemName: '作业', scoreSubItemProportion: 5 }],
      reason: '增加作业',
    });
    expect(
      (await office.get(examSetItems, on('TC3'))).map((item) => [item.scoreSubItemName, item.scoreSubItemProportion]),
    ).toEqual([
      ['平时成绩', 30],
      ['期末成绩', 65],
      ['作业', 5],
    ]);
    await office.get(hierarchySet, { ...write('TC3'), scoreHierarchyCode: 'ejz' });
    expect(await office.get(teachingClassDetail, on('TC3'))).toMatchObject({
      scoreHierarchyCode: 'ejz',
      scoreHierarchyName: '二级制',
    });
    expect(await office.call(hierarchySet, { ...write('TC3'), scoreHierarchyCode: 'zzz' })).toMatchObject({
      code: 'EXAM_HIERARCHY_UNKNOWN',
    });
  });
});

describe('settings of many classes', () => {
  it('EXAM-SET-07, EXAM-SET-14, EXAM-SET-15: each class has its result', async () => {
    expect(await office.get(quickSet, { ...many('TC3', 'NONE'), scoreTemplateId: 'T302050', digit: 1 })).toMatchObject({
      total: 2,
      succeeded: 1,
      failed: 1,
      results: [{ teachingClassName: '计算机2班', done: '1' }, { code: 'EXAM_SET_CLASS_UNKNOWN' }],
    });
    expect(await office.get(teachingClassDetail, on('TC3'))).toMatchObject({ scoreTemplateId: 'T302050', digit: 1 });
    expect(await office.call(quickSet, { ...many('TC3') })).toMatchObject({ code: 'EXAM_SET_NOTHING' });
    expect(await office.get(batchAdjustment, { ...many('TC3', 'TC9'), adjustType: '3', digit: 0 })).toMatchObject({
      succeeded: 2,
    });
    expect(
      await office.get(batchAdjustment, { ...many('TC3'), adjustType: '4', scoreTemplateId: 'T4060' }),
    ).toMatchObject({ succeeded: 1 });
    expect(await office.get(batchAdjustment, { ...many('TC3'), adjustType: '2', teacherCode: 'T08' })).toMatchObject({
      succeeded: 1,
    });
    expect(
      await office.get(batchAdjustment, {
        ...many('TC3'),
        adjustType: '1',
        scoreTermInputBeginTime: inDays(-2),
        scoreTermInputEndTime: inDays(9),
      }),
    ).toMatchObject({ succeeded: 1 });
    expect(await office.call(batchAdjustment, { ...many('TC3'), adjustType: '1' })).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'scoreTermInputBeginTime', message: '必填' }, { field: 'scoreTermInputEndTime' }],
    });
    expect(await office.get(batchHierarchyUpdate, { ...many('TC3', 'TC9'), scoreHierarchyCode: 'wjz' })).toMatchObject({
      succeeded: 2,
    });
    expect(await office.get(teachingClassDetail, on('TC3'))).toMatchObject({
      scoreHierarchyCode: 'wjz',
      importTeacher: '郑老师',
      scoreTemplateId: 'T4060',
    });
  });
});

describe('EXAM-SET-11, EXAM-SET-12 rollback', () => {
  const values = { S2026003: { ps: '80', qm: '90' } };
  it('of submitted scores ends the application, as approvers see, and returns the sheet with the reason', async () => {
    const zheng = await school.browser('teacher2');
    const applyId = await submitSheet(zheng, 'TC2', values);
    expect((await office.get(queryExamSets, { sheetStatus: '3' })).list).toMatchObject([
      { teachingClassId: 'TC2', approvalNodeName: expect.any(String) as string },
    ]);
    expect(await office.call(scoreRollback, { ...write('TC2'), reason: '' })).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'reason', message: '必填' }],
    });
    await office.get(scoreRollback, { ...write('TC2'), reason: '录错班级' });
    expect(await office.get(teachingClassDetail, on('TC2'))).toMatchObject({
      sheetStatus: '2',
      returnOpinion: '录错班级',
      returnedBy: '钱办公',
    });
    expect(await zheng.get(sheet, { teachingClassId: 'TC2' })).toMatchObject({
      entryState: 'returned',
      editable: true,
    });
    const dean = await school.browser('dean2');
    expect(await dean.get(approvalDetail, { applyId })).toMatchObject({ approvalBusinessStatus: '4' });
    expect(JSON.stringify(await dean.get(approvalLog, { businessId: 'TC2.1', processNo: 'ZKCJSP' }))).toContain(
      '录错班级',
    );
    expect(await eventsOf('scoreSheet-TC2.1')).toContain('ScoresRolledBack');
    expect(await office.call(scoreRollback, { ...write('TC2'), reason: '再退' })).toMatchObject({
      code: 'EXAM_ROLLBACK_NOTHING',
    });
  });

  it('of published scores withdraws the attempts; approved again they are there once more', async () => {
    const zheng = await school.browser('teacher2');
    const publish = async (qm: string) => {
      const applyId = await submitSheet(zheng, 'TC2', { S2026003: { ps: '80', qm } });
      for (const name of ['dean2', 'registrar1'])
        if ((await statusOf('TC2')) === '3') await decide(await school.browser(name), applyId, '0');
    };
    await publish('61');
    expect(await statusOf('TC2')).toBe('4');
    const batch = await office.get(batchRollback, { ...many('TC2', 'TC3'), reason: '试卷评分标准有误' });
    expect(batch).toMatchObject({
      succeeded: 1,
      failed: 1,
      results: [{ done: '1' }, { code: 'EXAM_ROLLBACK_NOTHING', message: '成绩尚未提交，无需退回' }],
    });
    expect((await eventsOf(attemptsStream('S2026003', 'K2'))).filter((type) => type.startsWith('Attempt'))).toEqual([
      'AttemptRecorded',
      'AttemptWithdrawn',
    ]);
    const attempts = () =>
      school.pool.query(`select from ${attemptTable} where student_code = $1 and course_id = $2`, ['S2026003', 'K2']);
    await expect.poll(async () => (await attempts()).rowCount, LONG_JOB_TEST_WAIT).toBe(0);
    const listed = () => school.pool.query(`select from ${publishedTable} where sheet_id = $1`, ['TC2.1']);
    expect((await listed()).rowCount).toBe(0);
    await publish('62');
    expect((await listed()).rowCount).toBe(1);
    await expect.poll(async () => (await attempts()).rowCount, LONG_JOB_TEST_WAIT).toBe(1);
    expect((await office.get(examSetHistory, on('TC2'))).filter((entry) => entry.action === '退回')).toMatchObject([
      { detail: '撤销已发布的成绩，涉及 1 名学生', reason: '试卷评分标准有误', name: '钱办公' },
      { detail: '退回送审中的成绩', reason: '录错班级', name: '钱办公' },
    ]);
  });
});

describe('a rollback that is sent again', () => {
  it('answers what its first try did, wherever the sheet stands by then, and takes nothing back twice', async () => {
    const zheng = await school.browser('teacher2');
    const again = { ...write('TC2'), reason: '登错班级' };
    const batch = { ...many('TC2'), reason: '登错班级' };
    for (const call of [() => office.get(scoreRollback, again), () => office.get(batchRollback, batch)]) {
      await office.call(scoreRollback, { ...write('TC2'), reason: '先退回' });
      await submitSheet(zheng, 'TC2', { S2026003: { ps: '80', qm: '70' } });
      const first = await call();
      const rolledBack = (await eventsOf('scoreSheet-TC2.1')).filter((type) => type === 'ScoresRolledBack').length;
      expect(await call()).toEqual(first);
      // The teacher has sent it again: that submission is not what was taken back.
      await submitSheet(zheng, 'TC2', { S2026003: { ps: '80', qm: '71' } });
      expect(await call()).toEqual(first);
      expect(await statusOf('TC2')).toBe('3');
      expect((await eventsOf('scoreSheet-TC2.1')).filter((type) => type === 'ScoresRolledBack')).toHaveLength(
        rolledBack,
      );
    }
    await office.get(scoreRollback, { ...write('TC2'), reason: '结束' });
  });

  it('of published scores too', async () => {
    const zheng = await school.browser('teacher2');
    const applyId = await submitSheet(zheng, 'TC2', { S2026003: { ps: '80', qm: '72' } });
    for (const name of ['dean2', 'registrar1'])
      if ((await statusOf('TC2')) === '3') await decide(await school.browser(name), applyId, '0');
    expect(await statusOf('TC2')).toBe('4');
    const again = { ...write('TC2'), reason: '重评' };
    const first = await office.get(scoreRollback, again);
    expect(await office.get(scoreRollback, again)).toEqual(first);
    await submitSheet(zheng, 'TC2', { S2026003: { ps: '80', qm: '73' } });
    expect(await office.get(scoreRollback, again)).toEqual(first);
    expect(await statusOf('TC2')).toBe('3');
    await office.get(scoreRollback, { ...write('TC2'), reason: '结束' });
  });
});

describe('EXAM-SET-13, EXAM-SET-18 force submit', () => {
  it('hands a complete sheet in after the window, for somebody else to approve', async () => {
    expect(await office.get(forceBatchSubmit, { ...many('TC1'), reason: '教师离职' })).toMatchObject({
      results: [{ code: 'EXAM_FORCE_WINDOW_OPEN' }],
    });
    await fillSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '90' }, S2026002: { ps: '70', qm: '75' } });
    expect(await office.get(examSetStudents, { ...on('TC1'), pageSize: 1 })).toMatchObject({
      total: 2,
      list: [
        { studentName: '张三', items: { ps: '80.0', qm: '90.0' }, studentScoreFinalValue: '86.00', canSubmmit: '1' },
      ],
    });
    // What the remark lets not count is not shown beside the total.
    const remark = (code: string) =>
      school.pool.query(
        `update ${sheetRowTable} set remark_code = $1 where sheet_id = 'TC1.1' and student_code = 'S2026001'`,
        [code],
      );
    await remark('02');
    expect((await office.get(examSetStudents, { ...on('TC1'), pageSize: 1 })).list).toMatchObject([
      { items: { ps: '80.0', qm: null }, scoreRemarkName: '缺考', studentScoreFinalValue: '0.00' },
    ]);
    await remark('00');
    await office.get(timeSet, {
      ...write('TC1'),
      scoreTermInputBeginTime: inDays(-5),
      scoreTermInputEndTime: inDays(-1),
    });
    expect((await office.get(queryExamSets, { overdue: '1' })).list.map((row) => row.teachingClassId)).toContain('TC1');
    expect(await office.get(forceBatchSubmit, { ...many('TC1'), reason: '教师离职' })).toMatchObject({
      succeeded: 1,
      results: [{ done: '1' }],
    });
    const { applyId } = await office.get(teachingClassDetail, on('TC1'));
    expect(await decide(office, applyId!, '0')).not.toMatchObject({ status: '200' });
    const {
      list: [row],
    } = await office.get(queryExamSets, { sheetStatus: '3' });
    expect(row).toMatchObject({ teachingClassId: 'TC1', importTeacher: '王老师' });
    expect(await eventsOf('scoreSheet-TC1.1')).toEqual(
      expect.arrayContaining(['ScoresForceSubmitted', 'ScoresSubmitted']),
    );
  });
});
