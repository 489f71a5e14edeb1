import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { recognitionStream, type RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionAccountStream } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import { recognitionAccountStreams } from '@jwxt/contracts/recognition/recognition-account.state.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { attemptsStream, type Attempt, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsDecider, noFacts, type AttemptsCommand } from '../score/shared/attempts.decider.ts';
import { isFor } from '../kernel/policy-runtime.ts';
import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { scoreRules as scoreRulesData } from '@jwxt/infra/base-data/score-rule.data.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
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

const outside = (outCourseName: string, outCourseCredit: string, more: object = {}) => ({
  outSemesterId: '2025-2026-2',
  outCourseCode: `X-${outCourseName}`,
  outCourseName,
  outCourseCredit,
  outScoreCognizanceFinalValue: '91',
  ...more,
});
const inside = (courseId: string, scoreCognizanceFinalValue: string) => ({ courseId, scoreCognizanceFinalValue });
const form = (studentId: string, courseIds: readonly string[], more: object = {}) => ({
  kind: 'outside',
  studentId,
  scoreCognizanceApplyRemark: '交换学习期间所修',
  relateList: courseIds.map((courseId, at) => ({
    outSideList: [outside(`微积分${courseId}${at}`, '5')],
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
/** An attempt as an approved sheet makes it. */
async function scored(studentCode: string, courseId: string, final: number, more: Partial<Attempt> = {}) {
  const attempt: Attempt = {
    attemptId: `TC-${courseId}.1.${studentCode}`,
    studentCode,
    studentNumber: studentCode,
    studentName: `学生${studentCode}`,
    courseId,
    courseNum: `N${courseId}`,
    courseName: { K1: '高等数学', K2: '程序设计', K3: '大学英语' }[courseId] ?? '西方音乐史',
    courseCredit: 40,
    semesterId: '2026-2027-1',
    examNature: '01',
    final,
    finalName: String(final / 100),
    scoreRemarkCode: '00',
    passed: final >= 6000,
    source: '1',
    ruleVersion: 'ZGF-60',
    teachingClassId: `TC-${courseId}`,
    scoreType: '1',
    applyId: 'A1',
    openDepartmentId: '101',
    departmentId: '101',
    bjdm: 'B1',
    njzydm: '2026SE',
    ...more,
  };
  await onAttempts(studentCode, courseId, { type: 'record', attempt });
  return attempt;
}
const onAttempts = (studentCode: string, courseId: string, command: AttemptsCommand) =>
  t.app.services.handler.execute({
    stream: attemptsStream(studentCode, courseId),
    decider: attemptsDecider,
    command,
    context: {
      commandId: randomUUID(),
      command: 'test',
      correlationId: 'c',
      causationId: null,
      clientAddress: null,
      actor: clerk,
      permission: null,
      time: new Date().toISOString(),
    },
    facts: () => noFacts,
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

describe('a recognition and the score it rests on', () => {
  const { office } = people;
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
          '学生B2已生效的成绩认定所依据的原成绩变更：西方音乐史由 85 改为 72，原因：漏加。请保留、按规则调整或撤销该认定。',
      });
    expect(await settle(applyId, 'adjusted')).toMatchObject({ status: 'accepted' });
    expect(await recognised('B2')).toMatchObject([{ final: 7200, finalName: '72', passed: true, source: '3' }]);
    expect(await settle(applyId, 'kept')).toMatchObject({ code: 'RECOGNITION_NOTHING_TO_SETTLE' });
    await expect.poll(() => messages('clerk1')).toContainEqual(expect.objectContaining({ title: '成绩认定已处理' }));
    expect((await account('B2')).map((taken) => taken.applyId)).toEqual([applyId]);
  });

  it('a score that is gone or fails cannot be followed: it is kept with a reason; one that is back needs nothing', async () => {
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
