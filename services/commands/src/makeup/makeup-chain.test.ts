import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { evolveAttempts, noAttempts } from '@jwxt/contracts/score/attempts.state.ts';
import { effectiveAttempt } from '@jwxt/contracts/score/effective-attempt.ts';
import type { AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadClass, loadScoreSchool, openWindow, people } from '../testing/score-school.ts';
import { rebuildMode } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import type { StudentApplicationRequest } from '@jwxt/contracts/student-application/student-application.events.ts';
import { remarkOf, sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { systemActor, type CommandContext } from '../kernel/command-context.ts';
import { finishEffects } from '../student-status/shared/status-effects.ts';
import { recordStatusFacts } from '../student-status/shared/status-fact.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { rebuildSignUpRules } from '../student-application/kinds/rebuild-sign-up-result.ts';
import { keepMakeupCandidates } from './makeup-candidates.policy.ts';
import { confirmSignUp } from './shared/rebuild-sign-up.ts';

const { teacher1, dean, registrar, office } = people;
const policyless: CommandContext = {
  commandId: crypto.randomUUID(),
  command: 'test',
  correlationId: 'test',
  causationId: null,
  clientAddress: null,
  actor: systemActor,
  permission: null,
  time: new Date().toISOString(),
};
const term = '2026-2027-1';
const later = '2026-2027-2';
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  await t.accept('reference.load', {
    resource: 'semester',
    rows: [
      {
        xnxq: later,
        xnzj: '2026-2027',
        xqm: '2',
        xnxqmc: '2026-2027学年第二学期',
        ksrq: '2027-02-20',
        jsrq: '2027-07-10',
        zs: 20,
        sfdqxq: '0',
      },
    ],
  });
});
afterAll(() => t.stop());

type Cells = Record<string, Record<string, string>>;
const as = <R>(actor: Actor, name: string, payload: object): Promise<R> => t.accept<R>(name, payload, { actor });

/** Types, submits and passes a sheet. */
async function publish(
  teachingClassId: string,
  scoreType: string,
  revision: number,
  cells: Cells,
  remarks: Record<string, string> = {},
): Promise<void> {
  const key = { teachingClassId, scoreType };
  const rows = [...new Set([...Object.keys(cells), ...Object.keys(remarks)])].map((studentCode) => ({
    studentCode,
    items: cells[studentCode] ?? {},
    revision,
    ...(remarks[studentCode] === undefined ? {} : { scoreRemarkCode: remarks[studentCode] }),
  }));
  const saved = await as<{ revision: number }>(teacher1, 'scoreSheet.save', { ...key, rows });
  const { applyId } = await as<{ applyId: string }>(teacher1, 'scoreSheet.submit', {
    ...key,
    revision: saved.revision,
  });
  const first = await as<{ approvalBusinessStatus: string; revision: number }>(dean, 'application.decide', {
    applyId,
    revision: 0,
    approvalStatus: '0',
    approvalOpinion: '同意',
  });
  if (first.approvalBusinessStatus !== '9')
    await as(registrar, 'application.decide', {
      applyId,
      revision: first.revision,
      approvalStatus: '0',
      approvalOpinion: '同意',
    });
}
async function publishOrdinary(
  teachingClassId: string,
  cells: Cells,
  remarks: Record<string, string> = {},
): Promise<void> {
  if (teachingClassId !== 'TC1')
    await loadClass(t, teachingClassId, [...new Set([...Object.keys(cells), ...Object.keys(remarks)])]);
  const { revision } = await as<{ revision: number }>(office, 'scoreSheet.initialise', {
    teachingClassId,
    scoreType: '1',
  });
  await publish(teachingClassId, '1', revision, cells, remarks);
}
const generation = { sourceSemesterId: term, semesterId: later, makeupAndDelayTemplateValue: '1', window: openWindow };
const generate = () =>
  as<{
    groups: { makeupCourseId: string; makeupNum: number; deferredNum: number; addedNum: number; isNew: boolean }[];
    addedNum: number;
    skipped: { reason: string; count: number }[];
  }>(office, 'makeup.generate', { ...generation, courseId: 'K1' });
