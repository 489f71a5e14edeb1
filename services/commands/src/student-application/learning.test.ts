import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CommandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { chooseEffective } from '@jwxt/contracts/score/effective-attempt.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { remarkOf, sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { studentApplication } from '@jwxt/contracts/student-application/student-application.events.ts';
import { recognitionBench } from '../recognition/recognition.fixture.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadClass, loadScoreSchool, people } from '../testing/score-school.ts';

const { teacher1, dean, registrar, office, clerk } = people;
const semesterId = '2026-2027-1';
let t: TestApp;
const { scored, onAttempts } = recognitionBench(() => t);
const load = (resource: string, rows: readonly object[]) => t.accept('reference.load', { resource, rows });
const query = (text: string, values: readonly unknown[] = []) => t.app.services.pool.query(text, [...values]);
beforeAll(async () => {
  t = await startTestApp({ allowBackdated: true, followLog: false });
  await loadScoreSchool(t);
  await load('userRole', [{ userName: 'clerk1', jsbh: '03' }]);
  await load('semester', [
    {
      xnxq: '2025-2026-2',
      xnzj: '2025-2026',
      xqm: '2',
      xnxqmc: '2025-2026学年第二学期',
      ksrq: '2026-02-23',
      jsrq: '2026-07-10',
      zs: 19,
      sfdqxq: '0',
    },
  ]);
  await load('scoreRules', [
    {
      scoreRulesId: 'R1',
      ruleVersion: '2026-1',
      ruleName: '规则',
      grades: [],
      studentTypes: [],
      passMark: 6000,
      effectiveRule: 'ZGF',
      gpaRule: 'GPA40',
      countFailed: '1',
      judgeRounded: '0',
      gpaAttributes: ['1'],
      gpaWithoutNatures: [],
      publishStatus: '1',
    },
  ]);
  const course = { kkxy: '101', kcsx: '1', kcxz: '1', zxs: 640, khfs: '1', scoreHierarchyCode: 'bfz' };
  await load('course', [
    { ...course, kch: 'K4', ywbm: 'NK4', kcmc: '体育', xf: 10, kclb: '4' },
    { ...course, kch: 'K5', ywbm: 'NK5', kcmc: '离散数学', xf: 30 },
    { ...course, kch: 'K6', ywbm: 'NK6', kcmc: '程序设计（新）', xf: 20, gbkch: 'K2' },
    { ...course, kch: 'K7', ywbm: 'NK7', kcmc: '程序设计实践', xf: 30 },
  ]);
  await load('executionPlan', [{ njzydm: '2026SE', kch: 'K5', xnxq: '2025-2026-2' }]);
});
afterAll(() => t.stop());

const codeOf = (outcome: CommandOutcome) => (outcome.status === 'refused' ? outcome.code : outcome.status);
/** A class of another course than K1. */
async function classOf(teachingClassId: string, courseId: string, codes: readonly string[], listSource = '') {
  await loadClass(t, teachingClassId, []);
  await query('update base.teaching_class set course_id = $2 where teaching_class_id = $1', [
    teachingClassId,
    courseId,
  ]);
  await load(
    'teachingClassStudent',
    codes.map((studentCode) => ({ teachingClassId, studentCode, listSource })),
  );
  return teachingClassId;
}
const asked = (studentId: string, form: object) => ({ applyId: randomUUID(), studentId, form });
const decide = (applyId: string, revision: number, actor = dean) =>
  t.send('application.decide', { applyId, revision, approvalStatus: '0', approvalOpinion: '同意' }, { actor });
async function passed(command: string, sent: ReturnType<typeof asked>, last = dean): Promise<string> {
  await t.accept(command, sent, { actor: clerk });
  expect(codeOf(await decide(sent.applyId, 0))).toBe('accepted');
  expect(codeOf(await decide(sent.applyId, 1, last))).toBe('accepted');
  return sent.applyId;
}
const outcome = async (applyId: string) =>
  (await t.stream(studentApplication.streamOf(applyId))).map(({ event }) =>
    event.type.replace('StudentApplication', ''),
  );
const sheet = async (teachingClassId: string) =>
  (await t.app.services.handler.read(sheetStream(teachingClassId, '1'), sheetStreams)).state;
const remark = async (teachingClassId: string, studentCode: string) => {
  const state = await sheet(teachingClassId);
  return state.status === '0' ? null : remarkOf(state.rows[studentCode]);
};
const initialise = (teachingClassId: string) =>
  t.accept('scoreSheet.initialise', { teachingClassId, scoreType: '1' }, { actor: office });
const save = (teachingClassId: string, rows: readonly object[]) =>
  t.accept<{ revision: number }>('scoreSheet.save', { teachingClassId, scoreType: '1', rows }, { actor: teacher1 });
