import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import type { CommandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { deferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { DEFERRED_EXAM_FILES } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { remarkOf, sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { deferredReasons } from '@jwxt/infra/base-data/score-rule.data.ts';
import { deferredExamId } from '@jwxt/infra/runtime/event-id.ts';
import { openApplication } from '../approval/approval.policy.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';
import { loadClass, loadScoreSchool, people } from '../testing/score-school.ts';
import { settleDeferredExam } from './deferred-exam.policy.ts';

const { teacher1, dean, registrar, office, clerk } = people;
const own = (code: string) => person(`student${code}`, { name: `学生${code}`, studentCode: code, departmentId: null });
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ allowBackdated: true, followLog: false });
  await loadScoreSchool(t);
  const load = (resource: string, rows: readonly object[]) => t.accept('reference.load', { resource, rows });
  await load('userRole', [{ userName: 'clerk1', jsbh: '03' }]);
  await load('deferredReason', deferredReasons);
  await load('role', [{ jsbh: '08', jsmc: '学生', jslx: 'student' }]);
  const account = { kind: 'student', password: 'Jwxt@2026' };
  await load('userAccount', [{ ...account, userName: 'studentS1', name: '学生S1', studentCode: 'S1' }]);
  await load('userAccount', [
    { userName: 'teacher9', name: '张老师', kind: 'teacher', password: 'Jwxt@2026', gh: 'T1', departmentId: '101' },
  ]);
});
afterAll(() => t.stop());

const classOf = async (teachingClassId: string, studentCode: string) => {
  await loadClass(t, teachingClassId, [studentCode]);
  return teachingClassId;
};
const placeOf = (studentCode: string, number = 1) =>
  deferredExamId({ studentCode, courseId: 'K1', semesterId: '2026-2027-1' }, number);
const form = (teachingClassId: string, studentId: string, more: object = {}) => ({
  studentId,
  teachingClassId,
  deferredReasonCode: '2',
  reasonText: '与重修课程考试时间冲突',
  applyId: placeOf(studentId),
  ...more,
});
const decide = (applyId: string, revision: number, actor: typeof dean, approvalStatus = '0') =>
  t.send(
    'application.decide',
    { applyId, revision, approvalStatus, approvalOpinion: approvalStatus === '0' ? '同意' : '证明不足' },
    { actor },
  );
const types = async (stream: string): Promise<string[]> => (await t.stream(stream)).map(({ event }) => event.type);
const remark = async (teachingClassId: string, studentCode: string) => {
  const { state } = await t.app.services.handler.read(sheetStream(teachingClassId, '1'), sheetStreams);
  return state.status === '0' ? null : remarkOf(state.rows[studentCode]);
};
const initialise = (teachingClassId: string) =>
  t.accept('scoreSheet.initialise', { teachingClassId, scoreType: '1' }, { actor: office });
const codeOf = (outcome: CommandOutcome) => (outcome.status === 'refused' ? outcome.code : outcome.status);
const attach = (businessId: string, actor: typeof clerk) =>
  t.send(
    'file.record',
    {
      relationalId: randomUUID(),
      fileUid: 'f1',
      name: '诊断证明.pdf',
      fileSize: 10,
      fileType: 'pdf',
      businessTable: DEFERRED_EXAM_FILES,
      businessId,
      digest: 'a'.repeat(64),
    },
    { actor },
  );