async function attempts(studentCode: string) {
  const events = await t.stream(attemptsStream(studentCode, 'K1'));
  return events.reduce((state, { event }) => evolveAttempts(state, event as AttemptsEvent), noAttempts).attempts;
}
const query = async (sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<Record<string, unknown>>(sql, values)).rows;

describe('make-up and deferred exams', () => {
  let group = '';

  it('lists who failed the semester, once, by course', async () => {
    await publishOrdinary('TC1', { S1: { ps: '80', qm: '40' }, S2: { ps: '90', qm: '90' }, S3: {} }, { S3: '03' });
    const { groups } = await generate();
    expect(groups).toMatchObject([
      { makeupNum: 1, deferredNum: 0, addedNum: 1, isNew: true, added: [{ studentCode: 'S1', makeupType: '1' }] },
    ]);
    group = groups[0]!.makeupCourseId;
    expect(await generate()).toMatchObject({
      addedNum: 0,
      groups: [],
      skipped: [{ reason: '备注为“旷考”，不能补考' }, { reason: '已在名单中', count: 1 }],
    });
    expect(
      await query(
        'select class_kind, semester_id, teaching_class_name from base.teaching_class where teaching_class_id = $1',
        [group],
      ),
    ).toEqual([{ class_kind: '2', semester_id: later, teaching_class_name: '高等数学补缓考01班' }]);
    expect(
      await query('select gh from base.teaching_class_teacher where teaching_class_id = $1 order by sort_num', [group]),
    ).toEqual([{ gh: 'T1' }, { gh: 'T2' }]);
  });

  it('a later generation adds who is new to the same group, as long as it is not frozen', async () => {
    await publishOrdinary('TC2', { S9: { ps: '70', qm: '10' } });
    expect(await generate()).toMatchObject({
      addedNum: 1,
      groups: [{ makeupCourseId: group, makeupNum: 2, isNew: false }],
    });
    await as(office, 'makeup.update', { makeupCourseIds: [group], teacherCode: 'T1' });
    expect(await query('select gh from base.teaching_class_teacher where teaching_class_id = $1', [group])).toEqual([
      { gh: 'T1' },
    ]);
    expect(
      await t.send('makeup.update', { makeupCourseIds: [group], teacherCode: 'T404' }, { actor: office }),
    ).toMatchObject({ code: 'INVALID_INPUT', fieldErrors: [{ field: 'teacherCode' }] });
  });

  // What the office is told of a change of status, with where S9 stands then.
  const becomes = async (status: string) => {
    const known = await query('select title, content from base.system_message_entity');
    await inTransaction(t.app.services.pool, (client) =>
      recordStatusFacts(client, policyless, [
        {
          factKey: crypto.randomUUID(),
          studentCode: 'S9',
          effectiveDate: new Date().toISOString().slice(0, 10),
          changeType: null,
          source: 'correction',
          applyId: null,
          after: { status },
        },
      ]),
    );
    await finishEffects(t.app.services, ['S9']);
    const told = await query(
      `select content from base.system_message_entity join base.system_message_audience
         using (system_message_entity_id) where user_name = 'office1' and title = '学籍异动涉及补缓考与重修'`,
    );
    return { listed: await isListed('S9'), told: told.length, last: told.at(-1)?.['content'], known: known.length };
  };
  const isListed = async (code: string) =>
    (await query('select from base.makeup_student where makeup_course_id = $1 and student_code = $2', [group, code]))
      .length === 1;

  it('STUDENT-STATUS-16: 休学 takes off an open list, generating brings back; the office is told', async () => {
    await query(`insert into base.role_permission (jsbh, qxbh) values ('02', 'makeupList:update')`);
    expect(await becomes('02')).toMatchObject({ listed: false, told: 1 });
    expect(await generate()).toMatchObject({ addedNum: 0 });
    expect((await becomes('01')).told).toBe(1);
    expect(await generate()).toMatchObject({ addedNum: 1, groups: [{ makeupCourseId: group, makeupNum: 2 }] });
  });

  it('frozen, the sheet has the original items closed with values, the exam open, and the cap of the day', async () => {
    expect(await as(office, 'makeup.freeze', { makeupCourseIds: [group] })).toEqual({ frozen: 1 });
    expect(await as(office, 'makeup.freeze', { makeupCourseIds: [group] })).toEqual({ frozen: 0 });
    const events = await t.stream(sheetStream(group, '2'));
    expect(events).toHaveLength(1);
    expect(events[0]?.event.data).toMatchObject({
      scoreType: '2',
      semesterId: later,
      rules: {
        items: [
          { dataKey: 'ps', enable: 'false', scoreSubItemProportion: 40 },
          { dataKey: 'qm', enable: 'true', scoreSubItemProportion: 60 },
        ],
        retake: {
          makeupAndDelayTemplateValue: '1',
          cap: 6000,
          students: { S1: { makeupType: '1', originAttemptId: 'TC1.1.S1' }, S9: { makeupType: '1' } },
        },
      },
      rows: [
        { studentCode: 'S1', cells: { ps: 800 } },
        { studentCode: 'S9', cells: { ps: 700 } },
      ],
    });
    expect(
      await t.send('makeup.update', { makeupCourseIds: [group], teacherCode: 'T2' }, { actor: office }),
    ).toMatchObject({ code: 'MAKEUP_FROZEN' });
  });

  it('opened again while nothing is typed, the list changes, and its sheet is set up anew', async () => {
    const reopen = { teachingClassId: group, scoreType: '2', reason: '教师有误' };
    expect(await as(office, 'makeup.reopenList', reopen)).toEqual({ teachingClassId: group });
    // Once more finds it open.
    expect(await as(office, 'makeup.reopenList', reopen)).toEqual({ teachingClassId: group });
    expect(await as(office, 'makeup.update', { makeupCourseIds: [group], teacherCode: 'T1' })).toEqual({ changed: 1 });
    await as(office, 'makeup.removeStudents', { makeupCourseId: group, studentCodes: ['S9'], reason: '误列' });
    expect(await as(office, 'makeup.freeze', { makeupCourseIds: [group] })).toEqual({ frozen: 1 });
    const events = await t.stream(sheetStream(group, '2'));
    expect(events.map(({ event: { type } }) => type)).toEqual([
      'SheetInitialised',
      'SheetWithdrawn',
      'SheetInitialised',
    ]);
    expect(events[1]?.event.data).toMatchObject({ reason: '教师有误', byName: office.name });
    expect(events[2]?.event.data).toMatchObject({ rows: [{ studentCode: 'S1', cells: { ps: 800 } }] });
  });

  it('a student comes onto a frozen list with the original items; nobody who has nothing to sit there', async () => {
    const request = { makeupCourseId: group, studentCodes: ['S9'], reason: '补列' };
    for (const code of ['S2', 'S3'])
      expect(
        await t.send('makeup.addStudents', { ...request, studentCodes: ['S9', code] }, { actor: office }),
      ).toMatchObject({ code: 'MAKEUP_NOT_ELIGIBLE' });
    expect(await as(office, 'makeup.addStudents', request)).toEqual({ studentNum: 2 });
    expect(await t.send('makeup.addStudents', request, { actor: office })).toMatchObject({
      code: 'MAKEUP_NOT_ELIGIBLE',
    });
    const events = await t.stream(sheetStream(group, '2'));
    expect(events.slice(3).map(({ event }) => event)).toMatchObject([
      {
        type: 'RetakeStudentAdded',
        data: {
          studentCode: 'S9',
          makeupType: '1',
          originAttemptId: 'TC2.1.S9',
          cells: [{ dataKey: 'ps', before: null, after: 700 }],
          reason: '补列',
          byName: office.name,
        },
      },
    ]);
    expect(
      await query('select student_code from base.teaching_class_student where teaching_class_id = $1 order by 1', [
        group,
      ]),
    ).toEqual([{ student_code: 'S1' }, { student_code: 'S9' }]);
  });

  it('STUDENT-STATUS-16: who is 休学 stays on a frozen list with a remark, until he comes back', async () => {
    const remark = async () => {
      const { state } = await t.app.services.handler.read(sheetStream(group, '2'), sheetStreams);
      return state.status === '0' ? null : remarkOf(state.rows['S9']);
    };
    expect(await becomes('02')).toMatchObject({ listed: true, told: 2 });
    expect(await remark()).toBe('10');
    expect(await becomes('01')).toMatchObject({ listed: true, told: 3 });
    expect(await remark()).toBe('00');
  });

  // MAKEUP-23: passed by unit and office
  it('teachers type only the exam; passed, it becomes attempts capped at 60 that never lower what stands', async () => {
    const key = { teachingClassId: group, scoreType: '2' };
    expect(
      await t.send(
        'scoreSheet.save',
        { ...key, rows: [{ studentCode: 'S1', items: { ps: '100' }, revision: 0 }] },
        { actor: teacher1 },
      ),
    ).toMatchObject({ code: 'SHEET_ITEM_DISABLED' });
    // S1: 80 × 40 % + 90 × 60 % = 86, counts 60. S9: 70 × 40 % + 0 = 28: no better than before.
    await publish(group, '2', 0, { S1: { qm: '90' }, S9: { qm: '0' } });
    expect(await attempts('S1')).toMatchObject([
      { examNature: '01', final: 5600, passed: false },
      {
        examNature: '11',
        final: 6000,
        rawFinal: 8600,
        passed: true,
        finalName: '60.00',
        semesterId: later,
        teachingClassId: group,
        scoreType: '2',
      },
    ]);
    expect(effectiveAttempt(await attempts('S1'), 'ZGF')).toMatchObject({ examNature: '11', final: 6000 });
    expect(await attempts('S9')).toMatchObject([
      { examNature: '01', final: 3400 },
      { examNature: '11', final: 2800, passed: false },
    ]);
    expect(effectiveAttempt(await attempts('S9'), 'ZGF')).toMatchObject({ examNature: '01', final: 3400 });
    for (const [name, request] of [
      ['makeup.reopenList', { teachingClassId: group, scoreType: '2', reason: '重排' }],
      ['makeup.removeStudents', { makeupCourseId: group, studentCodes: ['S9'], reason: '误列' }],
    ] as const)
      expect(await t.send(name, request, { actor: office })).toMatchObject({ code: 'MAKEUP_LIST_PUBLISHED' });
    expect((await generate()).skipped).toEqual(
      expect.arrayContaining([
        { reason: '已用完补考次数', count: 1 },
        { reason: '已通过该课程', count: 1 },
      ]),
    );
  });

  it('a second make-up is allowed where the school allows two', async () => {
    await t.accept('reference.load', {
      resource: 'parameter',
      rows: [{ paramCode: 'CJ_BKCS', paraName: '补考次数', paraValue: '2' }],
    });
    expect(await generate()).toMatchObject({ addedNum: 1, groups: [{ isNew: true, makeupNum: 1 }] });
    expect(await query(`select makeup_type from base.makeup_student where makeup_course_id <> $1`, [group])).toEqual([
      { makeup_type: '2' },
    ]);
  });
});

