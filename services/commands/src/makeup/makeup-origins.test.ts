import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadClass, loadScoreSchool, openWindow, people } from '../testing/score-school.ts';

const { teacher1, dean, registrar, office } = people;
const term = '2026-2027-1';
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  await t.accept('reference.load', {
    resource: 'rolePermission',
    rows: [{ jsbh: '02', qxbh: 'makeupList:update' }],
  });
});
afterAll(() => t.stop());

type Cells = Record<string, Record<string, string>>;
const as = <R>(actor: Actor, name: string, payload: object): Promise<R> => t.accept<R>(name, payload, { actor });
const query = async (sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<Record<string, unknown>>(sql, values)).rows;

/** Passes it at every node, from the revision at which it was handed in. */
async function pass(applyId: string, from = 0): Promise<void> {
  let revision = from;
  for (const actor of [dean, registrar, office]) {
    const decided = await as<{ approvalBusinessStatus: string; revision: number }>(actor, 'application.decide', {
      applyId,
      revision,
      approvalStatus: '0',
      approvalOpinion: '同意',
    });
    if (decided.approvalBusinessStatus === '9') return;
    ({ revision } = decided);
  }
}
async function type(teachingClassId: string, scoreType: string, revision: number, cells: Cells): Promise<number> {
  const rows = Object.entries(cells).map(([studentCode, items]) => ({ studentCode, items, revision }));
  return (await as<{ revision: number }>(teacher1, 'scoreSheet.save', { teachingClassId, scoreType, rows })).revision;
}
async function submit(teachingClassId: string, scoreType: string, revision: number): Promise<string> {
  return (await as<{ applyId: string }>(teacher1, 'scoreSheet.submit', { teachingClassId, scoreType, revision }))
    .applyId;
}
async function publish(teachingClassId: string, cells: Cells): Promise<void> {
  await loadClass(t, teachingClassId, Object.keys(cells));
  const { revision } = await as<{ revision: number }>(office, 'scoreSheet.initialise', {
    teachingClassId,
    scoreType: '1',
  });
  await pass(await submit(teachingClassId, '1', await type(teachingClassId, '1', revision, cells)));
}
/** Changes published scores, through all nodes. */
async function change(
  teachingClassId: string,
  rows: { studentCode: string; items: Record<string, { before: string; after: string }> }[],
  scoreType = '1',
): Promise<void> {
  await pass(
    (await as<{ applyId: string }>(teacher1, 'scoreChange.apply', { teachingClassId, scoreType, reason: '漏批', rows }))
      .applyId,
  );
}
/** The attempt that a class made for a student. */
async function attemptOf(studentCode: string, teachingClassId: string) {
  const { state } = await t.app.services.handler.read(attemptsStream(studentCode, 'K1'), attemptsStreams);
  return state.attempts.find((attempt) => attempt.teachingClassId === teachingClassId);
}
/** Another list of the course's failures, frozen or not; its group. */
async function list(frozen: boolean, option: '0' | '1' = '1'): Promise<string> {
  const {
    groups: [group],
  } = await as<{ groups: { makeupCourseId: string }[] }>(office, 'makeup.generate', {
    sourceSemesterId: term,
    semesterId: term,
    makeupAndDelayTemplateValue: option,
    window: openWindow,
    courseId: 'K1',
  });
  if (frozen) await as(office, 'makeup.freeze', { makeupCourseIds: [group!.makeupCourseId] });
  return group!.makeupCourseId;
}
const listed = async (group: string) =>
  (
    await query(
      `select roster.student_code as code from base.teaching_class_student roster
        join base.makeup_student listed on listed.makeup_course_id = roster.teaching_class_id
          and listed.student_code = roster.student_code
        where roster.teaching_class_id = $1 order by 1`,
      [group],
    )
  ).map(({ code }) => code);
async function told(group: string, scoreType = '2') {
  const events = (await t.stream(sheetStream(group, scoreType))).map(({ event }) => event as ScoreSheetEvent);
  return events.flatMap((event) =>
    event.type === 'RetakeOriginChanged'
      ? [[event.data.studentCode, event.data.cause, event.data.text]]
      : event.type === 'RetakeStudentRemoved'
        ? [[event.data.studentCode, event.data.byName ?? 'system', event.data.text]]
        : [],
  );
}
async function sheetOf(group: string, scoreType = '2') {
  const { state } = await t.app.services.handler.read(sheetStream(group, scoreType), sheetStreams);
  if (state.status === '0') throw new Error(`${group} has no sheet`);
  return state;
}
const settle = (teachingClassId: string, studentCode: string, decision: 'keep' | 'remove' | 'adjust') =>
  t.send('makeup.settleOrigin', { teachingClassId, studentCode, decision, reason: '与学院核实' }, { actor: office });

