import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recognitionStream } from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionAccountStream } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import { recognitionAccountStreams } from '@jwxt/contracts/recognition/recognition-account.state.ts';
import { attemptsStream, type Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { isFor } from '../kernel/policy-runtime.ts';
import type { AttemptsCommand } from '../score/shared/attempts.decider.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
import { form, inside, recognitionBench } from './recognition.fixture.ts';
import { recognitionPolicies } from './recognition.routes.ts';

const { dean, registrar, office } = people;
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
});
afterAll(() => t.stop());
const { apply, applied, decide, types, addStudent, scored, onAttempts } = recognitionBench(() => t);

describe('a recognition and the score it rests on', () => {
  const reviseOf = (attempt: Attempt, final: number, reason = '漏加'): AttemptsCommand => ({
    type: 'revise',
    revision: {
      attemptId: attempt.attemptId,
      studentCode: attempt.studentCode,
      studentNumber: attempt.studentNumber,
      studentName: attempt.studentName,
      courseId: attempt.courseId,
      applyId: 'C1',
      reason,
      after: { final, finalName: String(final / 100), scoreRemarkCode: '00', passed: final >= 6000 },
    },
  });
  const withdrawOf = ({ attemptId, courseId, ...student }: Attempt): AttemptsCommand => ({
    type: 'withdraw',
    attemptId,
    student,
    courseId,
    reason: '退回',
  });
  const own = ({ attemptId, courseId }: Attempt, inCourse: string, value: string, studentId: string) => ({
    kind: 'system',
    studentId,
    scoreCognizanceApplyRemark: '转专业前所修',
    relateList: [{ outSideList: [{ attemptId, outCourseId: courseId }], inSideList: [inside(inCourse, value)] }],
  });
  async function inForce(studentCode: string, value = '85') {
    await addStudent(studentCode);
    const source = await scored(studentCode, 'K9', Number(value) * 100);
    const applyId = await applied(own(source, 'K2', value, studentCode));
    for (const [revision, person] of [dean, registrar].entries()) await decide(person, applyId, revision);
    return { source, applyId };
  }
  const settle = (applyId: string, outcome: string) =>
    t.send('recognition.settle', { kind: 'system', applyId, outcome, reason: '核实' }, { actor: office });
  const messages = async (userName: string) =>
    (
      await t.app.services.pool.query<{ title: string; content: string }>(
        `select title, content from base.system_message_entity join base.system_message_audience
           using (system_message_entity_id) where user_name = $1 order by create_time`,
        [userName],
      )
    ).rows;
  const recognised = async (studentCode: string) =>
    (await t.app.services.handler.read(attemptsStream(studentCode, 'K2'), attemptsStreams)).state.attempts;
  const account = async (studentCode: string) =>
    (await t.app.services.handler.read(recognitionAccountStream(studentCode), recognitionAccountStreams)).state.taken;

  beforeAll(async () => {
    const grant = ['scoreCognizance:settle', 'scoreCognizance:revoke'].map((qxbh) => ({ jsbh: '02', qxbh }));
    await t.accept('reference.load', { resource: 'rolePermission', rows: grant });
  });

  it('is not passed once the score has changed or gone: the approver is told what, and may send it back', async () => {
    await addStudent('B1');
    const source = await scored('B1', 'K9', 8500);
    const applyId = await applied(own(source, 'K2', '85', 'B1'));
    const passing = (actor: typeof dean, revision: number) =>
      t.send('application.decide', { applyId, revision, approvalStatus: '0', approvalOpinion: '同意' }, { actor });
    await onAttempts('B1', 'K9', reviseOf(source, 7200));
    expect(await passing(dean, 0)).toMatchObject({
      status: 'refused',
      code: 'RECOGNITION_SOURCE_REVISED',
      message: '原成绩“西方音乐史”在申请之后由 85 改为 72，不能通过，请退回申请人重新提交',
    });
    await onAttempts('B1', 'K9', reviseOf(source, 8500));
    const { revision } = await decide(dean, applyId, 0);
    await onAttempts('B1', 'K9', withdrawOf(source));
    expect(await passing(registrar, revision)).toMatchObject({
      code: 'RECOGNITION_SOURCE_WITHDRAWN',
      message: '原成绩“西方音乐史”（85）在申请之后已撤销，不能通过，请退回申请人重新提交',
    });
    const back = { approvalStatus: '2', backNode: '0', approvalOpinion: '原成绩已变更' };
    expect((await decide(registrar, applyId, revision, back)).approvalBusinessStatus).toBe('3');
    expect(await apply({ ...own(source, 'K2', '85', 'B1'), applyId })).toMatchObject({
      code: 'RECOGNITION_ATTEMPT_UNKNOWN',
    });
  });

  it('in force, a changed score waits for the office, which hears of it; adjusted, the value follows', async () => {
    const { source, applyId } = await inForce('B2');
    await onAttempts('B2', 'K9', reviseOf(source, 7200));
    await expect
      .poll(() => types(recognitionStream(applyId)))
      .toEqual(['RecognitionRequested', 'RecognitionEffected', 'RecognitionSourceChanged']);
    await expect
      .poll(() => messages('office1'))
      .toContainEqual({
        title: '认定所依据的原成绩已变更，请处理',
        content:
          '学生B2已生效的成绩认定所依据的原成绩变更：西方音乐史由 85 改为 72，原因：漏加。' +
          '请保留、按规则调整或撤销该认定。',
      });
    expect(await settle(applyId, 'adjusted')).toMatchObject({ status: 'accepted' });
    expect(await recognised('B2')).toMatchObject([{ final: 7200, finalName: '72', passed: true, source: '3' }]);
    expect(await settle(applyId, 'kept')).toMatchObject({ code: 'RECOGNITION_NOTHING_TO_SETTLE' });
    await expect.poll(() => messages('clerk1')).toContainEqual(expect.objectContaining({ title: '成绩认定已处理' }));
    expect((await account('B2')).map((taken) => taken.applyId)).toEqual([applyId]);
  });

  it('a score that is gone or fails cannot be followed, but kept; one that is back needs nothing', async () => {
    const { source, applyId } = await inForce('B3');
    await onAttempts('B3', 'K9', withdrawOf(source));
    await expect.poll(async () => (await types(recognitionStream(applyId))).length).toBe(3);
    expect(await settle(applyId, 'adjusted')).toMatchObject({
      status: 'refused',
      code: 'RECOGNITION_NOT_ADJUSTABLE',
      message: '原成绩“西方音乐史”已撤销或不及格，不能按规则调整，请保留或撤销认定',
    });
    await scored('B3', 'K9', 8500);
    await expect.poll(async () => (await types(recognitionStream(applyId))).length).toBe(4);
    expect(await settle(applyId, 'kept')).toMatchObject({ code: 'RECOGNITION_NOTHING_TO_SETTLE' });
    await onAttempts('B3', 'K9', reviseOf(source, 5000));
    await expect.poll(async () => (await types(recognitionStream(applyId))).length).toBe(5);
    expect(await settle(applyId, 'adjusted')).toMatchObject({ code: 'RECOGNITION_NOT_ADJUSTABLE' });
    expect(await settle(applyId, 'kept')).toMatchObject({ status: 'accepted' });
    expect(await recognised('B3')).toMatchObject([{ final: 8500 }]);
  });

  it('revoked, its score is withdrawn, course, credits and source are free again, and people hear of it', async () => {
    const { source, applyId } = await inForce('B4');
    await t.accept('reference.load', {
      resource: 'userAccount',
      rows: [{ userName: 'b4', name: '学生B4', kind: 'student', password: 'Jwxt@2026', studentCode: 'B4' }],
    });
    const revoke = (kind: string) =>
      t.send('recognition.revoke', { kind, applyId, reason: '证书不实' }, { actor: office });
    expect(await revoke('outside')).toMatchObject({ code: 'RECOGNITION_OTHER_KIND' });
    expect(await revoke('system')).toMatchObject({ status: 'accepted' });
    expect(await recognised('B4')).toEqual([]);
    expect((await t.stream(attemptsStream('B4', 'K2'))).at(-1)?.event).toMatchObject({
      type: 'AttemptWithdrawn',
      data: { attemptId: `${applyId}.K2`, reason: '认定撤销：证书不实' },
    });
    expect(await account('B4')).toEqual([]);
    expect(await revoke('system')).toMatchObject({ code: 'RECOGNITION_NOT_EFFECTED' });
    await expect
      .poll(() => messages('clerk1'))
      .toContainEqual({
        title: '成绩认定已撤销',
        content: '学生B4的成绩认定已撤销，认定成绩作废，认定学分和原成绩已退还，原因：证书不实。',
      });
    expect((await messages('b4')).map(({ title }) => title)).toEqual(['成绩认定已撤销']);
    await applied(own(source, 'K2', '85', 'B4'));
  });

  it('of any kind is revoked, and what is delivered again writes nothing', async () => {
    await addStudent('B5');
    const applyId = await applied(form('B5', ['K1', 'K2']));
    for (const [revision, person] of [dean, registrar].entries()) await decide(person, applyId, revision);
    await t.accept('recognition.revoke', { kind: 'outside', applyId, reason: '证书不实' }, { actor: office });
    const streams = [
      recognitionStream(applyId),
      recognitionAccountStream('B5'),
      ...['K1', 'K2'].map((course) => attemptsStream('B5', course)),
    ];
    const before = await Promise.all(streams.map(types));
    expect(before).toEqual([
      ['RecognitionRequested', 'RecognitionEffected', 'RecognitionRevoked'],
      ['RecognitionCreditTaken', 'RecognitionCreditReturned'],
      ['RecognitionReserved', 'AttemptRecorded', 'AttemptWithdrawn'],
      ['RecognitionReserved', 'AttemptRecorded', 'AttemptWithdrawn'],
    ]);
    for (const stream of streams)
      for (const event of await t.stream(stream))
        for (const policy of recognitionPolicies.filter((each) => isFor(each, event)))
          await policy.react(event, t.app.services);
    expect(await Promise.all(streams.map(types))).toEqual(before);
  });
});
