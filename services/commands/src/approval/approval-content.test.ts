import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adjustCourse } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { isFor } from '../kernel/policy-runtime.ts';
import { infoCheck } from '@jwxt/contracts/approval/info-check.events.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadClass, loadScoreSchool, people } from '../testing/score-school.ts';
import { openApplication } from './approval.policy.ts';
import { settleAdjustCourse } from './adjust-course-effect.ts';
import { settleInfoCheck } from '../student-status/check/info-check-effect.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ allowBackdated: true, followLog: false });
  await loadScoreSchool(t);
  await t.accept('reference.load', { resource: 'userRole', rows: [{ userName: 'clerk1', jsbh: '03' }] });
  await t.accept('reference.load', {
    resource: 'dataDict',
    rows: [
      ['1', '男', '1'],
      ['2', '女', '1'],
      ['9', '未说明', '0'],
    ].map(([dm, mc, sfqy], pxh) => ({ dmlb: 'XTGL_XB', dm, mc, pxh, sfqy })),
  });
  await t.accept('reference.load', {
    resource: 'classSchedule',
    rows: [
      {
        scheduleId: 'M1',
        teachingClassId: 'TC1',
        semesterId: '2026-2027-1',
        weeks: '1-16',
        weekday: 1,
        period: '1-2',
        room: 'A1',
        gh: 'T1',
      },
    ],
  });
  await t.accept('reference.load', {
    resource: 'building',
    rows: [{ jxlh: 'A', ywbm: 'A', jxlmc: '教学楼', xqdm: '1' }],
  });
  await t.accept('reference.load', {
    resource: 'classroom',
    rows: [{ jsh: 'R2', ywbm: 'A2', jsmc: 'A2', xqdm: '1', jxlh: 'A', jslxm: '1', zws: 60, yxzws: 60, kszws: 30 }],
  });
});
afterAll(() => t.stop());

const types = async (stream: string): Promise<string[]> => (await t.stream(stream)).map(({ event }) => event.type);
const decide = async (applyId: string, revision: number, actor: (typeof people)['dean'], approvalStatus = '0') =>
  (
    await t.accept<{ revision: number }>(
      'application.decide',
      { applyId, revision, approvalStatus, approvalOpinion: approvalStatus === '0' ? '同意' : '材料不符' },
      { actor },
    )
  ).revision;

/** Delivers every event of the streams twice more to every policy that reacts to it. */
async function deliverAgain(streams: readonly string[]): Promise<void> {
  for (const stream of streams) {
    for (const event of await t.stream(stream)) {
      for (const policy of [openApplication, settleAdjustCourse, settleInfoCheck].filter((one) => isFor(one, event))) {
        await policy.react(event, t.app.services);
        await policy.react(event, t.app.services);
      }
    }
  }
}

// APPROVAL-47
it('an adjustment that passed stands beside the schedule once, however often its events are delivered', async () => {
  const { applyId } = await t.accept<{ applyId: string }>(
    'adjustCourse.apply',
    {
      scheduleId: 'M1',
      week: 3,
      adjustType: '1',
      after: { week: 4, weekday: 5, period: '3-4', jsh: 'R2' },
      reason: '开会',
    },
    { actor: people.teacher1, at: '2026-09-09T02:00:00.000Z' },
  );
  await decide(applyId, await decide(applyId, 0, people.dean), people.registrar);
  const streams = [adjustCourse.streamOf(applyId), applicationStream(applyId)];
  const before = await Promise.all(streams.map(types));
  expect(before).toEqual([
    ['AdjustCourseRequested', 'AdjustCourseEffected'],
    ['ApplicationSubmitted', 'NodePassed', 'NodePassed', 'ApplicationPassed'],
  ]);
  await deliverAgain(streams);
  expect(await Promise.all(streams.map(types))).toEqual(before);
  const { rows } = await t.app.services.pool.query(
    `select (select count(*)::int from base.class_schedule_change) as changes,
        (select count(*)::int from base.operation_log where resource = 'classScheduleChange') as logged`,
  );
  expect(rows).toEqual([{ changes: 1, logged: 1 }]);
});

