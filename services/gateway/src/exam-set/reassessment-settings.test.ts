import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { approvalDetail, recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  batchAdjustment,
  batchRollback,
  examSetHistory,
  examSetItems,
  examSetStudents,
  forceBatchSubmit,
  inputTimeUpdate,
  queryExamSets,
  quickSet,
  scoreRollback,
  scoreTimeQuery,
  teacherSet,
  teachingClassDetail,
  timeSet,
} from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  freezeMakeupGroups,
  generateMakeupLists,
  makeupGroupStudents,
  publishRetakeClassOperation,
  queryMakeupGroups,
  removeMakeupStudents,
  saveRetakeClassOperation,
  setRetakeStudentsOperation,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import {
  entryClasses,
  saveScores,
  saveScoresFor,
  sheet,
  submitScores,
} from '@jwxt/contracts/score/score-entry.operations.ts';
import { longJobDetail } from '@jwxt/contracts/system/long-job.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';
import { LONG_JOB_TEST_WAIT } from './exam-set.fixture.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const id = () => crypto.randomUUID();
const inDays = (days: number): string => toDateTimeText(Date.now() + days * 86_400_000);
const window = { scoreTermInputBeginTime: inDays(-5), scoreTermInputEndTime: inDays(5) };

let school: School;
let [office, clerk, teacher, second, dean, registrar] = [] as unknown as Browser[] as [
  Browser,
  Browser,
  Browser,
  Browser,
  Browser,
  Browser,
];
/** A frozen make-up group and a published retake class of the same course, a student each. */
let group = '';
let rebuildClassId = '';

beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, clerk, teacher, second, dean, registrar] = (await Promise.all(
    ['office1', 'clerk1', 'teacher1', 'teacher1b', 'dean1', 'registrar1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser, Browser, Browser, Browser];
  await pass(await submitSheet(teacher, 'TC1', { S2026001: { ps: '90', qm: '30' }, S2026002: { ps: '60', qm: '20' } }));
  const form = {
    sourceSemesterId: SEMESTER,
    semesterId: SEMESTER,
    makeupAndDelayTemplateValue: '1' as const,
    ...window,
  };
  const { jobId } = await office.get(generateMakeupLists, { ...form, commandId: id() });
  await vi.waitFor(
    async () => expect((await office.get(longJobDetail, { jobId })).status).toBe('2'),
    LONG_JOB_TEST_WAIT,
  );
  group = (await office.get(queryMakeupGroups, {})).rows[0]!.makeupCourseId;
  await office.get(freezeMakeupGroups, { commandId: id(), makeupCourseIds: [group] });
  ({ rebuildClassId } = await office.get(saveRetakeClassOperation, {
    commandId: id(),
    semesterId: SEMESTER,
    courseId: 'K1',
    rebuildClassName: '程序设计重修班',
    teacherCode: 'T01',
    capacity: 30,
    ...window,
  }));
  await office.get(setRetakeStudentsOperation, { commandId: id(), rebuildClassId, add: ['S2026002'], remove: [] });
  await office.get(publishRetakeClassOperation, { commandId: id(), rebuildClassId });
});
afterAll(() => school.stop());

type Type = '2' | '4';
const common = (scoreType: Type) => ({ status: '1' as const, semesterId: SEMESTER, scoreType });
const classOf = (scoreType: Type): string => (scoreType === '2' ? group : rebuildClassId);
const on = (scoreType: Type) => ({ ...common(scoreType), teachingClassId: classOf(scoreType) });
const write = (scoreType: Type) => ({ ...on(scoreType), commandId: id() });
const many = (scoreType: Type) => ({
  ...common(scoreType),
  teachingClassId: '',
  teachingClassIds: [classOf(scoreType)],
  commandId: id(),
});
/** Passes an application at every node that asks. */
async function pass(applyId: string): Promise<void> {
  for (const by of [dean, registrar])
    if ((await by.call(approvalDetail, { applyId })).data.mayApprove) await decide(by, applyId, '0');
}
const openSheet = (by: Browser, scoreType: Type) => by.get(sheet, { teachingClassId: classOf(scoreType), scoreType });
/** Titles of what a person was told of a sheet, newest first. */
async function told(userName: string, scoreType: Type): Promise<string[]> {
  const { rows } = await school.pool.query<{ title: string }>(
    `select message.title from base.system_message_entity message
       join base.system_message_audience audience using (system_message_entity_id)
      where audience.user_name = $1 and message.link like $2 order by message.create_time desc`,
    [userName, `%entry/${classOf(scoreType)}/${scoreType}`],
  );
  return rows.map(({ title }) => title);
}

// EXAM-SET-01, EXAM-SET-02, EXAM-SET-18…20
describe('exam settings list the sheets of every score type', () => {
  it('ordinary classes alone unless a type is asked for; each with its settings, students and items', async () => {
    expect((await office.get(queryExamSets, {})).list.map(({ scoreType }) => scoreType)).toEqual(['1', '1', '1']);
    for (const scoreType of ['2', '4'] as const) {
      const { list, figures } = await office.get(queryExamSets, { scoreType });
      expect(list).toMatchObject([
        {
          teachingClassId: classOf(scoreType),
          scoreType,
          sheetStatus: '1',
          examSetId: `${classOf(scoreType)}.${scoreType}`,
        },
      ]);
      expect(figures).toMatchObject({ total: 1, set: 1 });
      expect((await office.get(examSetStudents, on(scoreType))).total).toBe(1);
      expect((await office.get(examSetItems, on(scoreType))).map(({ enable }) => enable)).toEqual(
        scoreType === '2' ? ['false', 'true'] : ['true', 'true'],
      );
      expect(await office.get(scoreTimeQuery, on(scoreType))).toMatchObject({ source: 'class', windowState: 'open' });
    }
    expect((await office.get(queryExamSets, { scoreType: '3' })).total).toBe(0);
    // The type is part of the key: a make-up group has no ordinary sheet.
    expect(await office.call(teachingClassDetail, { ...on('2'), scoreType: '1' })).toMatchObject({
      code: 'EXAM_SET_CLASS_UNKNOWN',
    });
    expect(await (await school.browser('dean2')).call(teachingClassDetail, on('2'))).toMatchObject({
      code: 'EXAM_SET_CLASS_UNKNOWN',
    });
  });
});

describe.each(['2', '4'] as const)('a sheet of score type %s has an administrative way out', (scoreType) => {
  const student = scoreType === '2' ? 'S2026001' : 'S2026002';
  const typed = (): Record<string, string> => (scoreType === '2' ? { qm: '80' } : { ps: '80', qm: '90' });

  // EXAM-SET-08, EXAM-SET-14, EXAM-SET-16
  it('its entry time is set and extended, each time with a reason, which its teacher is told', async () => {
    const past = { scoreTermInputBeginTime: inDays(-5), scoreTermInputEndTime: inDays(-1) };
    expect(await office.call(timeSet, { ...write(scoreType), ...past })).toMatchObject({
      code: 'EXAM_REASON_NEEDED',
      fieldErrors: [{ field: 'reason' }],
    });
    await office.get(timeSet, { ...write(scoreType), ...past, reason: '提前截止' });
    expect(await openSheet(teacher, scoreType)).toMatchObject({ editable: false, windowState: 'closed' });
    expect((await office.get(queryExamSets, { scoreType, overdue: '1' })).total).toBe(1);
    await office.get(inputTimeUpdate, {
      ...write(scoreType),
      scoreTermInputEndTime: inDays(9),
      reason: '教师住院',
    });
    expect(await openSheet(teacher, scoreType)).toMatchObject({ editable: true, windowState: 'open' });
    await expect.poll(() => told('teacher1', scoreType), LONG_JOB_TEST_WAIT).toContain('成绩录入时间已延长');
  });

  // EXAM-SET-06
  it('another teacher types, and the first one again', async () => {
    await office.get(teacherSet, { ...write(scoreType), teacherCode: 'T03', reason: '主讲出国' });
    expect(await openSheet(second, scoreType)).toMatchObject({ editable: true });
    expect((await second.get(entryClasses, { scoreType })).rows).toMatchObject([
      { teachingClassId: classOf(scoreType) },
    ]);
    await expect.poll(() => told('teacher1b', scoreType), LONG_JOB_TEST_WAIT).toContain('请您录入成绩');
    const { results } = await office.get(batchAdjustment, {
      ...many(scoreType),
      adjustType: '2',
      teacherCode: '',
      reason: '主讲回校',
    });
    expect(results).toMatchObject([{ done: '1' }]);
    expect(await office.get(teachingClassDetail, on(scoreType))).toMatchObject({ importTeacherGh: null });
  });

  it('the office types for its teacher, who is told once', async () => {
    const { revision } = await openSheet(office, scoreType);
    await office.get(saveScoresFor, {
      teachingClassId: classOf(scoreType),
      scoreType,
      commandId: id(),
      rows: [{ studentCode: student, items: typed(), revision }],
      reason: '教师委托',
    });
    await expect.poll(() => told('teacher1', scoreType), LONG_JOB_TEST_WAIT).toContain('成绩已被代为录入');
  });

  // EXAM-SET-13, EXAM-SET-11, EXAM-SET-12
  it('is handed in for its teacher after the window, taken back while it waits and when it is published', async () => {
    expect((await office.get(forceBatchSubmit, { ...many(scoreType), reason: '逾期' })).results).toMatchObject([
      { done: '0', code: 'EXAM_FORCE_WINDOW_OPEN' },
    ]);
    await office.get(timeSet, {
      ...write(scoreType),
      scoreTermInputBeginTime: inDays(-5),
      scoreTermInputEndTime: inDays(-1),
      reason: '提前截止',
    });
    expect((await office.get(forceBatchSubmit, { ...many(scoreType), reason: '逾期未交' })).results).toMatchObject([
      { done: '1' },
    ]);
    await office.get(scoreRollback, { ...write(scoreType), reason: '漏一题' });
    expect(await office.get(teachingClassDetail, on(scoreType))).toMatchObject({
      sheetStatus: '2',
      returnOpinion: '漏一题',
    });
    await office.get(inputTimeUpdate, { ...write(scoreType), scoreTermInputEndTime: inDays(9), reason: '重新录入' });
    const { revision } = await openSheet(teacher, scoreType);
    const { applyId } = await teacher.get(submitScores, {
      teachingClassId: classOf(scoreType),
      scoreType,
      commandId: id(),
      revision,
    });
    await pass(applyId);
    const attempts = async () =>
      (
        await school.pool.query(
          `select from ${attemptTable} where student_code = $1 and teaching_class_id = $2 and score_type = $3`,
          [student, classOf(scoreType), scoreType],
        )
      ).rows.length;
    await expect
      .poll(async () => (await office.get(teachingClassDetail, on(scoreType))).sheetStatus, LONG_JOB_TEST_WAIT)
      .toBe('4');
    await expect.poll(attempts, LONG_JOB_TEST_WAIT).toBe(1);
    expect((await office.get(batchRollback, { ...many(scoreType), reason: '登分错误' })).results).toMatchObject([
      { done: '1' },
    ]);
    await expect.poll(attempts, LONG_JOB_TEST_WAIT).toBe(0);
    expect(await openSheet(teacher, scoreType)).toMatchObject({ editable: true, returnOpinion: '登分错误' });
    await expect.poll(() => told('teacher1', scoreType), LONG_JOB_TEST_WAIT).toContain('已发布的成绩被撤回');
    // Every step is on record with who did it and why.
    expect((await office.get(examSetHistory, on(scoreType))).map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['登分错误', '重新录入', '漏一题', '逾期未交', '主讲回校', '主讲出国', '教师住院']),
    );
  });
});