// SCORE-MORE-16
it('a student asks, clerk and unit pass, a sheet set up later says 缓考; the office takes it back', async () => {
  await classOf('TA', 'S1');
  const applied = form('TA', 'S1');
  const { applyId } = await t.accept<{ applyId: string }>('deferredExam.apply', applied, { actor: own('S1') });
  expect(codeOf(await t.send('deferredExam.apply', applied, { actor: clerk }))).toBe('DEFERRED_OPEN');
  expect(codeOf(await decide(applyId, 0, dean))).toBe('APPROVAL_NOT_CANDIDATE');
  await decide(applyId, 0, clerk);
  await decide(applyId, 1, dean);
  expect(await types(deferredExam.streamOf(applyId))).toEqual(['DeferredExamRequested', 'DeferredExamEffected']);
  expect(codeOf(await t.send('deferredExam.apply', applied, { actor: clerk }))).toBe('DEFERRED_GRANTED');
  await initialise('TA');
  expect(await remark('TA', 'S1')).toBe('01');
  const register = { teachingClassId: 'TA', scoreType: '1', revision: 9, studentCodes: ['S1'], reason: '到场' };
  expect(
    codeOf(await t.send('scoreSheet.registerRemark', { ...register, scoreRemarkCode: '00' }, { actor: office })),
  ).toBe('SHEET_REMARK_BY_APPLICATION');
  // Delivered again, nothing happens again.
  for (const end of await t.stream(applicationStream(applyId)))
    if (end.event.type === 'ApplicationPassed') await settleDeferredExam.react(end, t.app.services);
  expect(await types(sheetStream('TA', '1'))).toEqual(['SheetInitialised', 'RemarkSet']);

  await t.accept('deferredExam.revoke', { applyId, reason: '学生按时参加考试' }, { actor: office });
  expect(await remark('TA', 'S1')).toBe('00');
  expect(codeOf(await t.send('deferredExam.revoke', { applyId, reason: '重复' }, { actor: office }))).toBe(
    'DEFERRED_NOT_EFFECTED',
  );
  const { rows } = await t.app.services.pool.query<{ title: string; users: string[] }>(
    `select message.title, array_agg(audience.user_name order by audience.user_name) as users
       from base.system_message_entity message join base.system_message_audience audience
         using (system_message_entity_id)
      where message.title like '缓考%' group by message.title order by message.title`,
  );
  expect(rows.map(({ title, users }) => [title, users.join()])).toEqual([
    ['缓考已撤销', 'studentS1,teacher9'],
    ['缓考已生效', 'teacher9'],
    ['缓考申请已通过', 'studentS1'],
  ]);
  // Another one has a place of its own.
  expect(codeOf(await t.send('deferredExam.apply', applied, { actor: clerk }))).toBe('DEFERRED_MOVED');
  const next = form('TA', 'S1', { applyId: placeOf('S1', 2) });
  expect(codeOf(await t.send('deferredExam.apply', next, { actor: clerk }))).toBe('accepted');
});

it('a clerk asks for a student, and the unit alone decides; what is not passed may be asked for again', async () => {
  await classOf('TB', 'S2');
  const { applyId } = await t.accept<{ applyId: string }>('deferredExam.apply', form('TB', 'S2'), { actor: clerk });
  expect(codeOf(await decide(applyId, 0, clerk))).toBe('APPROVAL_OWN');
  await decide(applyId, 0, dean, '1');
  expect(await types(deferredExam.streamOf(applyId))).toEqual(['DeferredExamRequested', 'DeferredExamClosed']);
  const again = await t.accept<{ applyId: string }>(
    'deferredExam.apply',
    form('TB', 'S2', { applyId: placeOf('S2', 2) }),
    { actor: clerk },
  );
  // Recalled, it keeps its place, and whoever may apply for the student sends it again.
  await t.accept('application.recall', { applyId: again.applyId }, { actor: clerk });
  const sent = await t.accept<{ applyId: string }>(
    'deferredExam.apply',
    form('TB', 'S2', { applyId: again.applyId, deferredReasonCode: '4', reasonText: '家人病重' }),
    { actor: own('S2') },
  );
  expect(sent).toEqual(again);
  expect(await types(applicationStream(sent.applyId))).toEqual([
    'ApplicationSubmitted',
    'ApplicationRecalled',
    'ApplicationSubmitted',
  ]);
});

