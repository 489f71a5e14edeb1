import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { openChangesOf, remarkOf, sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadClass, loadScoreSchool, people, students } from '../../testing/score-school.ts';

/* What is decided about a student while the scores of the class wait for approval (decision 073, SCORE-CHANGE). */

const { teacher1, dean, registrar, office, clerk } = people;
let t: TestApp;
let classes = 0;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
});
afterAll(() => t.stop());

/** A class whose scores wait for their approval: S1 89 passed, S2 and S3 failed. */
async function handedIn() {
  classes += 1;
  const key = { teachingClassId: `W${classes}`, scoreType: '1' };
  const stream = sheetStream(key.teachingClassId, '1');
  await loadClass(t, key.teachingClassId, students);
  await t.accept('scoreSheet.initialise', key, { actor: office });
  const save = async (cells: Record<string, Record<string, string>>) => {
    const revision = (await t.stream(stream)).length - 1;
    const rows = Object.entries(cells).map(([studentCode, items]) => ({ studentCode, items, revision }));
    return t.accept<{ revision: number }>('scoreSheet.save', { ...key, rows }, { actor: teacher1 });
  };
  const submit = (revision: number, confirmed: readonly { check: string; text: string }[] = []) =>
    t.accept<{ applyId: string }>('scoreSheet.submit', { ...key, revision, confirmed }, { actor: teacher1 });
  const first = await save({ S1: { ps: '80', qm: '95' }, S2: { ps: '50', qm: '40' }, S3: { ps: '50', qm: '30' } });
  const { applyId } = await submit(first.revision);
  return {
    applyId,
    save,
    submit,
    async sheet() {
      const { state } = await t.app.services.handler.read(stream, sheetStreams);
      if (state.status === '0') throw new Error('not set up');
      return state;
    },
    ask: (actor: Actor, row: object, onBehalf = true) =>
      t.send('scoreChange.apply', { ...key, reason: '考场记录', rows: [row], onBehalf }, { actor }),
    attempt: async (studentCode: string) =>
      (await t.app.services.handler.read(attemptsStream(studentCode, 'K1'), attemptsStreams)).state.attempts.find(
        ({ teachingClassId }) => teachingClassId === key.teachingClassId,
      ),
  };
}
const decision = (actor: Actor, applyId: string, revision: number, more: object = {}) =>
  t.send('application.decide', { applyId, revision, approvalStatus: '0', approvalOpinion: '同意', ...more }, { actor });
/** Passes the nodes that are left of an application, each by whose it is. */
async function pass(applyId: string) {
  for (const actor of [dean, registrar, office]) {
    const revision = (await t.stream(applicationStream(applyId))).length - 1;
    const done = await decision(actor, applyId, revision);
    if (done.status !== 'refused' && isPassed(done.result)) return;
  }
  throw new Error(`${applyId} has not passed`);
}
const isPassed = (result: unknown) => (result as { approvalBusinessStatus: string }).approvalBusinessStatus === '9';
const sendBack = async (applyId: string) =>
  decision(dean, applyId, (await t.stream(applicationStream(applyId))).length - 1, {
    approvalStatus: '2',
    backNode: '0',
    approvalOpinion: '请核对',
  });
const cheated = (studentCode: string) => ({ studentCode, scoreRemarkCode: { before: '00', after: '04' } });
const codeOf = (outcome: Awaited<ReturnType<TestApp['send']>>) =>
  outcome.status === 'refused' ? outcome.code : outcome.status;
const applied = (outcome: Awaited<ReturnType<TestApp['send']>>): string => {
  if (outcome.status === 'refused') throw new Error(outcome.code);
  return (outcome.result as { applyId: string }).applyId;
};
const types = async (stream: string) => (await t.stream(stream)).map(({ event }) => event.type);

