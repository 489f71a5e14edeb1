import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { cognizanceStatus } from '@jwxt/contracts/recognition/outside-school-score.resource.ts';
import { recognitionStream, type RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { attemptsStream, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { scoreRules as scoreRulesData } from '@jwxt/infra/base-data/score-rule.data.ts';
import { isFor } from '../kernel/policy-runtime.ts';
import { attemptsDecider } from '../score/shared/attempts.decider.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
import { form, inside, outside, recognitionBench } from './recognition.fixture.ts';
import { recognitionPolicies } from './recognition.routes.ts';

const { clerk, dean, registrar } = people;
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  await t.accept('reference.load', {
    resource: 'dataDict',
    rows: dictionaryRows.filter(({ dmlb }) => dmlb === 'CJ_XWCJLX'),
  });
});
afterAll(() => t.stop());
const { apply, applied, decide, types, courses, addStudent, scored } = recognitionBench(() => t);

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
            { label: '认定课程', value: '程序设计（88.5）、高等数学（88.5）' },
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

describe('what needs no recognition, or gives none', () => {
  it('a course that has been passed: refused under it when it is asked for, and again when it is decided', async () => {
    await addStudent('N1');
    await scored('N1', 'K2', 7500);
    await scored('N1', 'K3', 4500);
    const refused = {
      status: 'refused',
      code: 'RECOGNITION_PASSED',
      message: '课程“程序设计”已有及格成绩 75，无需认定',
    };
    expect(await apply(form('N1', ['K1', 'K2']))).toMatchObject({
      ...refused,
      fieldErrors: [{ field: 'relateList.1.inSideList.0.courseId', message: refused.message }],
    });
    expect(await courses('N1')).toEqual([[], ['AttemptRecorded'], ['AttemptRecorded']]);
    // One that was failed may be recognised.
    const applyId = await applied(form('N1', ['K3', 'K1']));
    const one = await decide(dean, applyId, 0);
    await scored('N1', 'K1', 8000);
    expect(
      await t.send(
        'application.decide',
        { applyId, revision: one.revision, approvalStatus: '0', approvalOpinion: '同意' },
        { actor: registrar },
      ),
    ).toMatchObject({ ...refused, message: '课程“高等数学”已有及格成绩 80，无需认定' });
    const back = { approvalStatus: '2', backNode: '0', approvalOpinion: '已及格' };
    expect((await decide(registrar, applyId, one.revision, back)).approvalBusinessStatus).toBe('3');
  });

  it('a value below the pass mark of the rules in force for the student, or of the failing grade', async () => {
    await addStudent('N2');
    const failing = (courseId: string, value: string) =>
      apply(
        form('N2', [], {
          relateList: [{ outSideList: [outside('微积分', '5')], inSideList: [inside(courseId, value)] }],
        }),
      );
    const answer = (message: string) => ({
      code: 'RECOGNITION_VALUE_FAILED',
      fieldErrors: [{ field: 'relateList.0.inSideList.0.scoreCognizanceFinalValue', message }],
    });
    expect(await failing('K1', '59.9')).toMatchObject(answer('认定成绩 59.9 不及格（及格线 60 分），不能认定'));
    await t.app.services.pool.query(`update base.course set score_hierarchy_code = 'wjz' where kch = 'K2'`);
    expect(await failing('K2', '59')).toMatchObject(answer('认定成绩 不及格(59) 不及格（及格线 60 分），不能认定'));
    await t.app.services.pool.query(`update base.course set score_hierarchy_code = 'bfz' where kch = 'K2'`);
    await t.accept('reference.load', {
      resource: 'scoreRules',
      rows: [{ ...scoreRulesData[0], scoreRulesId: 'R70', ruleVersion: 'R70', grades: ['2026'], passMark: 7000 }],
    });
    expect(await failing('K1', '69.9')).toMatchObject(answer('认定成绩 69.9 不及格（及格线 70 分），不能认定'));
    await t.app.services.pool.query(`delete from base.score_rules where score_rules_id = 'R70'`);
    expect(await failing('K1', '60')).toMatchObject({ status: 'accepted' });
  });

  it('one certificate twice: in one application or in two, however it is written, of whichever kind', async () => {
    await addStudent('N3');
    const of = (courseId: string, line: object, kind = 'outSchool') =>
      form('N3', [], {
        kind,
        relateList: [{ outSideList: [{ ...outside('微积分', '5'), ...line }], inSideList: [inside(courseId, '88')] }],
      });
    const school = {
      outSchoolName: '东湖理工大学',
      outSchoolScoreType: '1',
      outCourseCode: '',
      outCourseName: 'Calculus Ⅰ',
    };
    const twice = [of('K1', school), of('K2', { ...school, outCourseName: ' calculus  I' })].map(
      ({ relateList }) => relateList[0],
    );
    expect(await apply({ ...of('K1', school), relateList: twice })).toMatchObject({
      code: 'RECOGNITION_SOURCE_TWICE',
      fieldErrors: [
        {
          field: 'relateList.1.outSideList.0.outCourseName',
          message: '原成绩“calculus  I”在本次申请中出现多次',
        },
      ],
    });
    await applied(of('K1', school));
    for (const line of [
      school,
      { ...school, outSchoolName: '东湖 理工大学', outSchoolScoreType: '2' },
      { ...school, outSemesterId: '' },
      { ...school, outCourseCode: 'MA101' },
    ])
      expect(await apply(of('K2', line))).toMatchObject({
        status: 'refused',
        code: 'RECOGNITION_SOURCE_USED',
        fieldErrors: [{ field: 'relateList.0.outSideList.0.outCourseName' }],
      });
    for (const line of [
      { ...school, outSemesterId: '2024-2025-1' },
      { ...school, outSchoolName: '南山师范大学' },
    ]) {
      const applyId = await applied(of('K2', line));
      await t.accept('application.recall', { applyId }, { actor: clerk });
    }
    const system = (courseId: string) => of(courseId, { outCourseCode: 'CET4', outCourseName: '四级' }, 'outside');
    await applied(system('K2'));
    expect(await apply(system('K3'))).toMatchObject({ code: 'RECOGNITION_SOURCE_USED' });
  });
});