it('evidence is asked for by the reason, and stays as it was sent', async () => {
  await classOf('TC', 'S3');
  const ill = form('TC', 'S3', { deferredReasonCode: '1' });
  expect(await t.send('deferredExam.apply', ill, { actor: clerk })).toMatchObject({
    status: 'refused',
    code: 'DEFERRED_NEEDS_FILE',
    fieldErrors: [{ field: 'files', message: '缓考原因为“疾病”时须上传证明材料' }],
  });
  expect(codeOf(await attach(placeOf('S3'), clerk))).toBe('accepted');
  const { applyId } = await t.accept<{ applyId: string }>('deferredExam.apply', ill, { actor: clerk });
  expect((await t.stream(deferredExam.streamOf(applyId)))[0]!.event.data).toMatchObject({
    deferredReasonName: '疾病',
    application: { content: { files: [{ name: '诊断证明.pdf' }] } },
  });
  expect(codeOf(await attach(applyId, clerk))).toBe('FILE_LOCKED');
});

// SCORE-MORE-17, 26
it('is taken within its time alone; after it for reasons that come up at the exam', async () => {
  await classOf('TD', 'S4');
  const time = (beginTime: string, endTime: string, more: object = {}) =>
    t.accept('reference.load', {
      resource: 'repairApplicationTime',
      rows: [{ repairTimeId: 'D1', semesterId: '2026-2027-1', applyType: '4', beginTime, endTime, ...more }],
    });
  const sent = async (more: object = {}) =>
    codeOf(await t.send('deferredExam.apply', form('TD', 'S4', more), { actor: clerk }));
  await time('2099-01-01T00:00:00.000Z', '2099-02-01T00:00:00.000Z');
  expect(await sent()).toBe('DEFERRED_CLOSED');
  await time('2020-01-01T00:00:00.000Z', '2020-02-01T00:00:00.000Z');
  expect(await sent()).toBe('DEFERRED_CLOSED');
  await time('2020-01-01T00:00:00.000Z', '2099-02-01T00:00:00.000Z', { grades: ['2025'] });
  expect(await sent()).toBe('DEFERRED_CLOSED');
  await time('2020-01-01T00:00:00.000Z', '2020-02-01T00:00:00.000Z', { grades: [] });
  expect(codeOf(await attach(placeOf('S4'), clerk))).toBe('accepted');
  expect(await sent({ deferredReasonCode: '1' })).toBe('accepted');
  // Times of other kinds of applications are none of its business.
  await time('2099-01-01T00:00:00.000Z', '2099-02-01T00:00:00.000Z', { applyType: '2' });
  await classOf('TD5', 'S5');
  expect(codeOf(await t.send('deferredExam.apply', form('TD5', 'S5'), { actor: clerk }))).toBe('accepted');
});

it.each([
  ['a class of others', { teachingClassId: 'TB' }, 'DEFERRED_CLASS_UNKNOWN', 'teachingClassId'],
  ['an unknown reason', { deferredReasonCode: '77' }, 'DEFERRED_REASON_UNKNOWN', 'deferredReasonCode'],
])('refuses %s under its field', async (_title, more, code, field) => {
  await classOf('TE', 'S6');
  const sent = { ...form('TE', 'S6'), ...more };
  expect(await t.send('deferredExam.apply', sent, { actor: clerk })).toMatchObject({ code, fieldErrors: [{ field }] });
});

it('nobody asks for another student, and nobody with 取消考试资格', async () => {
  await classOf('TF', 'S6');
  expect(codeOf(await t.send('deferredExam.apply', form('TF', 'S6'), { actor: own('S1') }))).toBe('OUT_OF_SCOPE');
  await initialise('TF');
  const row = { studentCode: 'S6', items: {}, scoreRemarkCode: '06', revision: 0 };
  const key = { teachingClassId: 'TF', scoreType: '1' };
  await t.accept('scoreSheet.save', { ...key, rows: [row] }, { actor: teacher1 });
  expect(await t.send('deferredExam.apply', form('TF', 'S6'), { actor: clerk })).toMatchObject({
    code: 'GRANT_OVER_REMARK',
    message: '该生在“高等数学”的成绩备注为“取消考试资格”，不能办理缓考',
    fieldErrors: [{ field: 'teachingClassId' }],
  });
});