describe('what may be listed', () => {
  const candidates = async (sheet: string) =>
    (
      await query('select student_code as code, final from base.makeup_candidate where sheet_id = $1 order by 1', [
        sheet,
      ])
    ).map(({ code, final }) => [code, final]);

  it('follows the published sheet: a score that is changed to a pass, and a sheet that is rolled back', async () => {
    await publishOrdinary('TC8', { S2: { ps: '50', qm: '50' }, S3: { ps: '40', qm: '40' } });
    expect(await candidates('TC8.1')).toEqual([
      ['S2', 5000],
      ['S3', 4000],
    ]);
    const { applyId } = await as<{ applyId: string }>(teacher1, 'scoreChange.apply', {
      teachingClassId: 'TC8',
      scoreType: '1',
      reason: '漏批',
      rows: [{ studentCode: 'S2', items: { qm: { before: '50.0', after: '90' } } }],
    });
    let revision = 0;
    for (const actor of [dean, registrar, office])
      ({ revision } = await as<{ revision: number }>(actor, 'application.decide', {
        applyId,
        revision,
        approvalStatus: '0',
        approvalOpinion: '同意',
      }));
    expect(await candidates('TC8.1')).toEqual([['S3', 4000]]);
    // Asked again about the first event, it writes what the sheet says now.
    const events = await t.stream(sheetStream('TC8', '1'));
    const approved = events.find(({ event }) => event.type === 'ScoresApproved')!;
    await keepMakeupCandidates.react(approved, t.app.services);
    expect(await candidates('TC8.1')).toEqual([['S3', 4000]]);
    await as(office, 'scoreSheet.rollback', { teachingClassId: 'TC8', scoreType: '1', reason: '试卷重评' });
    expect(await candidates('TC8.1')).toEqual([]);
  });
});