describe('what stays as the list was made', () => {
  it('a make-up counts as the original does: items, grade system and decimals are not its own', async () => {
    const { results } = await office.get(quickSet, { ...many('2'), digit: 1, reason: '统一' });
    expect(results).toMatchObject([{ done: '0', code: 'EXAM_RULES_OF_ORIGINAL' }]);
    expect((await office.get(quickSet, { ...many('4'), digit: 1, reason: '统一' })).results).toMatchObject([
      { done: '1' },
    ]);
  });

  it('a unit stays inside the term, and may not take back', async () => {
    expect(
      await clerk.call(timeSet, {
        ...write('4'),
        scoreTermInputBeginTime: inDays(-1),
        scoreTermInputEndTime: inDays(90),
        reason: '试',
      }),
    ).toMatchObject({ code: 'EXAM_WINDOW_OUTSIDE_TERM' });
    expect(await clerk.call(scoreRollback, { ...write('4'), reason: '试' })).toMatchObject({ status: 403 });
  });
});

describe('a closed list changes with a reason while its scores are typed', () => {
  it('who leaves a published retake class keeps what was typed apart, and comes back with it', async () => {
    const [mine, other] = ['S2026002', 'S2026001'];
    const change = (add: string[], remove: string[], reason = '核对后调整') =>
      office.call(setRetakeStudentsOperation, { commandId: id(), rebuildClassId, add, remove, reason });
    const codes = async (which: 'rows' | 'leftRows') =>
      (await openSheet(teacher, '4'))[which].map(({ studentCode }) => studentCode);
    expect(await change([other], [], ' ')).toMatchObject({ status: 400, fieldErrors: [{ field: 'reason' }] });
    // His make-up was taken back: the course is failed.
    await expect.poll(async () => (await change([other], [])).status, LONG_JOB_TEST_WAIT).toBe(200);
    expect(await codes('rows')).toEqual([other, mine]);
    await expect.poll(() => told('teacher1', '4'), LONG_JOB_TEST_WAIT).toContain('考试名单已调整');
    const { revision } = await openSheet(teacher, '4');
    await teacher.get(saveScores, {
      teachingClassId: rebuildClassId,
      scoreType: '4',
      commandId: id(),
      rows: [{ studentCode: other, items: { ps: '50' }, revision }],
    });
    await change([], [other]);
    expect([await codes('rows'), await codes('leftRows')]).toEqual([[mine], [other]]);
    await change([other], []);
    expect((await openSheet(teacher, '4')).rows[0]).toMatchObject({ studentCode: other, items: { ps: '50.0' } });
    await change([], [other]);
    const { rows: logged } = await school.pool.query<{ after: { add: string[]; reason: string } }>(
      `select after from base.operation_log where resource = 'rebuildClassStudent' and key = $1
        order by at desc limit 1`,
      [rebuildClassId],
    );
    expect(logged).toMatchObject([{ after: { add: [], reason: '核对后调整' } }]);
  });

  it('who is taken off a frozen make-up list goes as one who leaves a class: nothing typed is lost', async () => {
    const { revision } = await openSheet(teacher, '2');
    const { applyId } = await teacher.get(submitScores, {
      teachingClassId: group,
      scoreType: '2',
      commandId: id(),
      revision,
    });
    const remove = (by: Browser, reason = '已退学') =>
      by.call(removeMakeupStudents, { commandId: id(), makeupCourseId: group, studentCodes: ['S2026001'], reason });
    expect(await remove(office)).toMatchObject({ status: 409, code: 'SHEET_SUBMITTED' });
    await teacher.get(recallApproval, { commandId: id(), applyId });
    expect(await remove(dean)).toMatchObject({ status: 403 });
    expect(await remove(office, ' ')).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'reason', message: '必填' }],
    });
    await expect.poll(async () => (await remove(office)).status, LONG_JOB_TEST_WAIT).toBe(200);
    expect((await office.get(makeupGroupStudents, { makeupCourseId: group })).list).toEqual([]);
    // Published once before, the score stays on the sheet.
    expect(await openSheet(teacher, '2')).toMatchObject({
      coursePersonCount: 0,
      rows: [{ isReExamStudentName: '已退出名单', items: { qm: '80.0' } }],
    });
    await expect.poll(() => told('teacher1', '2'), LONG_JOB_TEST_WAIT).toContain('考试名单已调整');
    expect(await remove(office)).toMatchObject({ status: 409, code: 'MAKEUP_STUDENT_NOT_LISTED' });
  });
});