it('a sheet that is handed in takes no leave: the decision is refused, or is told to have come too late', async () => {
  await classOf('TG', 'S7');
  const key = { teachingClassId: 'TG', scoreType: '1' };
  const { applyId } = await t.accept<{ applyId: string }>('deferredExam.apply', form('TG', 'S7'), { actor: clerk });
  await initialise('TG');
  const rows = [{ studentCode: 'S7', items: { ps: '80', qm: '70' }, revision: 0 }];
  const { revision } = await t.accept<{ revision: number }>('scoreSheet.save', { ...key, rows }, { actor: teacher1 });
  const { applyId: sheet } = await t.accept<{ applyId: string }>(
    'scoreSheet.submit',
    { ...key, revision },
    { actor: teacher1 },
  );
  expect(await decide(applyId, 0, dean)).toMatchObject({
    code: 'GRANT_SHEET_HANDED_IN',
    message: '“高等数学”的成绩单已提交审核，不能再办理缓考；确需缓考请先退回成绩单',
  });
  await t.accept('application.recall', { applyId: sheet }, { actor: teacher1 });
  // Passed by a service whose policies have not run when the sheet is handed in again.
  const deciding = t.another({ policies: [openApplication] });
  try {
    const decision = { applyId, revision: 0, approvalStatus: '0', approvalOpinion: '同意' };
    expect(codeOf(await t.send('application.decide', decision, { actor: dean }, deciding))).toBe('accepted');
  } finally {
    await deciding.close();
  }
  await t.accept('scoreSheet.submit', { ...key, revision: revision + 2 }, { actor: teacher1 });
  const end = (await t.stream(applicationStream(applyId))).at(-1)!;
  for (const _again of [1, 2]) await settleDeferredExam.react(end, t.app.services);
  expect((await t.stream(deferredExam.streamOf(applyId))).map(({ event }) => event)).toMatchObject([
    { type: 'DeferredExamRequested' },
    { type: 'DeferredExamClashed', data: { why: expect.stringContaining('已提交审核') as string } },
  ]);
  expect(await remark('TG', 'S7')).toBe('00');
});

it('published, who has leave is on the make-up candidates with 缓考, and it is taken back no more', async () => {
  await classOf('TH', 'S8');
  const key = { teachingClassId: 'TH', scoreType: '1' };
  await initialise('TH');
  const { applyId } = await t.accept<{ applyId: string }>('deferredExam.apply', form('TH', 'S8'), { actor: clerk });
  await decide(applyId, 0, dean);
  expect(await remark('TH', 'S8')).toBe('01');
  const rows = [{ studentCode: 'S8', items: { ps: '80' }, revision: 1 }];
  const { revision } = await t.accept<{ revision: number }>('scoreSheet.save', { ...key, rows }, { actor: teacher1 });
  const sheet = await t.accept<{ applyId: string }>('scoreSheet.submit', { ...key, revision }, { actor: teacher1 });
  expect(codeOf(await t.send('deferredExam.revoke', { applyId, reason: '误批' }, { actor: office }))).toBe(
    'GRANT_SHEET_HANDED_IN',
  );
  await decide(sheet.applyId, 0, dean);
  await decide(sheet.applyId, 1, registrar);
  const { rows: candidates } = await t.app.services.pool.query(
    `select student_code, score_remark_code, final from base.makeup_candidate where student_code = 'S8'`,
  );
  expect(candidates).toEqual([{ student_code: 'S8', score_remark_code: '01', final: null }]);
  expect(codeOf(await t.send('deferredExam.revoke', { applyId, reason: '误批' }, { actor: office }))).toBe(
    'GRANT_SHEET_PUBLISHED',
  );
});