describe('a list and the scores it was made from', () => {
  it('until frozen, loses who passed or whose score is taken back, and shows what a failing score is now', async () => {
    await publish('A1', { S1: { ps: '80', qm: '40' }, S2: { ps: '70', qm: '30' }, S3: { ps: '50', qm: '50' } });
    const group = await list(false);
    expect(await listed(group)).toEqual(['S1', 'S2', 'S3']);
    await change('A1', [
      { studentCode: 'S1', items: { qm: { before: '40.0', after: '90' } } },
      { studentCode: 'S2', items: { ps: { before: '70.0', after: '75' } } },
    ]);
    expect(await listed(group)).toEqual(['S2', 'S3']);
    // Each student's attempt is a stream of its own: what comes of two of them comes in any order.
    const written = async () =>
      (
        await query(`select right(key, 2) as student, string_agg(operation, ', ' order by id) as done
      from base.operation_log where resource = 'makeupStudent' group by key order by key`)
      ).map(({ student, done }) => [student, done]);
    expect(await written()).toEqual([
      ['S1', 'remove'],
      ['S2', 'update'],
    ]);
    expect(
      await query(
        'select origin_final, origin_cells from base.makeup_student where makeup_course_id = $1 and student_code = $2',
        [group, 'S2'],
      ),
    ).toEqual([{ origin_final: 4800, origin_cells: { ps: 750, qm: 300 } }]);
    await as(office, 'scoreSheet.rollback', { teachingClassId: 'A1', scoreType: '1', reason: '试卷重评' });
    expect(await listed(group)).toEqual([]);
    expect(await written()).toEqual([
      ['S1', 'remove'],
      ['S2', 'update, remove'],
      ['S3', 'remove'],
    ]);
    expect(await t.send('makeup.freeze', { makeupCourseIds: [group] }, { actor: office })).toMatchObject({
      code: 'MAKEUP_NO_STUDENT',
    });
  });

  it('once frozen, takes off by itself who has nothing to make up, asks the office if something is typed', async () => {
    await publish('A2', { S1: { ps: '80', qm: '40' }, S2: { ps: '70', qm: '30' }, S9: { ps: '50', qm: '50' } });
    const group = await list(true);
    expect(await listed(group)).toEqual(['S1', 'S2', 'S9']);
    await type(group, '2', 0, { S2: { qm: '88' } });
    await change('A2', [
      { studentCode: 'S1', items: { qm: { before: '40.0', after: '90' } } },
      { studentCode: 'S2', items: { qm: { before: '30.0', after: '95' } } },
      { studentCode: 'S9', items: { ps: { before: '50.0', after: '55' } } },
    ]);
    expect(await listed(group)).toEqual(['S2', 'S9']);
    expect(await told(group)).toEqual(
      expect.arrayContaining([
        ['S1', 'system', '原成绩由 56.00 改为 86.00，已及格'],
        ['S2', 'passed', '原成绩由 46.00 改为 85.00，已及格'],
        ['S9', 'changed', '原成绩由 50.00 改为 52.00'],
      ]),
    );
    // The exam is weighed with what is right now; who is off can no longer be typed for.
    expect(await sheetOf(group)).toMatchObject({
      rows: { S9: { cells: { ps: { value: 550 } } } },
      origins: { S2: { open: true }, S9: { open: false } },
      removed: ['S1'],
    });
    const now = (await sheetOf(group)).revision;
    expect(
      await t.send(
        'scoreSheet.save',
        { teachingClassId: group, scoreType: '2', rows: [{ studentCode: 'S1', items: { qm: '60' }, revision: now }] },
        { actor: teacher1 },
      ),
    ).toMatchObject({ code: 'SHEET_STUDENT_NOT_IN_CLASS' });

    // What waits for approval stays as the approver sees it; what happens meanwhile is carried over when it comes back.
    const applyId = await submit(group, '2', await type(group, '2', now, { S9: { qm: '60' } }));
    expect(await settle(group, 'S2', 'remove')).toMatchObject({ code: 'MAKEUP_ORIGIN_IN_APPROVAL' });
    await change('A2', [{ studentCode: 'S9', items: { ps: { before: '55.0', after: '60' } } }]);
    expect(await sheetOf(group)).toMatchObject({
      status: '3',
      rows: { S9: { cells: { ps: { value: 550 } } } },
      origins: { S9: { text: '原成绩由 50.00 改为 54.00' } },
    });
    await as(dean, 'application.decide', {
      applyId,
      revision: 0,
      approvalStatus: '2',
      approvalOpinion: '核对原成绩',
      backNode: '0',
    });
    // 60 × 40 % + 60 × 60 %.
    expect(await sheetOf(group)).toMatchObject({
      status: '2',
      rows: { S9: { cells: { ps: { value: 600 } }, final: 6000 } },
    });
    expect(await settle(group, 'S2', 'remove')).toMatchObject({ status: 'accepted' });
    expect(await settle(group, 'S2', 'keep')).toMatchObject({ code: 'MAKEUP_ORIGIN_SETTLED' });
    expect(await listed(group)).toEqual(['S9']);
    await pass(await submit(group, '2', (await sheetOf(group)).revision), 2);
    expect(await sheetOf(group)).toMatchObject({
      status: '4',
      submission: { rows: [{ studentCode: 'S9', cells: { ps: 600, qm: 600 } }] },
    });
    // Published scores stay, whatever becomes of the original one.
    const last = (await sheetOf(group)).revision;
    await as(office, 'scoreSheet.rollback', { teachingClassId: 'A2', scoreType: '1', reason: '试卷重评' });
    expect((await sheetOf(group)).revision).toBe(last);
  });

  it('keeps who the office keeps; a score that is published again as it was leaves nothing to decide', async () => {
    await publish('A3', { S3: { ps: '20', qm: '30' } });
    const group = await list(true, '0');
    await type(group, '2', 0, { S3: { bk: '70' } });
    await as(office, 'scoreSheet.rollback', { teachingClassId: 'A3', scoreType: '1', reason: '漏登平时' });
    expect(await told(group)).toEqual([['S3', 'withdrawn', '原成绩已退回（漏登平时）']]);
    expect(await settle(group, 'S3', 'keep')).toMatchObject({ status: 'accepted' });
    expect(await sheetOf(group)).toMatchObject({ origins: { S3: { open: false } }, rows: { S3: { final: 6000 } } });
    const { revision } = await t.app.services.handler.read(sheetStream('A3', '1'), sheetStreams);
    await pass(await submit('A3', '1', revision));
    expect((await told(group)).at(-1)).toEqual(['S3', 'restored', '原成绩没有变动']);
    expect(await listed(group)).toEqual(['S3']);

    // Where the exam counts 100 %, a change of it is the whole score: capped while it passes.
    await pass(await submit(group, '2', (await sheetOf(group)).revision));
    expect(await attemptOf('S3', group)).toMatchObject({ final: 6000, rawFinal: 7000, passed: true });
    await change(group, [{ studentCode: 'S3', items: { bk: { before: '70.0', after: '55' } } }], '2');
    expect(await attemptOf('S3', group)).toMatchObject({ final: 5500, rawFinal: null, passed: false });
  });

  it('once frozen, whoever left by himself comes back when the score is published again and still fails', async () => {
    await publish('A6', { S4: { ps: '80', qm: '40' }, S5: { ps: '70', qm: '30' }, S6: { ps: '50', qm: '50' } });
    const group = await list(true);
    await type(group, '2', 0, { S5: { qm: '66' } });
    await as(office, 'scoreSheet.rollback', { teachingClassId: 'A6', scoreType: '1', reason: '漏登平时' });
    expect(await listed(group)).toEqual(['S5']);
    const { revision } = await t.app.services.handler.read(sheetStream('A6', '1'), sheetStreams);
    // S4 as it was, S5 untouched, S6 with other items that fail still.
    const again = await type('A6', '1', revision, { S6: { ps: '60' } });
    await pass(await submit('A6', '1', again));
    expect(await listed(group)).toEqual(['S4', 'S5', 'S6']);
    const events = (await t.stream(sheetStream(group, '2'))).map(({ event }) => event as ScoreSheetEvent);
    const returned = events.flatMap((event) =>
      event.type === 'RetakeStudentRestored' ? [`${event.data.studentCode} ${event.data.text}`] : [],
    );
    expect(new Set(returned)).toEqual(new Set(['S4 原成绩没有变动', 'S6 原成绩由 50.00 改为 54.00']));
    // They are on it as before, and the exam is weighed with what is right now.
    const now = await sheetOf(group);
    expect(now).toMatchObject({
      removed: [],
      rows: { S4: { cells: { ps: { value: 800 } } }, S6: { cells: { ps: { value: 600 } } } },
    });
    await type(group, '2', now.revision, { S4: { qm: '70' }, S6: { qm: '70' } });
    expect(await sheetOf(group)).toMatchObject({ rows: { S4: { final: 6000 }, S6: { final: 6000 } } });
    // Whom the office takes off stays off.
    await as(office, 'scoreSheet.rollback', { teachingClassId: 'A6', scoreType: '1', reason: '再核对' });
    expect(await settle(group, 'S5', 'remove')).toMatchObject({ status: 'accepted' });
    const { revision: back } = await t.app.services.handler.read(sheetStream('A6', '1'), sheetStreams);
    await pass(await submit('A6', '1', back));
    expect(await listed(group)).toEqual(['S4', 'S6']);
    await as(office, 'scoreSheet.rollback', { teachingClassId: 'A6', scoreType: '1', reason: '重评' });
  });

  it('a retake class is asked about who passes meanwhile, and never loses anybody by itself', async () => {
    await publish('A4', { S3: { ps: '20', qm: '30' } });
    const form = {
      semesterId: term,
      courseId: 'K1',
      rebuildClassName: '重修班',
      teacherCode: 'T1',
      capacity: 9,
      window: openWindow,
    };
    const { rebuildClassId } = await as<{ rebuildClassId: string }>(office, 'rebuildClass.save', form);
    await as(office, 'rebuildClass.setStudents', { rebuildClassId, add: ['S3'] });
    await as(office, 'rebuildClass.publish', { rebuildClassId });
    await change('A4', [{ studentCode: 'S3', items: { qm: { before: '30.0', after: '95' } } }]);
    expect(await told(rebuildClassId, '4')).toEqual([['S3', 'passed', '已通过该课程（2026-2027-1，65.00）']]);
    expect(await sheetOf(rebuildClassId, '4')).toMatchObject({ origins: { S3: { open: true } } });
    expect(await settle(rebuildClassId, 'S3', 'remove')).toMatchObject({ status: 'accepted' });
    expect(
      await query('select student_code from base.teaching_class_student where teaching_class_id = $1', [
        rebuildClassId,
      ]),
    ).toEqual([]);
    expect(
      await t.send(
        'makeup.settleOrigin',
        { teachingClassId: 'A4', studentCode: 'S3', decision: 'keep', reason: '无' },
        { actor: office },
      ),
    ).toMatchObject({ code: 'MAKEUP_NOT_FOUND' });
  });
});

