import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { electiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import { recognitionStream } from '@jwxt/contracts/recognition/recognition.events.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { allPolicies } from '../all-areas.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandHandler } from '../kernel/command-handler.ts';
import { carryOutLeft } from './set-up/reassessment-order.ts';
import { reassessmentSetupRoutes } from './set-up/reassessment-setup.routes.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadClass, loadScoreSchool, openWindow, people, students } from '../testing/score-school.ts';

/** Policies with effects in several streams; here nothing but the test lets them react. */
const interrupted = [
  'score-attempts',
  'score-change-outcome',
  'recognition-outcome',
  'recognition-open',
  'makeup-candidates',
  'makeup-origins',
  'elective-outcome',
];
const { teacher1, teacher2, clerk, dean, registrar, office } = people;
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ followLog: false, policies: allPolicies.filter(({ name }) => !interrupted.includes(name)) });
  await loadScoreSchool(t);
});
afterAll(() => t.stop());

const select = async (sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<Record<string, unknown>>(sql, values)).rows;
const types = async (stream: string): Promise<string[]> => (await t.stream(stream)).map(({ event }) => event.type);

/** A handler that dies at its n-th command: before it, or right after it was carried out. */
function dyingHandler(n: number, after: boolean): CommandHandler {
  const { handler } = t.app.services;
  let count = 0;
  return {
    read: handler.read,
    readSince: handler.readSince,
    forget: handler.forget,
    async execute(execution) {
      count += 1;
      if (count > n) throw new Error('dead');
      if (count === n && !after) throw new Error('dies before');
      const done = await handler.execute(execution);
      if (count >= n) throw new Error('dies after');
      return done;
    },
  };
}

/** Lets a policy react to the last event of a type in a stream, dying at every step in turn, and at last to its end. */
async function reactInPieces(name: string, stream: string, type: string): Promise<void> {
  const policy = allPolicies.find((one) => one.name === name);
  const event = (await t.stream(stream)).findLast((stored) => stored.event.type === type);
  if (!policy || !event) throw new Error(`no ${name} or no ${type} in ${stream}`);
  for (let n = 1; n <= 6; n += 1) {
    for (const after of [false, true])
      await policy.react(event, { ...t.app.services, handler: dyingHandler(n, after) }).catch(() => undefined);
  }
  await policy.react(event, t.app.services);
}

async function passAll(applyId: string): Promise<void> {
  let revision = 0;
  for (const actor of [dean, registrar, office]) {
    const decided = await t.accept<{ approvalBusinessStatus: string; revision: number }>(
      'application.decide',
      { applyId, revision, approvalStatus: '0', approvalOpinion: '同意' },
      { actor },
    );
    if (decided.approvalBusinessStatus === '9') return;
    revision = decided.revision;
  }
}

it('attempts of a published sheet and a change of it are made once though the process dies at every step', async () => {
  const key = { teachingClassId: 'TC1', scoreType: '1' };
  await t.accept('scoreSheet.initialise', key);
  const rows = students.map((studentCode) => ({ studentCode, items: { ps: '60', qm: '40' }, revision: 0 }));
  const { revision } = await t.accept<{ revision: number }>('scoreSheet.save', { ...key, rows }, { actor: teacher1 });
  const { applyId } = await t.accept<{ applyId: string }>(
    'scoreSheet.submit',
    { ...key, revision },
    { actor: teacher1 },
  );
  await passAll(applyId);
  await reactInPieces('score-attempts', sheetStream('TC1', '1'), 'ScoresApproved');
  for (const code of students) expect(await types(attemptsStream(code, 'K1'))).toEqual(['AttemptRecorded']);
  await reactInPieces('makeup-candidates', sheetStream('TC1', '1'), 'ScoresApproved');
  expect(await select('select student_code from base.makeup_candidate order by 1')).toEqual(
    students.map((code) => ({ student_code: code })),
  );

  const asked = students.map((studentCode) => ({ studentCode, items: { qm: { before: '40', after: '70' } } }));
  const change = await t.accept<{ applyId: string }>(
    'scoreChange.apply',
    { ...key, reason: '误录', rows: asked },
    { actor: teacher1 },
  );
  await passAll(change.applyId);
  expect(await types(sheetStream('TC1', '1'))).not.toContain('ScoreChangeApplied');
  await reactInPieces('score-change-outcome', applicationStream(change.applyId), 'ApplicationPassed');
  expect((await types(sheetStream('TC1', '1'))).slice(-3)).toEqual([
    'ChangeReserved',
    'ScoreChangeApplied',
    'ChangeReleased',
  ]);
  expect(await types(scoreChangeStream(change.applyId))).toEqual(['ScoreChangeRequested', 'ScoreChangeEffected']);
  for (const code of students) {
    expect((await t.stream(attemptsStream(code, 'K1'))).map(({ event }) => event)).toMatchObject([
      { type: 'AttemptRecorded' },
      { type: 'AttemptRevised', data: { after: { final: 6600, passed: true } } },
    ]);
  }

  await t.accept('scoreSheet.rollback', { ...key, reason: '考场有误' }, { actor: office });
  await reactInPieces('score-attempts', sheetStream('TC1', '1'), 'ScoresRolledBack');
  for (const code of students)
    expect((await types(attemptsStream(code, 'K1'))).slice(1)).toEqual(['AttemptRevised', 'AttemptWithdrawn']);
  // The policy's first look, late and again: it writes what the sheet says now.
  await reactInPieces('makeup-candidates', sheetStream('TC1', '1'), 'ScoresRolledBack');
  await reactInPieces('makeup-candidates', sheetStream('TC1', '1'), 'ScoresApproved');
  expect(await select('select student_code from base.makeup_candidate')).toEqual([]);
});