const submit = (teachingClassId: string, revision: number) =>
  t.accept<{ applyId: string }>(
    'scoreSheet.submit',
    { teachingClassId, scoreType: '1', revision },
    { actor: teacher1 },
  );
const attempts = async (studentCode: string, courseId: string) =>
  (await t.app.services.handler.read(attemptsStream(studentCode, courseId), attemptsStreams)).state.attempts;

// SCORE-MORE-42
it('自修: with the average, a sheet set up later says 免听, until it is taken back; two courses at most', async () => {
  await classOf('A1', 'K1', ['S1', 'S2']);
  await classOf('A2', 'K3', ['S1']);
  await classOf('A3', 'K5', ['S1']);
  await classOf('A4', 'K4', ['S1']);
  const sent = (teachingClassId: string, student = 'S1') => asked(student, { teachingClassId, reasonText: '自学' });
  const refused = async (form: ReturnType<typeof asked>) => {
    const answer = await t.send('selfLearn.apply', form, { actor: clerk });
    return answer.status === 'refused' ? [answer.code, answer.fieldErrors?.[0]?.field] : answer.status;
  };
  expect(await refused(sent('A1'))).toEqual(['SELF_LEARN_NO_GPA', 'teachingClassId']);
  await scored('S2', 'K2', 7000);
  expect(await refused(sent('A1', 'S2'))).toEqual(['SELF_LEARN_GPA', 'teachingClassId']);
  // The average is of the log: 90 at K2 makes 4.0.
  await scored('S1', 'K2', 9000);
  expect(await refused(sent('A4'))).toEqual(['SELF_LEARN_COURSE', 'teachingClassId']);
  expect(await refused(sent('A1', 'S3'))).toEqual(['LEARN_CLASS_UNKNOWN', 'teachingClassId']);
  const applyId = await passed('selfLearn.apply', sent('A1'));
  expect(await outcome(applyId)).toEqual(['Requested', 'Effected']);
  expect(codeOf(await t.send('selfLearn.apply', sent('A1'), { actor: clerk }))).toBe('STUDENT_APPLICATION_OPEN');
  await initialise('A1');
  expect(await remark('A1', 'S1')).toBe('09');
  const register = { teachingClassId: 'A1', scoreType: '1', revision: 9, studentCodes: ['S1'], reason: '登记' };
  expect(
    codeOf(await t.send('scoreSheet.registerRemark', { ...register, scoreRemarkCode: '00' }, { actor: office })),
  ).toBe('SHEET_REMARK_BY_APPLICATION');

  await initialise('A2');
  await passed('selfLearn.apply', sent('A2'));
  expect(await remark('A2', 'S1')).toBe('09');
  expect(await refused(sent('A3'))).toEqual(['SELF_LEARN_TOO_MANY', undefined]);
  await t.accept('selfLearn.revoke', { applyId, reason: '按时上课' }, { actor: office });
  expect(await remark('A1', 'S1')).toBe('00');
  // His place is free again.
  expect(await refused(sent('A3'))).toBe('accepted');

  // Typed, the exam alone counts; handed in, it is taken back no more.
  const { revision } = await save('A2', [{ studentCode: 'S1', items: { qm: '88' }, revision: 1 }]);
  await submit('A2', revision);
  const { state } = await t.app.services.handler.read(sheetStream('A2', '1'), sheetStreams);
  expect(state).toMatchObject({ rows: { S1: { final: 8800 } } });
  const [kept] = (await query(`select apply_id from base.granted_remark where teaching_class_id = 'A2'`)).rows as {
    apply_id: string;
  }[];
  expect(
    await t.send('selfLearn.revoke', { applyId: kept!.apply_id, reason: '误批' }, { actor: office }),
  ).toMatchObject({
    code: 'GRANT_SHEET_HANDED_IN',
    message: '“大学英语”的成绩单已提交审核，不能再办理免听；确需免听请先退回成绩单',
  });
});

it('自修: who takes the course again needs no average', async () => {
  await classOf('A5', 'K1', ['S4'], '重修');
  const sent = asked('S4', { teachingClassId: 'A5', reasonText: '与专业课冲突' });
  expect(codeOf(await t.send('selfLearn.apply', sent, { actor: clerk }))).toBe('accepted');
});