describe('a remark of a student whose scores wait for their approval', () => {
  it('is asked for alone, by the office or the unit; what waits is approved as it was shown', async () => {
    const sheet = await handedIn();
    expect(codeOf(await sheet.ask(teacher1, cheated('S1'), false))).toBe('CHANGE_IN_APPROVAL');
    const cell = { studentCode: 'S1', items: { qm: { before: '95', after: '90' } } };
    expect(codeOf(await sheet.ask(clerk, cell))).toBe('CHANGE_IN_APPROVAL');
    expect(codeOf(await sheet.ask(clerk, { studentCode: 'S1', scoreRemarkCode: { before: '02', after: '04' } }))).toBe(
      'CHANGE_BASE_MOVED',
    );
    const change = applied(await sheet.ask(clerk, cheated('S1')));
    expect(codeOf(await sheet.ask(clerk, cheated('S1')))).toBe('APPROVAL_OPEN_EXISTS');
    const before = await sheet.sheet();
    await pass(change);
    // It passed, and waits: neither the rows nor the submission are others now.
    expect(await sheet.sheet()).toEqual(before);
    expect(await types(scoreChangeStream(change))).toEqual(['ScoreChangeRequested']);

    await pass(sheet.applyId);
    await expect.poll(() => types(scoreChangeStream(change))).toEqual(['ScoreChangeRequested', 'ScoreChangeEffected']);
    const after = await sheet.sheet();
    expect(after).toMatchObject({ status: '4', openChanges: [], submission: { hash: before.submission?.hash } });
    expect(after.submission?.rows.find(({ studentCode }) => studentCode === 'S1')).toMatchObject({ final: 8900 });
    expect([remarkOf(after.rows['S1']), after.rows['S1']?.final]).toEqual(['04', 0]);
    expect(await sheet.attempt('S1')).toMatchObject({ final: 0, passed: false, scoreRemarkCode: '04' });
    expect(await sheet.attempt('S2')).toMatchObject({ final: 4400, scoreRemarkCode: '00' });
  });

  it('takes effect at once when it passes after the publication', async () => {
    const sheet = await handedIn();
    const change = applied(await sheet.ask(clerk, cheated('S1')));
    await pass(sheet.applyId);
    expect(await sheet.sheet()).toMatchObject({ status: '4', openChanges: [{ applyId: change }] });
    await expect.poll(async () => (await sheet.attempt('S1'))?.final).toBe(8900);
    await pass(change);
    await expect.poll(() => sheet.attempt('S1')).toMatchObject({ final: 0, scoreRemarkCode: '04' });
  });

  it('is set on a sheet that came back, whichever comes first, and is approved with it', async () => {
    const sheet = await handedIn();
    const [passed, later] = [
      applied(await sheet.ask(clerk, cheated('S1'))),
      applied(await sheet.ask(clerk, cheated('S2'))),
    ];
    await pass(passed);
    await sendBack(sheet.applyId);
    await expect.poll(async () => remarkOf((await sheet.sheet()).rows['S1'])).toBe('04');
    expect(openChangesOf(await sheet.sheet())).toMatchObject([{ applyId: later }]);
    await pass(later);
    await expect.poll(async () => remarkOf((await sheet.sheet()).rows['S2'])).toBe('04');
    const barred = { check: 'barred', text: '2 人备注为作弊，却录有平时成绩、期末成绩：不计入总评，也不打印' };
    const back = await sheet.sheet();
    expect([back.status, openChangesOf(back), 'waiting' in back]).toEqual(['2', [], false]);
    expect(await types(scoreChangeStream(later))).toEqual(['ScoreChangeRequested', 'ScoreChangeEffected']);
    await pass((await sheet.submit(back.revision, [barred])).applyId);
    await expect.poll(() => sheet.attempt('S2')).toMatchObject({ final: 0, scoreRemarkCode: '04' });
  });

  it('passes no node once the student’s score is another than the application shows', async () => {
    const sheet = await handedIn();
    const change = applied(await sheet.ask(clerk, cheated('S1')));
    await sendBack(sheet.applyId);
    const { revision } = await sheet.save({ S1: { qm: '85' } });
    await sheet.submit(revision);
    expect(await decision(dean, change, 0)).toMatchObject({
      code: 'CHANGE_OVERTAKEN',
      message: '学生S1 的“最终成绩”在申请之后已变动，与申请所示不同，请退回申请人',
    });
    await sendBack(change);
    // Sent back, it gives way to one that shows the score as it is.
    const again = applied(await sheet.ask(clerk, cheated('S1')));
    expect((await sheet.sheet()).waiting).toMatchObject([{ applyId: again }]);
    await pass(again);
    await pass(sheet.applyId);
    await expect.poll(() => sheet.attempt('S1')).toMatchObject({ final: 0, scoreRemarkCode: '04' });
  });
});
