import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { infoCheck } from '@jwxt/contracts/approval/info-check.events.ts';
import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { checkFileId, INFO_CHECK_FILES } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { CHECKED_FIELDS_DICTIONARY } from '@jwxt/contracts/student-status/check/checked-fields.ts';
import type { CommandsApp } from '../../app.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { asStudent } from '../../testing/grade-exam-samples.ts';
import { loadScoreSchool, people } from '../../testing/score-school.ts';

const student = asStudent('S1');
const staff = { actor: people.office };
let t: TestApp;
let second: CommandsApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  await t.accept('reference.load', { resource: 'userRole', rows: [{ userName: 'clerk1', jsbh: '03' }] });
  await t.accept('reference.load', {
    resource: 'dataDict',
    rows: [{ dmlb: CHECKED_FIELDS_DICTIONARY, dm: 'email', mc: '邮箱', pxh: 1, sfqy: '1' }],
  });
  const day = (count: number): string => toDateTimeText(new Date(Date.now() + count * 86_400_000));
  const values = { checkName: '核对', beginTime: day(-1), endTime: day(1), grades: [], departmentIds: [], sfqy: '1' };
  await t.accept('infoCheckTime.create', { values: { ...values, editableFields: ['email'], mustFile: [] } }, staff);
  second = t.another();
});
afterAll(async () => {
  await second.close();
  await t.stop();
});

const form = (email: string, studentId = 'S1') => ({
  studentId,
  changes: [{ updateFieldCode: 'email', updateFieldValue: `${email}@b.cn`, updateInfo: '更正' }],
});
const statusOf = async (applyId: string) =>
  (await t.app.services.handler.read(infoCheck.streamOf(applyId), infoCheck.streams)).state.status;
/** Takes a check back, until it may be sent again. */
async function recall(applyId: string, by: typeof staff): Promise<void> {
  await t.accept('application.recall', { applyId }, by);
  await expect.poll(async () => mayOpenAgain(await statusOf(applyId))).toBe(true);
}
type Applied = { applyId: string };

// STUDENT-STATUS-21
it('of a check that is sent again and one that is begun at once, at two services, one is open', async () => {
  const known = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const { applyId: back } = await t.accept<Applied>('infoCheck.apply', form(`first${String(round)}`), student);
    known.add(back);
    await recall(back, student);
    const sent = [
      () => t.send('infoCheck.apply', form(`again${String(round)}`), student),
      () => t.send('infoCheck.apply', form(`anew${String(round)}`), staff, second),
    ];
    // Whichever comes first to the store.
    const outcomes = await Promise.all((round % 2 === 0 ? sent : sent.toReversed()).map((send) => send()));
    const accepted = outcomes.flatMap((one) => (one.status === 'accepted' ? [(one.result as Applied).applyId] : []));
    for (const applyId of accepted) known.add(applyId);
    const open: string[] = [];
    for (const applyId of known) if ((await statusOf(applyId)) === 'requested') open.push(applyId);
    expect([open, outcomes.filter(({ status }) => status === 'refused')], `round ${String(round)}`).toEqual([
      accepted,
      [expect.objectContaining({ code: 'INFO_CHECK_OPEN' })],
    ]);
    expect(open).toHaveLength(1);
    const [winner = ''] = open;
    await recall(winner, outcomes[round % 2]?.status === 'accepted' ? student : staff);
  }
});

it('who comes back to a check that was replaced is told since when the other is open; it never goes on', async () => {
  const other = asStudent('S2');
  const fileId = checkFileId('S2', randomUUID());
  const proof = { name: '证明.txt', fileSize: 3, businessTable: INFO_CHECK_FILES, businessId: fileId };
  const stored = { relationalId: randomUUID(), fileUid: randomUUID(), fileType: 'txt', digest: 'a'.repeat(64) };
  await t.accept('file.record', { ...proof, ...stored }, other);
  const { applyId: back } = await t.accept<Applied>('infoCheck.apply', { ...form('own', 'S2'), fileId }, other);
  await recall(back, other);
  const { applyId } = await t.accept<Applied>('infoCheck.apply', form('theirs', 'S2'), staff);
  expect((await t.stream(infoCheck.streamOf(back))).at(-1)?.event).toEqual({
    type: 'InfoCheckReplaced',
    data: { applyId: back, byApplyId: applyId },
  });
  const [opened] = await t.stream(infoCheck.streamOf(applyId));
  expect(await t.send('infoCheck.apply', form('own', 'S2'), other)).toMatchObject({
    code: 'INFO_CHECK_OPEN',
    message: expect.stringContaining(toDateTimeText(opened!.metadata.time)) as string,
  });
  await recall(applyId, staff);
  const next = await t.accept<Applied>('infoCheck.apply', form('own', 'S2'), other);
  expect([back, applyId]).not.toContain(next.applyId);
  expect(await Promise.all([back, applyId, next.applyId].map(statusOf))).toEqual(['replaced', 'replaced', 'requested']);
  // What it was to be proven by is the applicant's again.
  const more = { ...proof, relationalId: randomUUID(), underWay: [] };
  expect(await t.send('file.mayAttach', more, other)).toMatchObject({ status: 'accepted' });
});
