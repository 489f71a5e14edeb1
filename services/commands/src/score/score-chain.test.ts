import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { emptySheet, evolveSheet, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { isFor } from '../kernel/policy-runtime.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadClass, loadScoreSchool, people, students } from '../testing/score-school.ts';
import { scorePolicies } from './score.routes.ts';

const { teacher1, teacher2, dean, registrar } = people;
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
});
afterAll(() => t.stop());

/** What a person does with one class. */
function desk(teachingClassId: string) {
  const key = { teachingClassId, scoreType: '1' };
  const as = <R>(actor: Actor, name: string, payload: object): Promise<R> => t.accept<R>(name, payload, { actor });
  return {
    key,
    initialise: () => as<{ revision: number }>(people.office, 'scoreSheet.initialise', key),
    save: (actor: Actor, revision: number, cells: Record<string, Record<string, string>>) =>
      as<{ revision: number }>(actor, 'scoreSheet.save', {
        ...key,
        rows: Object.entries(cells).map(([studentCode, items]) => ({ studentCode, items, revision })),
      }),
    submit: (actor: Actor, revision: number) =>
      as<{ applyId: string; revision: number }>(actor, 'scoreSheet.submit', { ...key, revision }),
    decide: (actor: Actor, applyId: string, revision: number, more: object = {}) =>
      as<{ approvalBusinessStatus: string; revision: number }>(actor, 'application.decide', {
        applyId,
        revision,
        approvalStatus: '0',
        approvalOpinion: '同意',
        ...more,
      }),
    change: (actor: Actor, rows: object[], more: object = {}) =>
      t.send('scoreChange.apply', { ...key, reason: '漏计平时成绩', rows, ...more }, { actor }),
    async sheet(): Promise<ScoreSheetState> {
      const events = await t.stream(sheetStream(teachingClassId, '1'));
      return events.reduce<ScoreSheetState>(
        (state, { event, revision, metadata }) =>
          evolveSheet(state, event as ScoreSheetEvent, {
            revision,
            time: metadata.time,
            userName: metadata.actor.userName,
            name: metadata.actor.name,
          }),
        emptySheet,
      );
    },
  };
}
const types = async (stream: string): Promise<string[]> => (await t.stream(stream)).map(({ event }) => event.type);
const failing = { S1: { ps: '80', qm: '90.5' }, S2: { ps: '50', qm: '40' }, S3: { ps: '100', qm: '30' } };

/** A published sheet of a new class. */
async function publish(teachingClassId: string) {
  const d = desk(teachingClassId);
  await loadClass(t, teachingClassId, students);
  await d.initialise();
  const { revision } = await d.save(teacher1, 0, failing);
  const { applyId } = await d.submit(teacher1, revision);
  const first = await d.decide(dean, applyId, 0);
  if (first.approvalBusinessStatus !== '9') await d.decide(registrar, applyId, first.revision);
  return { d, applyId };
}

