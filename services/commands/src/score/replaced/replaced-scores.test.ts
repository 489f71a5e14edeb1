import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadClass, loadScoreSchool, people } from '../../testing/score-school.ts';
import { tellOfReplacedScores } from './replaced-scores.policy.ts';

const { teacher1, teacher2, office } = people;
let t: TestApp;
let classNumber = 1;
let teachingClassId = 'TC1';

beforeAll(async () => {
  t = await startTestApp();
  await loadScoreSchool(t);
  for (const [userName, gh] of [
    ['teacher1', 'T1'],
    ['teacher2', 'T2'],
  ])
    await query('update base.user_account set gh = $2 where user_name = $1', [userName, gh]);
});
afterAll(() => t.stop());
beforeEach(async () => {
  classNumber += 1;
  teachingClassId = `TC${classNumber}`;
  await loadClass(t, teachingClassId, ['S1', 'S2', 'S3']);
  await t.accept('scoreSheet.initialise', { teachingClassId, scoreType: '1' }, { actor: office });
  await query('delete from base.system_message_entity');
});

const query = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, values)).rows;
const revision = async () => (await t.stream(sheetStream(teachingClassId, '1'))).length - 1;
/** Saves what is given for S1, S2, … by somebody who has seen all that is there. */
async function save(
  actor: Actor,
  ...rows: { items?: Record<string, string | null>; scoreRemarkCode?: string }[]
): Promise<void> {
  const seen = await revision();
  await t.accept(
    'scoreSheet.save',
    {
      teachingClassId,
      scoreType: '1',
      rows: rows.map((row, index) => ({ studentCode: `S${index + 1}`, items: {}, ...row, revision: seen })),
    },
    { actor },
  );
}
const ps = (value: string | null) => ({ items: { ps: value } });
const told = () =>
  query<{ user_name: string; title: string; content: string; link: string }>(
    `select audience.user_name, message.title, message.content, message.link from base.system_message_entity message
      join base.system_message_audience audience using (system_message_entity_id) order by message.create_time`,
  );
const contents = async () => (await told()).map(({ user_name: user, content }) => [user, content]);
const readAll = () => t.accept('systemMessage.markRead', { systemMessageAudienceId: null }, { actor: teacher1 });
const about = () => `“高等数学-${teachingClassId}”`;

describe('the teacher whose score a colleague replaced', () => {
  it('is told whose, from what to what, with a link to the sheet; the colleague is not', async () => {
    await save(teacher1, ps('80'));
    await save(teacher2, ps('70'));
    expect(await told()).toEqual([
      {
        user_name: 'teacher1',
        title: '您录入的成绩已被修改',
        content: `李老师修改了您在${about()}录入的成绩：学生S1的平时成绩由 80.0 改为 70.0。`,
        link: `/jwxt/gly/scoreManage/entry/${teachingClassId}/1`,
      },
    ]);
  });

  it("is told of nothing by what was empty, by own changes, by the office's own values replaced", async () => {
    await save(teacher1, ps('80'));
    await save(teacher1, ps('81'));
    await save(teacher2, { items: { qm: '60' } });
    await t.accept(
      'scoreSheet.save',
      {
        teachingClassId,
        scoreType: '1',
        rows: [{ studentCode: 'S2', items: { ps: '50' }, revision: await revision() }],
        reason: '教师住院',
      },
      { actor: office },
    );
    await save(teacher1, ps('81'), ps('55'));
    // That the office typed for them is another message.
    expect((await told()).filter(({ title }) => title !== '成绩已被代为录入')).toEqual([]);
  });

  it('has one message for a sheet and a person while it is unread, and another after having read it', async () => {
    await save(teacher1, ps('80'), ps('81'), ps('82'));
    await save(teacher2, ps('70'));
    await save(teacher2, ps('71'), { items: { ps: null }, scoreRemarkCode: '02' });
    expect(await contents()).toEqual([
      [
        'teacher1',
        `李老师修改了您在${about()}录入的成绩：学生S1的平时成绩由 80.0 改为 71.0；学生S2的平时成绩由 81.0 改为 空。`,
      ],
    ]);
    await readAll();
    await save(teacher2, ps('71'), {}, ps('60'));
    expect(await contents()).toEqual([
      expect.anything(),
      ['teacher1', `李老师修改了您在${about()}录入的成绩：学生S3的平时成绩由 82.0 改为 60.0。`],
    ]);
  });

  it('is told the number when there are many', async () => {
    await save(teacher1, { items: { ps: '80', qm: '90' } }, { items: { ps: '81', qm: '91' } });
    await save(teacher2, { items: { ps: '70', qm: '60' } }, { items: { ps: '71', qm: '61' } });
    expect((await told())[0]?.content).toBe(
      `李老师修改了您在${about()}录入的 2 名学生的 4 项成绩，其中：学生S1的平时成绩由 80.0 改为 70.0；` +
        '学生S1的期末成绩由 90.0 改为 60.0；学生S2的平时成绩由 81.0 改为 71.0。',
    );
  });

  it('is told of a remark by its name, and of nothing that was put back unread', async () => {
    await save(teacher1, { scoreRemarkCode: '02' });
    await save(teacher2, { scoreRemarkCode: '03' });
    expect((await told())[0]?.content).toMatch(/学生S1的备注由 缺考 改为 \S+。$/);
    await save(teacher2, { scoreRemarkCode: '02' });
    expect(await told()).toEqual([]);
  });

  it('is told once, however often the events are delivered, read or unread', async () => {
    await save(teacher1, ps('80'));
    await save(teacher2, ps('70'));
    await save(teacher2, ps('72'));
    expect(await contents()).toEqual([['teacher1', expect.stringContaining('由 80.0 改为 72.0')]]);
    const deliver = async () => {
      for (const stored of await t.stream(sheetStream(teachingClassId, '1')))
        await tellOfReplacedScores.react(stored, t.app.services);
    };
    await deliver();
    expect(await contents()).toEqual([['teacher1', expect.stringContaining('由 80.0 改为 72.0')]]);
    await readAll();
    await deliver();
    expect(await told()).toHaveLength(1);
  });
});