it('a make-up list loses a student, or asks the office, once though the process dies at every step', async () => {
  const key = { teachingClassId: 'TC7', scoreType: '1' };
  await loadClass(t, 'TC7', ['S1', 'S2']);
  await t.accept('scoreSheet.initialise', key);
  const rows = ['S1', 'S2'].map((studentCode) => ({ studentCode, items: { ps: '60', qm: '40' }, revision: 0 }));
  const { revision } = await t.accept<{ revision: number }>('scoreSheet.save', { ...key, rows }, { actor: teacher1 });
  await passAll(
    (await t.accept<{ applyId: string }>('scoreSheet.submit', { ...key, revision }, { actor: teacher1 })).applyId,
  );
  for (const policy of ['score-attempts', 'makeup-candidates'])
    await reactInPieces(policy, sheetStream('TC7', '1'), 'ScoresApproved');
  const {
    groups: [group],
  } = await t.accept<{ groups: { makeupCourseId: string }[] }>(
    'makeup.generate',
    {
      sourceSemesterId: '2026-2027-1',
      semesterId: '2026-2027-1',
      makeupAndDelayTemplateValue: '1',
      window: openWindow,
      courseId: 'K1',
    },
    { actor: office },
  );
  const { makeupCourseId } = group!;
  // Frozen by a process that dies before the sheet is set up: whoever comes later does it, as the one who froze it.
  const freezing: CommandContext = {
    commandId: randomUUID(),
    command: 'makeup.freeze',
    correlationId: randomUUID(),
    causationId: null,
    clientAddress: null,
    actor: office,
    permission: null,
    time: '2026-11-20T01:00:00.000Z',
  };
  const freeze = reassessmentSetupRoutes.find(({ definition }) => definition.name === 'makeup.freeze')!;
  await expect(
    freeze.run({ makeupCourseIds: [makeupCourseId] }, freezing, { ...t.app.services, handler: dyingHandler(1, false) }),
  ).rejects.toThrow('dies before');
  expect(
    await select('select list_status from base.makeup_course where makeup_course_id = $1', [makeupCourseId]),
  ).toEqual([{ list_status: '1' }]);
  expect(await types(sheetStream(makeupCourseId, '2'))).toEqual([]);
  for (let times = 0; times < 2; times += 1)
    await carryOutLeft(t.app.services, createLogger('test', { level: 'silent' }));
  expect(
    (await t.stream(sheetStream(makeupCourseId, '2'))).map(({ event, metadata }) => [
      event.type,
      metadata.actor.userName,
      metadata.time,
    ]),
  ).toEqual([['SheetInitialised', office.userName, freezing.time]]);
  expect(await t.accept('makeup.freeze', { makeupCourseIds: [makeupCourseId] }, { actor: office })).toEqual({
    frozen: 0,
  });
  await t.accept(
    'scoreSheet.save',
    {
      teachingClassId: makeupCourseId,
      scoreType: '2',
      rows: [{ studentCode: 'S2', items: { qm: '70' }, revision: 0 }],
    },
    { actor: teacher1 },
  );
  await t.accept('scoreSheet.rollback', { ...key, reason: '考场有误' }, { actor: office });
  await reactInPieces('score-attempts', sheetStream('TC7', '1'), 'ScoresRolledBack');
  for (const code of ['S1', 'S2'])
    await reactInPieces('makeup-origins', attemptsStream(code, 'K1'), 'AttemptWithdrawn');
  expect(await types(sheetStream(makeupCourseId, '2'))).toEqual([
    'SheetInitialised',
    'CellsEntered',
    'RetakeStudentRemoved',
    'RetakeOriginChanged',
  ]);
  expect(
    await select('select student_code from base.makeup_student where makeup_course_id = $1', [makeupCourseId]),
  ).toEqual([{ student_code: 'S2' }]);
  expect(
    await select('select student_code from base.teaching_class_student where teaching_class_id = $1', [makeupCourseId]),
  ).toEqual([{ student_code: 'S2' }]);
});