// However often either is carried out.
it('of two adjustments for one room decided at once, one takes effect and one is told what was taken', async () => {
  await loadClass(t, 'TC2', ['S3']);
  await t.accept('reference.load', {
    resource: 'classSchedule',
    rows: [
      {
        scheduleId: 'M2',
        teachingClassId: 'TC2',
        semesterId: '2026-2027-1',
        weeks: '1-16',
        weekday: 2,
        period: '1-2',
        room: 'A1',
        gh: 'T2',
      },
    ],
  });
  // Neither policy has run when both are decided, as when two services decide at once.
  const deciding = t.another({ policies: [openApplication] });
  const wanted = { week: 6, adjustType: '1', after: { week: 7, weekday: 5, period: '3-4', jsh: 'R2' }, reason: '开会' };
  const passed: string[] = [];
  try {
    for (const [scheduleId, actor] of [
      ['M1', people.teacher1],
      ['M2', people.teacher2],
    ] as const) {
      const { applyId } = await t.accept<{ applyId: string }>(
        'adjustCourse.apply',
        { scheduleId, ...wanted },
        { actor, at: '2026-09-09T02:00:00.000Z' },
      );
      const first = await decide(applyId, 0, people.dean);
      expect(
        await t.send(
          'application.decide',
          { applyId, revision: first, approvalStatus: '0', approvalOpinion: '同意' },
          { actor: people.registrar },
          deciding,
        ),
      ).toMatchObject({ status: 'accepted' });
      passed.push(applyId);
    }
  } finally {
    await deciding.close();
  }
  const ends = await Promise.all(passed.map(async (applyId) => (await t.stream(applicationStream(applyId))).at(-1)!));
  const carryOut = () => Promise.all(ends.map((end) => settleAdjustCourse.react(end, t.app.services)));
  await carryOut();
  const told = () =>
    Promise.all(passed.map(async (applyId) => (await t.stream(adjustCourse.streamOf(applyId))).at(-1)!.event));
  const outcome = await told();
  expect(outcome.map(({ type }) => type).toSorted()).toEqual(['AdjustCourseClashed', 'AdjustCourseEffected']);
  expect(outcome.find(({ type }) => type === 'AdjustCourseClashed')?.data).toMatchObject({ with: ['room'] });
  await carryOut();
  expect(await told()).toEqual(outcome);
  expect(
    (await t.app.services.pool.query(`select count(*)::int as n from base.class_schedule_change where after_week = 7`))
      .rows,
  ).toEqual([{ n: 1 }]);
  // One holds its meeting and two lessons of room, teacher and class; the other holds nothing.
  expect(
    (
      await t.app.services.pool.query(
        `select holder, count(*)::int as n from base.claim where thing ~ ':7:5:' or (kind, unit) = ('meeting', 6)
          group by 1`,
      )
    ).rows,
  ).toHaveLength(1);
});

it('a student has one open check: one of many sent at once to two services; when it ends the next may be', async () => {
  const payload = (value: string) => ({
    studentId: 'S1',
    changes: [{ updateFieldCode: 'namePinyin', updateFieldValue: value, updateInfo: '更正' }],
  });
  const beside = t.another();
  try {
    const ids = Array.from({ length: 24 }, () => randomUUID());
    const outcomes = await Promise.all(
      ids.map((commandId, index) =>
        t.send(
          'infoCheck.apply',
          payload(`pinyin${index}`),
          { actor: people.office, commandId },
          index % 2 === 0 ? t.app : beside,
        ),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'accepted')).toHaveLength(1);
    expect(
      outcomes.filter((outcome) => outcome.status === 'refused' && outcome.code === 'INFO_CHECK_OPEN'),
    ).toHaveLength(23);
    const first = outcomes.findIndex(({ status }) => status === 'accepted');
    const { applyId } = (outcomes[first] as { result: { applyId: string } }).result;
    await decide(applyId, 0, people.clerk, '1');
    const next = await t.accept<{ applyId: string }>('infoCheck.apply', payload('another'), { actor: people.office });
    expect(next.applyId).not.toBe(applyId);
    // Sent again, each finds what became of it.
    expect(
      await t.send(
        'infoCheck.apply',
        payload(`pinyin${first}`),
        { actor: people.office, commandId: ids[first]! },
        beside,
      ),
    ).toMatchObject({ status: 'accepted', result: { applyId } });
  } finally {
    await beside.close();
  }
});

