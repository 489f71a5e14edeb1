import { afterAll, beforeAll, expect, it } from 'vitest';
import { adjustCourseStream } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { infoCheckStream } from '@jwxt/contracts/approval/info-check.events.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
import { openApplication } from './approval.policy.ts';
import { contentPolicies } from './content.policy.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  await t.accept('reference.load', { resource: 'userRole', rows: [{ userName: 'clerk1', jsbh: '03' }] });
  await t.accept('reference.load', { resource: 'classSchedule', rows: [{ scheduleId: 'M1', teachingClassId: 'TC1', semesterId: '2026-2027-1', firstWeek: 1, lastWeek: 16, weekday: 1, period: '1-2', room: 'A1', gh: 'T1' }] });
});
afterAll(() => t.stop());

const types = async (stream: string): Promise<string[]> => (await t.stream(stream)).map(({ event }) => event.type);
const decide = async (applyId: string, revision: number, actor: (typeof people)['dean'], approvalStatus = '0') =>
  (await t.accept<{ revision: number }>('application.decide', { applyId, revision, approvalStatus, approvalOpinion: '同意' }, { actor })).revision;

/** Delivers every event of the streams twice more to every policy that reacts to it. */
async function deliverAgain(streams: readonly string[]): Promise<void> {
  for (const stream of streams) {
    for (const event of await t.stream(stream)) {
      for (const policy of [openApplication, ...contentPolicies].filter((one) => one.types.includes(event.event.type))) {
        await policy.react(event, t.app.services);
        await policy.react(event, t.app.services);
      }
    }
  }
}

it('APPROVAL-47: an adjustment that passed stands beside the schedule once, however often its events are delivered', async () => {
  const { applyId } = await t.accept<{ applyId: string }>('adjustCourse.apply', {
    scheduleId: 'M1', week: 3, adjustType: '1', after: { week: 4, weekday: 5, period: '3-4', room: 'A2' }, reason: '开会',
  }, { actor: people.teacher1 });
  await decide(applyId, await decide(applyId, 0, people.dean), people.registrar);
  const streams = [adjustCourseStream(applyId), applicationStream(applyId)];
  const before = await Promise.all(streams.map(types));
  expect(before).toEqual([['AdjustCourseRequested', 'AdjustCourseEffected'], ['ApplicationSubmitted', 'NodePassed', 'NodePassed', 'ApplicationPassed']]);
  await deliverAgain(streams);
  expect(await Promise.all(streams.map(types))).toEqual(before);
  const { rows } = await t.app.services.pool.query(`select (select count(*)::int from base.class_schedule_change) as changes, (select count(*)::int from base.operation_log where resource = 'classScheduleChange') as logged`);
  expect(rows).toEqual([{ changes: 1, logged: 1 }]);
});

it('APPROVAL-88: of a check the rows in effect are written once; one that did not pass writes nothing', async () => {
  const apply = async () => (await t.accept<{ applyId: string }>('infoCheck.apply', {
    studentId: 'S9', changes: [{ updateFieldCode: 'xmpy', updateFieldValue: 'xuesheng', updateInfo: '更正' }, { updateFieldCode: 'xbm', updateFieldValue: '2', updateInfo: '更正' }],
  }, { actor: people.office })).applyId;
  const student = async () => (await t.app.services.pool.query('select xmpy, xbm from base.student where student_code = $1', ['S9'])).rows[0] as unknown;
  const refused = await apply();
  await decide(refused, 0, people.clerk, '1');
  expect(await types(infoCheckStream(refused))).toEqual(['InfoCheckRequested', 'InfoCheckClosed']);
  expect(await student()).toEqual({ xmpy: null, xbm: '1' });

  const applyId = await apply();
  await t.accept('infoCheck.toggle', { id: `${applyId}:xbm` }, { actor: people.clerk });
  await decide(applyId, await decide(applyId, 0, people.clerk), people.registrar);
  expect(await student()).toEqual({ xmpy: 'xuesheng', xbm: '1' });
  const streams = [infoCheckStream(applyId), applicationStream(applyId)];
  const before = await Promise.all(streams.map(types));
  await t.app.services.pool.query(`update base.student set xmpy = 'later' where student_code = 'S9'`);
  await deliverAgain(streams);
  expect(await Promise.all(streams.map(types))).toEqual(before);
  // What was changed since is not overwritten.
  expect(await student()).toEqual({ xmpy: 'later', xbm: '1' });
});