describe('a change of a published make-up or retake score', () => {
  let group = '';

  it('替代期末: weighs the new exam with the original items, keeps the cap, may turn a fail into a pass', async () => {
    await publish('A5', { S1: { ps: '80', qm: '40' }, S2: { ps: '70', qm: '30' } });
    group = await list(true);
    await pass(await submit(group, '2', await type(group, '2', 0, { S1: { qm: '90' }, S2: { qm: '20' } })));
    expect(await attemptOf('S1', group)).toMatchObject({ examNature: '11', final: 6000, rawFinal: 8600, passed: true });
    expect(
      await t.send(
        'scoreChange.apply',
        {
          teachingClassId: group,
          scoreType: '2',
          reason: '漏批',
          rows: [{ studentCode: 'S1', items: { ps: { before: '80.0', after: '90' } } }],
        },
        { actor: teacher1 },
      ),
    ).toMatchObject({ fieldErrors: [{ field: 'rows.0.items.ps' }] });
    // 80 × 40 % + 50 × 60 % = 62: still what a pass counts for, of another value.
    await change(group, [{ studentCode: 'S1', items: { qm: { before: '90.0', after: '50' } } }], '2');
    expect(await attemptOf('S1', group)).toMatchObject({ final: 6000, rawFinal: 6200, passed: true });
    await change(group, [{ studentCode: 'S1', items: { qm: { before: '50.0', after: '40' } } }], '2');
    expect(await attemptOf('S1', group)).toMatchObject({ final: 5600, rawFinal: null, passed: false });
    await change(group, [{ studentCode: 'S1', items: { qm: { before: '40.0', after: '95' } } }], '2');
    expect(await attemptOf('S1', group)).toMatchObject({ final: 6000, rawFinal: 8900, passed: true });
  });

  it('替代期末: follows the original items when published; whom that would fail, the office decides on', async () => {
    await publish('A7', { S7: { ps: '50', qm: '40' }, S8: { ps: '70', qm: '30' }, S4: { ps: '70', qm: '40' } });
    const list7 = await list(true);
    const cells = { S7: { qm: '60' }, S8: { qm: '55' }, S4: { qm: '55' } };
    await pass(await submit(list7, '2', await type(list7, '2', 0, cells)));
    expect(await attemptOf('S7', list7)).toMatchObject({ final: 5600, passed: false });
    expect(await attemptOf('S8', list7)).toMatchObject({ final: 6000, rawFinal: 6100, passed: true });
    await change('A7', [
      { studentCode: 'S7', items: { ps: { before: '50.0', after: '80' } } },
      { studentCode: 'S8', items: { ps: { before: '70.0', after: '50' } } },
      { studentCode: 'S4', items: { ps: { before: '70.0', after: '60' } } },
    ]);
    // 80 × 40 % + 60 × 60 % = 68, which counts for 60 as a make-up.
    expect(await attemptOf('S7', list7)).toMatchObject({ final: 6000, rawFinal: 6800, passed: true });
    expect(await told(list7)).toEqual(
      expect.arrayContaining([
        ['S7', 'changed', '原成绩由 44.00 改为 56.00'],
        ['S8', 'lowered', '原成绩由 46.00 改为 38.00，本次成绩按此计为 53.00，不及格'],
      ]),
    );
    expect(await sheetOf(list7)).toMatchObject({
      status: '4',
      rows: { S8: { cells: { ps: { value: 700 } } } },
      origins: { S7: { open: false }, S8: { open: true }, S4: { open: true } },
    });
    expect(await attemptOf('S8', list7)).toMatchObject({ final: 6000, passed: true });
    // Told: the teacher whose scores they are, and the office whom it waits for.
    const messages = async () =>
      (
        await query(
          `select message.title, string_agg(audience.user_name, ',' order by audience.user_name) as told
            from base.system_message_entity message join base.system_message_audience audience
              using (system_message_entity_id)
            where message.content like '%学生S8的%' and message.title like '补考成绩%' group by message.title`,
        )
      ).map((row) => `${String(row['title'])}: ${String(row['told'])}`);
    await expect.poll(messages).toEqual([expect.stringMatching(/^补考成绩按更正后的原成绩不及格，请处理: .*office1/)]);
    expect(await settle(list7, 'S8', 'remove')).toMatchObject({ code: 'SHEET_PUBLISHED' });
    expect(await settle(list7, 'S8', 'adjust')).toMatchObject({ status: 'accepted' });
    expect(await attemptOf('S8', list7)).toMatchObject({ final: 5300, rawFinal: null, passed: false });
    expect(await settle(list7, 'S4', 'keep')).toMatchObject({ status: 'accepted' });
    expect(await attemptOf('S4', list7)).toMatchObject({ final: 6000, passed: true });
    expect(await settle(list7, 'S4', 'keep')).toMatchObject({ code: 'MAKEUP_ORIGIN_SETTLED' });
  });

  it('retake: keeps the cap of the day on which the class was published', async () => {
    await t.accept('reference.load', {
      resource: 'parameter',
      rows: [{ paramCode: 'CJ_CXFDX', paraName: '重修成绩上限', paraValue: '70' }],
    });
    const { rebuildClassId } = await as<{ rebuildClassId: string }>(office, 'rebuildClass.save', {
      semesterId: term,
      courseId: 'K1',
      rebuildClassName: '重修二班',
      teacherCode: 'T1',
      capacity: 9,
      window: openWindow,
    });
    await as(office, 'rebuildClass.setStudents', { rebuildClassId, add: ['S2'] });
    const { revision } = await as<{ revision: number }>(office, 'rebuildClass.publish', { rebuildClassId });
    await t.accept('reference.load', {
      resource: 'parameter',
      rows: [{ paramCode: 'CJ_CXFDX', paraName: '重修成绩上限', paraValue: '80' }],
    });
    await pass(
      await submit(rebuildClassId, '4', await type(rebuildClassId, '4', revision, { S2: { ps: '90', qm: '95' } })),
    );
    expect(await attemptOf('S2', rebuildClassId)).toMatchObject({ examNature: '13', final: 7000, rawFinal: 9300 });
    await change(rebuildClassId, [{ studentCode: 'S2', items: { qm: { before: '95.0', after: '60' } } }], '4');
    expect(await attemptOf('S2', rebuildClassId)).toMatchObject({ final: 7000, rawFinal: 7200, passed: true });
    await change(rebuildClassId, [{ studentCode: 'S2', items: { qm: { before: '60.0', after: '30' } } }], '4');
    expect(await attemptOf('S2', rebuildClassId)).toMatchObject({ final: 5400, rawFinal: null, passed: false });
  });
});