it('a code that its dictionary does not have, or no longer uses, is refused at its field', async () => {
  const commandId = randomUUID();
  const apply = (code: string, more: { commandId?: string } = {}) =>
    t.send(
      'infoCheck.apply',
      {
        studentId: 'S2',
        changes: [
          { updateFieldCode: 'namePinyin', updateFieldValue: 'ZZ', updateInfo: '更正' },
          { updateFieldCode: 'sexCode', updateFieldValue: code, updateInfo: '更正' },
        ],
      },
      { actor: people.office, ...more },
    );
  for (const code of ['ZZZZZZZZZZZZZZZZ', '9', '男']) {
    expect(await apply(code), code).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'changes.1.updateFieldValue', message: '该选项不存在或已停用，请重新选择' }],
    });
  }
  const accepted = await apply('2', { commandId });
  expect(accepted).toMatchObject({ status: 'accepted' });
  // Sent again after the code was taken out of use, it is still what was accepted.
  await t.app.services.pool.query(`update base.data_dict set sfqy = '0' where dmlb = 'XTGL_XB' and dm = '2'`);
  expect(await apply('2', { commandId })).toMatchObject({
    status: 'accepted',
    result: accepted.status === 'accepted' ? accepted.result : null,
  });
  await t.app.services.pool.query(`update base.data_dict set sfqy = '1' where dmlb = 'XTGL_XB' and dm = '2'`);
});

it('APPROVAL-88: of a check the rows in effect are written once; one that did not pass writes nothing', async () => {
  const apply = async () =>
    (
      await t.accept<{ applyId: string }>(
        'infoCheck.apply',
        {
          studentId: 'S9',
          changes: [
            { updateFieldCode: 'namePinyin', updateFieldValue: 'xuesheng', updateInfo: '更正' },
            { updateFieldCode: 'sexCode', updateFieldValue: '2', updateInfo: '更正' },
          ],
        },
        { actor: people.office },
      )
    ).applyId;
  const student = async () =>
    (await t.app.services.pool.query('select xmpy, xbm from base.student where student_code = $1', ['S9']))
      .rows[0] as unknown;
  const refused = await apply();
  await decide(refused, 0, people.clerk, '1');
  expect(await types(infoCheck.streamOf(refused))).toEqual(['InfoCheckRequested', 'InfoCheckClosed']);
  expect(await student()).toEqual({ xmpy: null, xbm: '1' });

  const applyId = await apply();
  await t.accept('infoCheck.toggle', { id: `${applyId}:sexCode` }, { actor: people.clerk });
  await decide(applyId, await decide(applyId, 0, people.clerk), people.registrar);
  expect(await student()).toEqual({ xmpy: 'xuesheng', xbm: '1' });
  const streams = [infoCheck.streamOf(applyId), applicationStream(applyId)];
  const before = await Promise.all(streams.map(types));
  await t.app.services.pool.query(`update base.student set xmpy = 'later' where student_code = 'S9'`);
  await deliverAgain(streams);
  expect(await Promise.all(streams.map(types))).toEqual(before);
  // What was changed since is not overwritten.
  expect(await student()).toEqual({ xmpy: 'later', xbm: '1' });
});
