import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { studentApplication } from '@jwxt/contracts/student-application/student-application.events.ts';
import type { CommandsApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';

const SEMESTERS = ['2026-2027-1', '2026-2027-2'] as const;
const clerk = { actor: people.clerk };
let t: TestApp;
let second: CommandsApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  await t.accept('reference.load', { resource: 'userRole', rows: [{ userName: 'clerk1', jsbh: '03' }] });
  await t.accept('reference.load', {
    resource: 'semester',
    rows: [
      {
        xnxq: SEMESTERS[1],
        xnzj: '2026-2027',
        xqm: '2',
        xnxqmc: '2026-2027学年第二学期',
        ksrq: '2027-03-01',
        jsrq: '2027-07-15',
        zs: 19,
        sfdqxq: '0',
      },
    ],
  });
  second = t.another();
});
afterAll(async () => {
  await second.close();
  await t.stop();
});

/** An application for an exchange in a semester, which is its subject. */
const exchange = (studentId: string, semester: (typeof SEMESTERS)[number], applyId: string = randomUUID()) => ({
  applyId,
  studentId,
  form: {
    partnerSchool: '南山大学',
    projectName: null,
    projectCategoryId: null,
    beginSemesterId: semester,
    endSemesterId: semester,
    studyPlan: [],
    budget: [],
  },
});
const statusOf = async (applyId: string) =>
  (await t.app.services.handler.read(studentApplication.streamOf(applyId), studentApplication.streams)).state.status;
async function recall(applyId: string): Promise<void> {
  await t.accept('application.recall', { applyId }, clerk);
  await expect.poll(async () => mayOpenAgain(await statusOf(applyId))).toBe(true);
}

it('of an application that is sent again and another for the same at once, at two services, one is open', async () => {
  let back = exchange('S1', SEMESTERS[0]);
  await t.accept('exchangeStudentApply.apply', back, clerk);
  for (let round = 0; round < 12; round += 1) {
    await recall(back.applyId);
    const other = exchange('S1', SEMESTERS[0]);
    const outcomes = await Promise.all([
      t.send('exchangeStudentApply.apply', other, clerk, second),
      t.send('exchangeStudentApply.apply', back, clerk),
    ]);
    const both = [other, back];
    const open: number[] = [];
    for (const [index, { applyId }] of both.entries()) if ((await statusOf(applyId)) === 'requested') open.push(index);
    expect(open, `round ${String(round)}`).toHaveLength(1);
    expect(outcomes.map((one) => (one.status === 'refused' ? one.code : open[0]))).toEqual(
      both.map((_one, index) => (index === open[0] ? index : 'STUDENT_APPLICATION_OPEN')),
    );
    back = both[open[0]!]!;
  }
});

it('what is sent again for something else leaves to others what it was for', async () => {
  const back = exchange('S2', SEMESTERS[0]);
  await t.accept('exchangeStudentApply.apply', back, clerk);
  await recall(back.applyId);
  await t.accept('exchangeStudentApply.apply', exchange('S2', SEMESTERS[1], back.applyId), clerk);
  expect(await t.send('exchangeStudentApply.apply', exchange('S2', SEMESTERS[1]), clerk)).toMatchObject({
    code: 'STUDENT_APPLICATION_OPEN',
  });
  await t.accept('exchangeStudentApply.apply', exchange('S2', SEMESTERS[0]), clerk);
});
