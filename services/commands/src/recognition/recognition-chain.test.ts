import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { recognitionStream, type RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { attemptsStream, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsDecider } from '../score/shared/attempts.decider.ts';
import { isFor } from '../kernel/policy-runtime.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
import { recognitionPolicies } from './recognition.routes.ts';

const { clerk, dean, registrar } = people;
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
});
afterAll(() => t.stop());

const outside = (outCourseName: string, outCourseCredit: string) => ({
  outSemesterId: '2025-2026-2',
  outCourseCode: 'X1',
  outCourseName,
  outCourseCredit,
  outScoreCognizanceFinalValue: '91',
});
const inside = (courseId: string, scoreCognizanceFinalValue: string) => ({ courseId, scoreCognizanceFinalValue });
const form = (studentId: string, courseIds: readonly string[], more: object = {}) => ({
  kind: 'outside',
  studentId,
  scoreCognizanceApplyRemark: '交换学习期间所修',
  relateList: courseIds.map((courseId) => ({
    outSideList: [outside('微积分', '5')],
    inSideList: [inside(courseId, '88.5')],
  })),
  ...more,
});
const apply = (payload: object, commandId: string = randomUUID(), actor = clerk) =>
  t.send('recognition.apply', payload, { actor, commandId });
async function applied(payload: object): Promise<string> {
  const outcome = await apply(payload);
  if (outcome.status === 'refused') throw new Error(JSON.stringify(outcome));
  return (outcome.result as { applyId: string }).applyId;
}
const decide = (actor: typeof dean, applyId: string, revision: number, more: object = {}) =>
  t.accept<{ approvalBusinessStatus: string; revision: number }>(
    'application.decide',
    { applyId, revision, approvalStatus: '0', approvalOpinion: '同意', ...more },
    { actor },
  );
const types = async (stream: string): Promise<string[]> => (await t.stream(stream)).map(({ event }) => event.type);
const courses = (student: string) =>
  Promise.all(['K1', 'K2', 'K3'].map((course) => types(attemptsStream(student, course))));