// SCORE-MORE-41
it('补修: the student joins the list, his attempt has that nature; a handed-in sheet lets nobody in', async () => {
  await classOf('B1', 'K5', ['S9']);
  await classOf('B2', 'K5', []);
  const sent = (followTeachingClassId: string, student = 'S5') =>
    asked(student, { followTeachingClassId, reasonType: '1', reasonText: null });
  const code = async (form: ReturnType<typeof asked>) =>
    codeOf(await t.send('makeupLearn.apply', form, { actor: clerk }));
  // Not of an earlier semester's plan, in a class of it already, and passed before.
  expect(await code(sent('TC1'))).toBe('MAKEUP_LEARN_CLASS_UNKNOWN');
  expect(await code(sent('B2', 'S9'))).toBe('MAKEUP_LEARN_CLASS_UNKNOWN');
  await scored('S6', 'K5', 7000);
  expect(await code(sent('B1', 'S6'))).toBe('MAKEUP_LEARN_HAS_SCORE');

  await initialise('B1');
  const late = sent('B1', 'S7');
  await t.accept('makeupLearn.apply', late, { actor: clerk });
  const applyId = await passed('makeupLearn.apply', sent('B1'));
  const listed = async () =>
    (
      await query(
        `select student_code, list_source from base.teaching_class_student where teaching_class_id = 'B1' order by 1`,
      )
    ).rows;
  expect(await listed()).toEqual([
    { student_code: 'S5', list_source: '补修' },
    { student_code: 'S9', list_source: '' },
  ]);
  const taken = { applyId, reason: '改修其他班' };
  const commandId = randomUUID();
  await t.accept('makeupLearn.revoke', taken, { actor: office, commandId });
  expect(await listed()).toHaveLength(1);
  await passed('makeupLearn.apply', sent('B1'));

  const { revision } = await save('B1', [
    { studentCode: 'S5', items: { ps: '80', qm: '70' }, revision: 0 },
    { studentCode: 'S9', items: { ps: '80', qm: '70' }, revision: 0 },
  ]);
  const { applyId: sheetApply } = await submit('B1', revision);
  expect(codeOf(await decide(late.applyId, 0))).toBe('MAKEUP_LEARN_HANDED_IN');
  // What was done before is not judged by it.
  expect(codeOf(await t.send('makeupLearn.revoke', taken, { actor: office, commandId }))).toBe('accepted');
  await decide(sheetApply, 0);
  await decide(sheetApply, 1, registrar);
  expect(await attempts('S5', 'K5')).toMatchObject([{ examNature: '15', final: 7400 }]);
});

// SCORE-MORE-43
it('课程升版: the new course has the score with the fewer credits and follows it; the old one is out', async () => {
  await scored('S8', 'K2', 8500);
  const sent = (newCourseId: string) => asked('S8', { newCourseId, reasonText: null });
  const code = async (newCourseId: string) =>
    codeOf(await t.send('upgradeVersionApply.apply', sent(newCourseId), { actor: clerk }));
  expect(await code('K7')).toBe('UPGRADE_UNKNOWN');
  const applyId = await passed('upgradeVersionApply.apply', sent('K6'), registrar);
  expect(await outcome(applyId)).toEqual(['Requested', 'Effected']);
  expect(await attempts('S8', 'K6')).toMatchObject([
    { courseId: 'K6', courseCredit: 20, final: 8500, source: '5', replaces: ['K2'], semesterId },
  ]);
  const counting = async () =>
    [...chooseEffective([...(await attempts('S8', 'K2')), ...(await attempts('S8', 'K6'))], 'ZGF')].map(
      ([courseId, { effective }]) => [courseId, effective?.final ?? null],
    );
  expect(await counting()).toEqual([
    ['K2', null],
    ['K6', 8500],
  ]);
  // The score is used: neither here nor by a recognition another time.
  expect(await code('K6')).toBe('UPGRADE_USED');

  const [old] = await attempts('S8', 'K2');
  const { attemptId, studentCode, studentNumber, studentName } = old!;
  await onAttempts('S8', 'K2', {
    type: 'revise',
    revision: {
      attemptId,
      studentCode,
      studentNumber,
      studentName,
      courseId: 'K2',
      applyId: 'C1',
      reason: '更正',
      after: { final: 9000, finalName: '90.00', scoreRemarkCode: '00', passed: true },
    },
  });
  await expect.poll(counting).toEqual([
    ['K2', null],
    ['K6', 9000],
  ]);
  // Cancelled or with points, the old score takes the new one with it.
  const application = {
    attemptId,
    student: { studentCode, studentNumber, studentName },
    courseId: 'K2',
    reason: '申请',
  };
  await onAttempts('S8', 'K2', { type: 'cancel', ...application, applyId: 'Z1' });
  await expect.poll(counting).toEqual([]);
  await onAttempts('S8', 'K2', { type: 'restore', ...application, applyId: 'Z1' });
  await onAttempts('S8', 'K2', { type: 'giveBonus', ...application, applyId: 'J1', points: 200 });
  await expect.poll(counting).toEqual([
    ['K2', null],
    ['K6', 9200],
  ]);
  await t.accept('upgradeVersionApply.revoke', { applyId, reason: '误办' }, { actor: office });
  expect(await counting()).toEqual([['K2', 9200]]);
  expect(await code('K6')).toBe('accepted');
});