describe('from a typed score to a published one', () => {
  it('saves, submits, is passed by unit and office, and becomes attempts', async () => {
    const d = desk('TC1');
    const { revision } = await d.initialise();
    const saved = await d.save(teacher1, revision, { S1: { ps: '80', qm: '90.5' }, S2: { ps: '50' } });
    const both = await d.save(teacher2, saved.revision, { S2: { qm: '40' }, S3: { ps: '100', qm: '30' } });
    const { applyId } = await d.submit(teacher1, both.revision);
    expect(await d.sheet()).toMatchObject({ status: '3', enteredBy: ['teacher1', 'teacher2'] });
    const [submitted] = await t.stream(applicationStream(applyId));
    expect(submitted?.event).toMatchObject({
      type: 'ApplicationSubmitted',
      data: { businessId: 'TC1.1', enteredBy: ['teacher1', 'teacher2'], round: 1 },
    });

    const first = await d.decide(dean, applyId, 0);
    expect(first.approvalBusinessStatus).toBe('2');
    expect((await d.decide(registrar, applyId, first.revision)).approvalBusinessStatus).toBe('9');
    expect(await d.sheet()).toMatchObject({
      status: '4',
      rows: { S1: { final: 8630 }, S2: { final: 4400 }, S3: { final: 5800 } },
    });
    const attempts = await Promise.all(
      students.map(async (code) => (await t.stream(attemptsStream(code, 'K1'))).map(({ event }) => event)),
    );
    expect(attempts).toMatchObject([
      [
        {
          type: 'AttemptRecorded',
          data: {
            final: 8630,
            finalName: '86.30',
            passed: true,
            examNature: '01',
            source: '1',
            applyId,
            ruleVersion: 'ZGF-60',
          },
        },
      ],
      [{ type: 'AttemptRecorded', data: { final: 4400, passed: false } }],
      [{ type: 'AttemptRecorded', data: { final: 5800, passed: false } }],
    ]);
  });

  it('goes back with the opinion, is corrected and handed in again as next round with the differences', async () => {
    const d = desk('TC2');
    await loadClass(t, 'TC2', students);
    await d.initialise();
    const { revision } = await d.save(teacher1, 0, failing);
    const { applyId } = await d.submit(teacher1, revision);
    await d.decide(dean, applyId, 0, { approvalStatus: '2', backNode: '0', approvalOpinion: '请核对' });
    const back = await d.sheet();
    expect(back).toMatchObject({ status: '2', reopened: { cause: 'returned', opinion: '请核对', byName: '院系审核' } });
    const corrected = await d.save(teacher1, 3, { S2: { qm: '60' } });
    expect(await d.submit(teacher1, corrected.revision)).toMatchObject({ applyId });
    expect((await t.stream(applicationStream(applyId))).at(-1)?.event).toMatchObject({
      type: 'ApplicationSubmitted',
      data: {
        round: 2,
        content: {
          differences: [
            {
              studentNumber: '2026S2',
              itemName: '期末成绩',
              before: '40.0',
              after: '60.0',
              totalBefore: '44.00',
              totalAfter: '56.00',
            },
          ],
        },
      },
    });
  });

  it('is taken back by the applicant and stays editable', async () => {
    const d = desk('TC3');
    await loadClass(t, 'TC3', students);
    await d.initialise();
    const { revision } = await d.save(teacher1, 0, failing);
    const { applyId } = await d.submit(teacher1, revision);
    await t.accept('application.recall', { applyId }, { actor: teacher1 });
    expect(await d.sheet()).toMatchObject({ status: '2', reopened: { cause: 'recalled' } });
  });

  it('answers a repeated save and submission with what it answered first, and writes nothing twice', async () => {
    const d = desk('TC4');
    await loadClass(t, 'TC4', students);
    await d.initialise();
    const rows = Object.entries(failing).map(([studentCode, items]) => ({ studentCode, items, revision: 0 }));
    const envelope = { actor: teacher1, commandId: randomUUID() };
    const first = await t.accept('scoreSheet.save', { ...d.key, rows }, envelope);
    await d.save(teacher2, 1, { S1: { ps: '81' } });
    expect(await t.accept('scoreSheet.save', { ...d.key, rows }, envelope)).toEqual(first);
    const sending = { actor: teacher1, commandId: randomUUID() };
    const submitted = await t.accept('scoreSheet.submit', { ...d.key, revision: 2 }, sending);
    // Sent again, also when the gateway has looked up other figures of earlier classes meanwhile.
    const earlier = { classes: 1, students: 30, mean: 7000, points: Array.from({ length: 101 }, () => 0) };
    for (const lookedUp of [{}, { earlier }])
      expect(await t.accept('scoreSheet.submit', { ...d.key, revision: 2, ...lookedUp }, sending)).toEqual(submitted);
    expect(await types(sheetStream('TC4', '1'))).toEqual([
      'SheetInitialised',
      'CellsEntered',
      'CellsEntered',
      'ScoresSubmitted',
    ]);
  });

  it('keeps both of two teachers who save at the same time, and tells the second about the same cell', async () => {
    const d = desk('TC5');
    await loadClass(t, 'TC5', students);
    await d.initialise();
    await Promise.all([d.save(teacher1, 0, { S1: { ps: '70' } }), d.save(teacher2, 0, { S2: { ps: '75' } })]);
    expect(await d.sheet()).toMatchObject({
      rows: { S1: { cells: { ps: { value: 700 } } }, S2: { cells: { ps: { value: 750 } } } },
    });
    const outcomes = await Promise.all(
      [teacher1, teacher2].map((actor, index) =>
        t.send(
          'scoreSheet.save',
          { ...d.key, rows: [{ studentCode: 'S3', items: { qm: String(80 + index) }, revision: 2 }] },
          { actor },
        ),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'refused');
    expect(refused).toMatchObject([
      { code: 'SHEET_CELL_CONFLICT', data: { conflicts: [{ studentCode: 'S3', dataKey: 'qm', original: null }] } },
    ]);
  });
});

describe('a change of a published score', () => {
  const raise = [{ studentCode: 'S3', items: { qm: { before: '30.0', after: '40' } } }];

  it('takes effect when all nodes passed it: sheet and attempt change, then the application is closed', async () => {
    const { d } = await publish('CC1');
    const outcome = await d.change(teacher1, raise);
    if (outcome.status === 'refused') throw new Error(JSON.stringify(outcome));
    const { applyId } = outcome.result as { applyId: string };
    expect(await types(applicationStream(applyId))).toEqual(['ApplicationSubmitted']);
    expect(await d.sheet()).toMatchObject({ rows: { S3: { final: 5800 } }, openChanges: [{ applyId }] });
    expect(await d.change(teacher2, raise)).toMatchObject({ status: 'refused', code: 'APPROVAL_OPEN_EXISTS' });

    const one = await d.decide(dean, applyId, 0);
    const two = await d.decide(registrar, applyId, one.revision);
    expect((await d.decide(people.office, applyId, two.revision)).approvalBusinessStatus).toBe('9');
    expect(await d.sheet()).toMatchObject({
      rows: { S3: { final: 6400, cells: { qm: { value: 400 } } } },
      openChanges: [],
    });
    expect((await t.stream(attemptsStream('S3', 'K1'))).at(-1)?.event).toMatchObject({
      type: 'AttemptRevised',
      data: {
        applyId,
        before: { final: 5800, passed: false },
        after: { final: 6400, finalName: '64.00', passed: true },
      },
    });
    expect(await types(scoreChangeStream(applyId))).toEqual(['ScoreChangeRequested', 'ScoreChangeEffected']);
  });

  it('changes nothing when it is returned, and may be sent again as the next round', async () => {
    const { d } = await publish('CC2');
    const outcome = await d.change(teacher1, raise);
    if (outcome.status === 'refused') throw new Error(JSON.stringify(outcome));
    const { applyId } = outcome.result as { applyId: string };
    await d.decide(dean, applyId, 0, { approvalStatus: '2', backNode: '0', approvalOpinion: '缺少证明' });
    expect(await d.sheet()).toMatchObject({ rows: { S3: { final: 5800 } } });
    expect(await types(scoreChangeStream(applyId))).toEqual(['ScoreChangeRequested', 'ScoreChangeClosed']);
    const again = [{ studentCode: 'S3', items: { qm: { before: '30.0', after: '35' } } }];
    expect(await d.change(teacher1, again, { applyId })).toMatchObject({ status: 'accepted', result: { applyId } });
    expect(await d.change(teacher1, again, { applyId })).toMatchObject({
      status: 'refused',
      code: 'CHANGE_NOT_EDITABLE',
    });
    expect((await t.stream(applicationStream(applyId))).at(-1)?.event).toMatchObject({
      type: 'ApplicationSubmitted',
      data: { round: 2 },
    });
  });

  it('gives the sheet free when it is taken back', async () => {
    const { d } = await publish('CC3');
    const outcome = await d.change(teacher1, raise);
    if (outcome.status === 'refused') throw new Error(JSON.stringify(outcome));
    const { applyId } = outcome.result as { applyId: string };
    await t.accept('application.recall', { applyId }, { actor: teacher1 });
    expect(await d.sheet()).toMatchObject({ openChanges: [], rows: { S3: { final: 5800 } } });
    expect(await d.change(teacher2, raise)).toMatchObject({ status: 'accepted' });
  });
});

describe('policies', () => {
  it('write nothing when every event of a whole story is delivered again', async () => {
    const { d, applyId } = await publish('CP1');
    const outcome = await d.change(teacher1, [{ studentCode: 'S1', items: { ps: { before: '80.0', after: '85' } } }]);
    if (outcome.status === 'refused') throw new Error(JSON.stringify(outcome));
    const change = (outcome.result as { applyId: string }).applyId;
    const one = await d.decide(dean, change, 0);
    await d.decide(registrar, change, one.revision);
    const streams = [
      sheetStream('CP1', '1'),
      applicationStream(applyId),
      applicationStream(change),
      scoreChangeStream(change),
      ...students.map((code) => attemptsStream(code, 'K1')),
    ];
    const before = await Promise.all(streams.map(types));
    for (const stream of streams) {
      for (const event of await t.stream(stream)) {
        for (const policy of scorePolicies.filter((policy) => isFor(policy, event))) {
          await policy.react(event, t.app.services);
          await policy.react(event, t.app.services);
        }
      }
    }
    expect(await Promise.all(streams.map(types))).toEqual(before);
  });

  it('complete what a process that died right after the append left undone', async () => {
    const silent = t.another({ policies: [], followLog: false });
    const d = desk('CP2');
    await loadClass(t, 'CP2', students);
    await d.initialise();
    const { revision } = await d.save(teacher1, 0, failing);
    const submitted = await t.send('scoreSheet.submit', { ...d.key, revision }, { actor: teacher1 }, silent);
    await silent.close();
    if (submitted.status === 'refused') throw new Error(JSON.stringify(submitted));
    const { applyId } = submitted.result as { applyId: string };
    await expect.poll(() => types(applicationStream(applyId))).toEqual(['ApplicationSubmitted']);
  });
});

describe('one command id for two classes', () => {
  it('hands in the first; the second is refused, stays with its teacher, to be handed in with its own id', async () => {
    const [one, two] = [desk('TC-ID1'), desk('TC-ID2')];
    const commandId = randomUUID();
    const revisions: number[] = [];
    for (const d of [one, two]) {
      await loadClass(t, d.key.teachingClassId, students);
      await d.initialise();
      revisions.push((await d.save(teacher1, 0, failing)).revision);
    }
    const submit = (d: typeof one, revision: number, more: object) =>
      t.send('scoreSheet.submit', { ...d.key, revision }, { actor: teacher1, ...more });
    const first = await submit(one, revisions[0]!, { commandId });
    expect(first).toMatchObject({ status: 'accepted' });
    expect(await submit(two, revisions[1]!, { commandId })).toMatchObject({ code: 'COMMAND_REUSED' });
    const beside = t.another();
    try {
      expect(
        await t.send(
          'scoreSheet.submit',
          { ...two.key, revision: revisions[1] },
          { actor: teacher1, commandId },
          beside,
        ),
      ).toMatchObject({ code: 'COMMAND_REUSED' });
      expect(
        await t.send(
          'scoreSheet.submit',
          { ...one.key, revision: revisions[0] },
          { actor: teacher1, commandId },
          beside,
        ),
      ).toEqual(first);
    } finally {
      await beside.close();
    }
    // Known under another person, and for rows, too.
    expect(
      await t.send(
        'scoreSheet.save',
        { ...two.key, rows: [{ studentCode: 'S1', items: { ps: '70' }, revision: revisions[1] }] },
        { actor: teacher2, commandId },
      ),
    ).toMatchObject({ code: 'COMMAND_REUSED' });
    expect(
      await t.send(
        'menu.place',
        { menuId: '1', menuCatagoryId: null, dataStatus: 'SHOW', version: 0 },
        { actor: teacher2, commandId },
      ),
    ).toMatchObject({ code: 'COMMAND_REUSED' });
    expect((await two.sheet()).status).not.toBe('3');
    const { applyId } = await two.submit(teacher1, revisions[1]!);
    expect(await types(applicationStream(applyId))).toEqual(['ApplicationSubmitted']);
    expect(applyId).not.toBe((first as { result: { applyId: string } }).result.applyId);
  });

  it('sent at once, one of them is carried out and no application is shared', async () => {
    const desks = [desk('TC-ID3'), desk('TC-ID4')];
    for (const d of desks) {
      await loadClass(t, d.key.teachingClassId, students);
      await d.initialise();
      await d.save(teacher1, 0, failing);
    }
    const commandId = randomUUID();
    const revisions = await Promise.all(
      desks.map(async (d) => (await t.stream(sheetStream(d.key.teachingClassId, '1'))).length - 1),
    );
    const outcomes = await Promise.all(
      desks.map((d, index) =>
        t.send('scoreSheet.submit', { ...d.key, revision: revisions[index] }, { actor: teacher1, commandId }),
      ),
    );
    expect(
      outcomes.map((outcome) => (outcome.status === 'refused' ? outcome.code : outcome.status)).toSorted(),
    ).toEqual(['COMMAND_REUSED', 'accepted']);
  });
});