describe('a recognition', () => {
  it('makes the recognised scores when the unit and the office passed it, each once', async () => {
    const applyId = await applied(form('S1', ['K2', 'K1']));
    expect(await courses('S1')).toEqual([['RecognitionReserved'], ['RecognitionReserved'], []]);
    const [opened] = await t.stream(applicationStream(applyId));
    expect(opened?.event).toMatchObject({
      data: {
        process: { processNo: 'XTWCJRDSH' },
        businessId: applyId,
        content: {
          pieces: [
            { label: '学生' },
            { label: '原课程' },
            { label: '认定课程', value: '程序设计(88.5)、高等数学(88.5)' },
            { label: '学分', value: '7.0' },
          ],
        },
      },
    });
    const one = await decide(dean, applyId, 0);
    expect((await decide(registrar, applyId, one.revision)).approvalBusinessStatus).toBe('9');
    expect(await types(recognitionStream(applyId))).toEqual(['RecognitionRequested', 'RecognitionEffected']);
    expect((await t.stream(attemptsStream('S1', 'K1'))).at(-1)?.event).toMatchObject({
      type: 'AttemptRecorded',
      data: {
        final: 8850,
        finalName: '88.5',
        passed: true,
        source: '3',
        examNature: '16',
        semesterId: '2026-2027-1',
        courseCredit: 40,
        teachingClassId: null,
        applyId,
      },
    });
    expect(await apply(form('S1', ['K3', 'K1']))).toMatchObject({
      status: 'refused',
      code: 'RECOGNITION_ALREADY',
      message: '课程“高等数学”已有认定成绩，不能重复认定',
    });
    expect(await courses('S1')).toEqual([
      ['RecognitionReserved', 'AttemptRecorded'],
      ['RecognitionReserved', 'AttemptRecorded'],
      [],
    ]);
  });

  it('reserves all its courses or none: a course in another open application is refused', async () => {
    await applied(form('S2', ['K2']));
    expect(await apply(form('S2', ['K1', 'K2', 'K3']))).toMatchObject({
      status: 'refused',
      code: 'APPROVAL_OPEN_EXISTS',
    });
    expect(await courses('S2')).toEqual([[], ['RecognitionReserved'], []]);
  });

  it('gives its courses back when it is returned, and takes them again when it is sent again', async () => {
    const applyId = await applied(form('S3', ['K1', 'K2']));
    await decide(dean, applyId, 0, { approvalStatus: '2', backNode: '0', approvalOpinion: '学分不符' });
    expect(await courses('S3')).toEqual([
      ['RecognitionReserved', 'RecognitionReleased'],
      ['RecognitionReserved', 'RecognitionReleased'],
      [],
    ]);
    expect(await types(recognitionStream(applyId))).toEqual(['RecognitionRequested', 'RecognitionClosed']);
    expect(await applied(form('S3', ['K2', 'K3'], { applyId }))).toBe(applyId);
    expect((await t.stream(applicationStream(applyId))).at(-1)?.event).toMatchObject({
      type: 'ApplicationSubmitted',
      data: { round: 2 },
    });
    await t.accept('application.recall', { applyId }, { actor: clerk });
    expect((await courses('S3')).map((course) => course.at(-1))).toEqual([
      'RecognitionReleased',
      'RecognitionReleased',
      'RecognitionReleased',
    ]);
  });

  it('is answered the same when it is sent twice', async () => {
    const commandId = randomUUID();
    const first = await apply(form('S9', ['K1', 'K2']), commandId);
    expect(first.status).toBe('accepted');
    const again = await apply(form('S9', ['K1', 'K2']), commandId);
    expect(again.status === 'accepted' && again.result).toEqual(first.status === 'accepted' && first.result);
    expect(await courses('S9')).toEqual([['RecognitionReserved'], ['RecognitionReserved'], []]);
  });

  it('of two at the same time for the same courses exactly one is opened, and the other leaves nothing', async () => {
    await t.accept('reference.load', {
      resource: 'student',
      rows: Array.from({ length: 6 }, (_, index) => ({
        studentCode: `P${index}`,
        studentNumber: `P${index}`,
        studentName: `并发${index}`,
        xbm: '1',
        bjdm: 'B1',
        njzydm: '2026SE',
        dwh: '101',
        njdm: '2026',
        zydm: 'SE',
        xqdm: '1',
        xslbdm: '1',
        dqztm: '01',
      })),
    });
    for (let index = 0; index < 6; index += 1) {
      const outcomes = await Promise.all(
        [
          ['K1', 'K3'],
          ['K2', 'K3'],
        ].map((ids) => apply(form(`P${index}`, ids))),
      );
      expect(outcomes.filter(({ status }) => status === 'accepted')).toHaveLength(1);
      const held = (await courses(`P${index}`)).map((course) => course.at(-1) === 'RecognitionReserved');
      const winner = outcomes[0]?.status === 'accepted' ? [true, false, true] : [false, true, true];
      expect(held).toEqual(winner);
    }
  });
});

describe('what a recognition refuses', () => {
  it.each([
    [
      'RECOGNITION-17: no student',
      form('', ['K1']),
      'INVALID_INPUT',
      { field: 'studentId', message: '请先选择学生再操作' },
    ],
    [
      'a student who does not exist',
      form('S404', ['K1']),
      'RECOGNITION_NO_STUDENT',
      { field: 'studentId', message: '请先选择学生再操作' },
    ],
    [
      'RECOGNITION-18: no remark',
      form('S3', ['K1'], { scoreCognizanceApplyRemark: ' ' }),
      'INVALID_INPUT',
      { field: 'scoreCognizanceApplyRemark', message: '必填' },
    ],
    ['no pair', form('S3', []), 'INVALID_INPUT', { field: 'relateList', message: '请至少填写一组原成绩与认定课程' }],
    [
      'a course outside the plan',
      form('S3', ['K9']),
      'RECOGNITION_COURSE_NOT_IN_PLAN',
      { field: 'relateList.0.inSideList.0.courseId', message: '课程“西方音乐史”不在该学生的培养计划中' },
    ],
    [
      'a course named twice',
      form('S3', ['K1', 'K1']),
      'RECOGNITION_COURSE_TWICE',
      { field: 'relateList.1.inSideList.0.courseId', message: '课程“高等数学”在本次申请中出现多次' },
    ],
    [
      'a value above 100',
      form('S3', [], { relateList: [{ outSideList: [outside('微积分', '5')], inSideList: [inside('K1', '100.5')] }] }),
      'RECOGNITION_VALUE_RANGE',
      { field: 'relateList.0.inSideList.0.scoreCognizanceFinalValue', message: '认定成绩应在 0 至 100 之间' },
    ],
    [
      'fewer outside credits',
      form('S3', [], { relateList: [{ outSideList: [outside('微积分', '3.5')], inSideList: [inside('K1', '90')] }] }),
      'RECOGNITION_CREDIT_SHORT',
      { field: 'relateList.0.outSideList', message: '原课程学分合计 3.5 少于认定课程学分合计 4.0' },
    ],
  ])('%s', async (_title, payload, code, fieldError) => {
    expect(await apply(payload)).toMatchObject({ status: 'refused', code, fieldErrors: [fieldError] });
  });

  it('a student who asks for somebody else', async () => {
    expect(await apply(form('S3', ['K1']), randomUUID(), person('s1', { studentCode: 'S1' }))).toMatchObject({
      status: 'refused',
      code: 'OUT_OF_SCOPE',
    });
  });
});

