import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { openApplication } from '@jwxt/commands/approval/approval.policy.ts';
import { keepMakeupCandidates } from '@jwxt/commands/makeup/makeup-candidates.policy.ts';
import { recordAttempts, settleSheet } from '@jwxt/commands/score/submission/score-sheet.policy.ts';
import { startTestApp, type TestApp } from '@jwxt/commands/testing/commands-app.ts';
import { loadScoreSchool, people } from '@jwxt/commands/testing/score-school.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { startTestEventStore, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyOfTomorrow, withWholeDecisions, type Placed } from './tomorrow.ts';

/* Reactions of the product of tomorrow to a decision as it was stored yesterday: one event that is two today. */

const wait = { interval: 20 };
const key = { teachingClassId: 'TC1', scoreType: '1' };
let t: TestApp;
let stored: TestEventStore;
let log: EventLog;

beforeAll(async () => {
  // Nobody reacts to the last decision: the log ends with it.
  [t, stored] = await Promise.all([
    startTestApp({ policies: [openApplication], followLog: false }),
    startTestEventStore(),
  ]);
  log = connectEventLog(stored.url, { name: 'test' });
  await loadScoreSchool(t);
  await t.accept('scoreSheet.initialise', key, { actor: people.office });
  const rows = [
    ['S1', '90'],
    ['S2', '40'],
    ['S3', '70'],
  ].map(([studentCode, value]) => ({ studentCode, items: { ps: value, qm: value }, revision: 0 }));
  const { revision } = await t.accept<{ revision: number }>(
    'scoreSheet.save',
    { ...key, rows },
    { actor: people.teacher1 },
  );
  const { applyId } = await t.accept<{ applyId: string }>(
    'scoreSheet.submit',
    { ...key, revision },
    { actor: people.teacher1 },
  );
  const decide = (actor: typeof people.dean, at: number) =>
    t.accept<{ revision: number }>(
      'application.decide',
      { applyId, revision: at, approvalStatus: '0', approvalOpinion: '同意' },
      { actor },
    );
  await decide(people.registrar, (await decide(people.dean, 0)).revision);
});
afterAll(async () => {
  await log.close();
  await stored.stop();
  await t.stop();
});

const types = async (stream: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const { type } of log.readStream(stream)) found.push(type);
  return found;
};

it('a decision stored as one event publishes the sheet and gives attempts, once, also after a restart', async () => {
  const today: Placed[] = [];
  const source = connectEventLog(t.events.url, { name: 'test' });
  for await (const { stream, id, type, data, metadata } of source.readAll({}))
    today.push({ stream, event: { id, type, data: data as object, metadata: metadata as object } });
  await source.close();
  const yesterday = withWholeDecisions(today);
  expect(yesterday.map(({ event }) => event.type)).toEqual([
    'SheetInitialised',
    'CellsEntered',
    'ScoresSubmitted',
    'ApplicationSubmitted',
    'NodePassed',
    'ApplicationApproved',
  ]);
  for (const [stream, events] of Map.groupBy(yesterday, (one) => one.stream))
    await log.append(
      stream,
      events.map(({ event }) => event),
      { expectedRevision: 'no_stream' },
    );

  const sheet = sheetStream('TC1', '1');
  const attempts = (): Promise<string[][]> =>
    Promise.all(['S1', 'S2', 'S3'].map((code) => types(attemptsStream(code, 'K1'))));
  const parked = async (): Promise<unknown[]> =>
    (await t.app.services.pool.query('select policy, reason from commands.policy_parked')).rows;
  const once = {
    sheet: ['SheetInitialised', 'CellsEntered', 'ScoresSubmitted', 'ScoresApproved'],
    attempts: [['AttemptRecorded'], ['AttemptRecorded'], ['AttemptRecorded']],
  };
  for (const _start of ['first', 'second']) {
    const app = t.another({
      eventStoreUrl: stored.url,
      policies: [settleSheet, recordAttempts, keepMakeupCandidates],
      followLog: true,
      history: historyOfTomorrow,
    });
    try {
      await expect.poll(attempts, wait).toEqual(once.attempts);
      await expect
        .poll(
          async () =>
            (await t.app.services.pool.query(`select student_code from base.makeup_candidate where sheet_id = 'TC1.1'`))
              .rows,
          wait,
        )
        .toEqual([{ student_code: 'S2' }]);
    } finally {
      await app.close();
    }
    expect(await types(sheet)).toEqual(once.sheet);
    expect(await parked()).toEqual([]);
    // The next one begins at the beginning again, and finds everything done.
    await t.app.services.pool.query('delete from commands.policy_checkpoint');
  }
});