describe('scores of other schools that are kept', () => {
  const values = {
    studentCode: 'O1',
    outSchoolName: '南山大学',
    outSchoolScoreType: '1',
    outSemesterId: '2025-2026-1',
    outCourseCode: 'N1',
    outCourseName: '高等数学（上）',
    outCourseCredit: '5',
    outCoursePeriod: null,
    outCourseNatureName: null,
    outCourseAttributeName: null,
    outScoreCognizanceFinalValue: '91',
  };
  const { outSchoolName, outSchoolScoreType, outSemesterId, outCourseCode, outCourseName } = values;
  const of = (courseId: string) => ({
    ...form('O1', [courseId], { kind: 'outSchool' }),
    relateList: [
      {
        outSideList: [outside(outCourseName, '5', { outSchoolName, outSchoolScoreType, outSemesterId, outCourseCode })],
        inSideList: [inside(courseId, '88.5')],
      },
    ],
  });

  it('SCORE-MORE-31: one is used once, and stays as it is while an application has it', async () => {
    await addStudent('O1');
    const as = { actor: people.office };
    const { key } = await t.accept<{ key: string }>('outsideSchoolScore.create', { values }, as);
    const statusOf = async () =>
      (
        await t.app.services.pool.query<{ status: string }>(
          'select cognizance_status as status from base.outside_school_score where out_school_score_id = $1',
          [key],
        )
      ).rows[0]?.status;
    const applyId = await applied(of('K1'));
    expect(await statusOf()).toBe(cognizanceStatus.asked);
    expect(await t.send('outsideSchoolScore.delete', { key }, as)).toMatchObject({
      code: 'RESOURCE_KEPT',
      message: expect.stringContaining('已用于成绩认定申请，不能修改和删除'),
    });
    await t.accept('application.recall', { applyId }, { actor: clerk });
    expect(await statusOf()).toBe(cognizanceStatus.free);
    const again = await applied(of('K2'));
    expect(await apply(of('K3'))).toMatchObject({ code: 'RECOGNITION_SOURCE_USED' });
    const one = await decide(dean, again, 0);
    const two = await decide(dean, again, one.revision);
    await decide(registrar, again, two.revision);
    expect(await statusOf()).toBe(cognizanceStatus.recognised);
  });
});

describe('policies of recognitions', () => {
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