describe('retake classes', () => {
  // SCORE-MORE-28, MAKEUP-24
  it('takes students who failed, publishes the sheet, and its score becomes an attempt of nature 13', async () => {
    await publishOrdinary('TC3', { S1: { ps: '50', qm: '50' }, S2: { ps: '20', qm: '20' } });
    const form = {
      semesterId: later,
      courseId: 'K1',
      rebuildClassName: '高等数学重修班',
      teacherCode: 'T1',
      capacity: 1,
      window: openWindow,
    };
    const { rebuildClassId } = await as<{ rebuildClassId: string }>(office, 'rebuildClass.save', form);
    const put = (add: string[]) => t.send('rebuildClass.setStudents', { rebuildClassId, add }, { actor: office });
    // S1 has passed the make-up, S2 the class before.
    expect(await put(['S1'])).toMatchObject({ code: 'REBUILD_NOT_FAILED' });
    expect(await t.send('rebuildClass.publish', { rebuildClassId }, { actor: office })).toMatchObject({
      code: 'REBUILD_CLASS_EMPTY',
    });
    expect(await put(['S3', 'S9'])).toMatchObject({ code: 'REBUILD_CLASS_FULL' });
    expect(await put(['S3'])).toMatchObject({ status: 'accepted', result: { studentNum: 1 } });
    const other = await as<{ rebuildClassId: string }>(office, 'rebuildClass.save', {
      ...form,
      rebuildClassName: '另一个班',
    });
    expect(
      await t.send(
        'rebuildClass.setStudents',
        { rebuildClassId: other.rebuildClassId, add: ['S3'] },
        { actor: office },
      ),
    ).toMatchObject({ code: 'REBUILD_ELSEWHERE' });
    const { revision } = await as<{ revision: number }>(office, 'rebuildClass.publish', { rebuildClassId });
    expect(await put(['S9'])).toMatchObject({
      fieldErrors: [{ field: 'reason', message: '重修班已发布，请填写原因' }],
    });
    const saved = await as<{ revision: number }>(teacher1, 'scoreSheet.save', {
      teachingClassId: rebuildClassId,
      scoreType: '4',
      rows: [{ studentCode: 'S3', items: { ps: '80' }, revision }],
    });
    expect(
      await t.send(
        'makeup.reopenList',
        { teachingClassId: rebuildClassId, scoreType: '4', reason: '误发布' },
        { actor: office },
      ),
    ).toMatchObject({ code: 'MAKEUP_LIST_ENTERED' });
    await publish(rebuildClassId, '4', saved.revision, { S3: { ps: '90', qm: '95' } });
    expect((await attempts('S3')).at(-1)).toMatchObject({
      examNature: '13',
      final: 9300,
      passed: true,
      scoreType: '4',
    });
    expect((await attempts('S3')).at(-1)).not.toHaveProperty('rawFinal');
  });

  it('a sign-up that took effect is not refused when asked again, though the course is passed by now', async () => {
    const signUp = {
      signUpId: 'A1',
      studentCode: 'S3',
      studentNumber: '2026003',
      studentName: '王三',
      courseId: 'K1',
      courseName: '高等数学',
      semesterId: later,
      rebuildMode: rebuildMode.own,
      amount: 0,
    };
    const request = {
      ...signUp,
      applyId: signUp.signUpId,
      facts: { rebuildMode: rebuildMode.own, amount: '0', courseName: signUp.courseName },
    } as unknown as StudentApplicationRequest;
    const { services } = t.app;
    const take = (context: CommandContext) => rebuildSignUpRules.effect(request, context, services);
    const first = { ...policyless, commandId: crypto.randomUUID() };
    const passed = { refused: { code: 'REBUILD_NOT_FAILED' } };
    expect(await take(first)).toMatchObject(passed);
    await applyOnce(services.pool, first, (client) => confirmSignUp(client, first, signUp));
    expect(await take(first)).toBeNull();
    expect(await take({ ...policyless, commandId: crypto.randomUUID() })).toMatchObject(passed);
  });
});