it('a public elective that has passed has one course and one plan though the process dies at every step', async () => {
  await t.accept('reference.load', { resource: 'dataDict', rows: dictionaryRows });
  const semesterId = '2026-2027-1';
  await t.accept(
    'elective.setWindow',
    { semesterId, departmentId: null, beginTime: openWindow.begin, endTime: openWindow.end, reason: '开放申报' },
    { actor: office },
  );
  const form = electiveDraft.parse({
    courseName: '音乐鉴赏',
    courseBusinessCode: 'GX1',
    semester: semesterId,
    departmentId: '101',
    publicCourseCategory: '03',
    schoolZone: '1',
    courseAttribute: '3',
    courseNature: '08',
    examMethod: '2',
    classPlanNum: '2',
    classSize: '60',
    credit: '1.5',
    totalHour: '24',
    courseSign: '1',
    placeType: '1',
    hourList: [{ xsbh: '1', xs: '24' }],
    teacherList: [{ gh: 'T3' }],
    teacherInfo: '师'.repeat(150),
    courseInfo: '课'.repeat(300),
  });
  const planId = randomUUID();
  await t.accept('elective.submit', { planId, revision: -1, form }, { actor: teacher2 });
  await passAll(planId);
  await reactInPieces('elective-outcome', applicationStream(planId), 'ApplicationPassed');
  expect(await types(electiveStream(planId))).toEqual(['ElectiveSubmitted', 'ElectiveEffected']);
  expect(
    await select(
      `select plan.plan_id from base.public_course_plan plan join base.course on course.kch = plan.kch
        where course.ywbm = 'GX1'`,
    ),
  ).toEqual([{ plan_id: planId }]);
  expect(await select('select 1 from base.public_course_claim')).toEqual([]);
  expect(
    await select(
      `select resource from base.operation_log where resource in ('course', 'publicCoursePlan') and operation = 'create'
        order by id`,
    ),
  ).toEqual([{ resource: 'course' }, { resource: 'publicCoursePlan' }]);
});

it('a recognition opens, and makes its scores, once though the process dies at every step', async () => {
  const pair = (courseId: string) => ({
    outSideList: [
      {
        outCourseCode: `X-${courseId}`,
        outCourseName: `微积分${courseId}`,
        outCourseCredit: '5',
        outScoreCognizanceFinalValue: '91',
      },
    ],
    inSideList: [{ courseId, scoreCognizanceFinalValue: '88' }],
  });
  const { applyId } = await t.accept<{ applyId: string }>(
    'recognition.apply',
    { kind: 'outside', studentId: 'S9', scoreCognizanceApplyRemark: '交换', relateList: ['K1', 'K2', 'K3'].map(pair) },
    { actor: clerk },
  );
  await reactInPieces('recognition-open', attemptsStream('S9', 'K1'), 'RecognitionReserved');
  await passAll(applyId);
  await reactInPieces('recognition-outcome', applicationStream(applyId), 'ApplicationPassed');
  for (const course of ['K1', 'K2', 'K3'])
    expect(await types(attemptsStream('S9', course))).toEqual(['RecognitionReserved', 'AttemptRecorded']);
  expect(await types(recognitionStream(applyId))).toEqual(['RecognitionRequested', 'RecognitionEffected']);
});