describe('policies of recognitions', () => {
  const addStudent = (code: string) =>
    t.accept('reference.load', {
      resource: 'student',
      rows: [
        {
          studentCode: code,
          studentNumber: code,
          studentName: `学生${code}`,
          xbm: '1',
          bjdm: 'B1',
          njzydm: '2026SE',
          dwh: '101',
          njdm: '2026',
          zydm: 'SE',
          xqdm: '1',
          xslbdm: '1',
          dqztm: '01',
        },
      ],
    });

  it('write nothing when every event of a whole story is delivered again', async () => {
    await addStudent('D1');
    const applyId = await applied(form('D1', ['K1', 'K2', 'K3']));
    const streams = [
      applicationStream(applyId),
      recognitionStream(applyId),
      ...['K1', 'K2', 'K3'].map((course) => attemptsStream('D1', course)),
    ];
    const one = await decide(dean, applyId, 0);
    await decide(registrar, applyId, one.revision);
    const before = await Promise.all(streams.map(types));
    for (const stream of streams) {
      for (const event of await t.stream(stream)) {
        for (const policy of recognitionPolicies.filter((policy) => isFor(policy, event))) {
          await policy.react(event, t.app.services);
          await policy.react(event, t.app.services);
        }
      }
    }
    expect(await Promise.all(streams.map(types))).toEqual(before);
  });

  /** Only the first reservation of a request, as a process leaves it that dies right after it. */
  async function firstReservationOnly(studentCode: string): Promise<string> {
    await addStudent(`${studentCode}x`);
    await addStudent(studentCode);
    await applied(form(`${studentCode}x`, ['K1', 'K2', 'K3']));
    const [reserved] = await t.stream(attemptsStream(`${studentCode}x`, 'K1'));
    const event = reserved?.event as AttemptsEvent | undefined;
    if (event?.type !== 'RecognitionReserved' || !event.data.request) throw new Error('no reservation');
    const { request } = event.data;
    const applyId = randomUUID();
    const left: RecognitionRequest = {
      ...request,
      studentCode,
      applyId,
      application: { ...request.application, applyId, businessId: applyId },
    };
    const dying = t.another({ policies: [], followLog: false });
    const context = {
      commandId: randomUUID(),
      command: 'test',
      correlationId: 'c',
      causationId: null,
      clientAddress: null,
      actor: clerk,
      permission: null,
      time: left.application.applyTime,
    };
    await dying.services.handler.execute({
      stream: attemptsStream(studentCode, 'K1'),
      decider: attemptsDecider,
      command: { type: 'reserve', courseId: 'K1' },
      context,
      facts: () => ({ request: left }),
    });
    await dying.close();
    return applyId;
  }

  it('complete a request whose process died after the first reservation', async () => {
    const applyId = await firstReservationOnly('D2');
    await expect.poll(() => types(applicationStream(applyId))).toEqual(['ApplicationSubmitted']);
    expect(await courses('D2')).toEqual([['RecognitionReserved'], ['RecognitionReserved'], ['RecognitionReserved']]);
  });

  it('give the first course back when another one is no longer to be had', async () => {
    await addStudent('D3');
    await applied(form('D3', ['K3']));
    const applyId = await firstReservationOnly('D3');
    await expect
      .poll(() => courses('D3'))
      .toEqual([
        ['RecognitionReserved', 'RecognitionReleased'],
        ['RecognitionReserved', 'RecognitionReleased'],
        ['RecognitionReserved'],
      ]);
    expect(await types(applicationStream(applyId))).toEqual([]);
  });
});
