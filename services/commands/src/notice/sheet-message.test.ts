import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelSchema, readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { scoreTypeNames } from '@jwxt/contracts/score/score.vocabulary.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { isFor } from '../kernel/policy-runtime.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { loadScoreSchool, people } from '../testing/score-school.ts';
import { tellOfOpenings, tellOfOpenScores } from './score-opening.ts';
import { tellTeachersOfSheets } from './sheet-message.policy.ts';
import { remindOfWindows, startWindowReminders } from './window-reminders.ts';

const sheetTable = readModelTable(scoreSheetModel, 'sheet');

const { teacher1, office, dean } = people;
const key = { teachingClassId: 'TC1', scoreType: '1' };
const hourMs = 3_600_000;
let t: TestApp;
let clock = new Date();

beforeAll(async () => {
  t = await startTestApp({ now: () => clock });
  await loadScoreSchool(t);
  for (const [userName, gh] of [
    ['teacher1', 'T1'],
    ['teacher2', 'T2'],
  ])
    await query('update base.user_account set gh = $2 where user_name = $1', [userName, gh]);
  await as(office, 'scoreSheet.initialise', key);
});
afterAll(() => t.stop());
beforeEach(() => query('delete from base.system_message_entity'));

const query = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<R>(sql, values)).rows;
const as = <R>(actor: Actor, name: string, payload: object): Promise<R> => t.accept<R>(name, payload, { actor });
const settings = (change: object) =>
  as(office, 'scoreSheet.changeSettings', { ...key, capacity: 'office', reason: '教师住院', ...change });
/** What each person was told: account, title, page. */
const told = () =>
  query<{ user_name: string; title: string; content: string; link: string }>(
    `select audience.user_name, message.title, message.content, message.link from base.system_message_entity message
      join base.system_message_audience audience using (system_message_entity_id)
        order by message.title, audience.user_name`,
  );
const titles = async () => (await told()).map(({ user_name: user, title }) => [user, title]);

describe('teachers are told of what the office does with their sheet', () => {
  it('a longer entry time: all who may type, once however often the event comes, linking to the sheet', async () => {
    clock = new Date();
    await settings({
      window: { begin: '2020-01-01T00:00:00.000Z', end: new Date(clock.getTime() + hourMs).toISOString() },
    });
    await query('delete from base.system_message_entity');
    await settings({ extendTo: new Date(clock.getTime() + 2 * hourMs).toISOString() });
    const messages = await told();
    expect(messages).toMatchObject([
      { user_name: 'teacher1', title: '成绩录入时间已延长', link: '/jwxt/gly/scoreManage/entry/TC1/1' },
      { user_name: 'teacher2', title: '成绩录入时间已延长' },
    ]);
    expect(messages[0]?.content).toMatch(/^“高等数学-TC1”的成绩录入时间改为 .+，原因：教师住院。$/);
    for (const stored of await t.stream(sheetStream('TC1', '1')))
      if (isFor(tellTeachersOfSheets, stored)) await tellTeachersOfSheets.react(stored, t.app.services);
    expect((await told()).filter(({ title }) => title === '成绩录入时间已延长')).toHaveLength(2);
  });

  it('another person to type: the one named, and those who did until now', async () => {
    await settings({ teacherCode: 'T2' });
    expect(await titles()).toEqual([
      ['teacher1', '成绩录入教师已变更'],
      ['teacher2', '请您录入成绩'],
    ]);
    await query('delete from base.system_message_entity');
    await settings({ extendTo: new Date(clock.getTime() + 3 * hourMs).toISOString() });
    expect(await titles()).toEqual([['teacher2', '成绩录入时间已延长']]);
    await query('delete from base.system_message_entity');
    await settings({ teacherCode: '' });
    expect(await titles()).toEqual([
      ['teacher2', '成绩录入教师已变更'],
      ['teacher1', '请您录入成绩'],
      ['teacher2', '请您录入成绩'],
    ]);
  });

  it('typed for them: once a day, whoever of them types himself tells nobody', async () => {
    const typed = (actor: Actor, ps: string, revision: number, reason?: string) =>
      as(actor, 'scoreSheet.save', { ...key, rows: [{ studentCode: 'S1', items: { ps }, revision }], reason });
    const { length } = await t.stream(sheetStream('TC1', '1'));
    await typed(office, '60', length - 1, '教师委托');
    await typed(office, '61', length, '教师委托');
    expect(await titles()).toEqual([
      ['teacher1', '成绩已被代为录入'],
      ['teacher2', '成绩已被代为录入'],
    ]);
    expect((await told())[0]?.content).toBe(
      `${office.name}代为录入“高等数学-TC1”的成绩，原因：教师委托。请打开成绩单核对。`,
    );
    await query('delete from base.system_message_entity');
    await typed(teacher1, '80', length + 1);
    expect((await titles()).filter(([, title]) => title === '成绩已被代为录入')).toEqual([]);
    await query('delete from base.system_message_entity');
  });

  it('handed in for them, and sent back: the teachers hear what the applicant, who is the office, hears', async () => {
    await as(teacher1, 'scoreSheet.save', {
      ...key,
      rows: ['S1', 'S2', 'S3'].map((studentCode) => ({ studentCode, items: { ps: '80', qm: '85' }, revision: 0 })),
    });
    clock = new Date(clock.getTime() + 4 * hourMs);
    const { applyId } = await as<{ applyId: string }>(office, 'scoreSheet.forceSubmit', { ...key, reason: '教师离职' });
    expect(await titles()).toEqual([
      ['teacher1', '成绩已被代为送审'],
      ['teacher2', '成绩已被代为送审'],
    ]);
    await query('delete from base.system_message_entity');
    await as(dean, 'application.decide', {
      applyId,
      revision: 0,
      approvalStatus: '2',
      approvalOpinion: '请核对',
      backNode: '0',
    });
    const sent = await told();
    expect(
      sent.filter(({ title }) => title === '成绩已被退回').map(({ user_name: user, content }) => [user, content]),
    ).toEqual(
      ['teacher1', 'teacher2'].map((user) => [
        user,
        '院系审核退回了“高等数学-TC1”的成绩，意见：请核对。请在录入时间内修改后重新送审。',
      ]),
    );
    expect(sent.filter(({ user_name: user }) => user === 'office1')).toHaveLength(1);
  });

  it('taken back by the office, submitted or published', async () => {
    await settings({ extendTo: new Date(clock.getTime() + hourMs).toISOString() });
    const rollBack = async () => {
      const { applyId } = await as<{ applyId: string }>(teacher1, 'scoreSheet.submit', {
        ...key,
        revision: (await t.stream(sheetStream('TC1', '1'))).length - 1,
      });
      await query('delete from base.system_message_entity');
      return applyId;
    };
    await as(office, 'application.cancel', { applyId: await rollBack(), reason: '评分标准调整' });
    expect(
      (await told()).find(({ user_name: user, title }) => user === 'teacher2' && title === '成绩已被退回')?.content,
    ).toBe('教务处终审退回了“高等数学-TC1”送审中的成绩，原因：评分标准调整。请在录入时间内修改后重新送审。');
    const applyId = await rollBack();
    const seen = (await t.stream(applicationStream(applyId))).length - 1;
    await as(dean, 'application.decide', { applyId, revision: seen, approvalStatus: '0', approvalOpinion: '同意' });
    await query('delete from base.system_message_entity');
    await as(office, 'scoreSheet.rollback', { ...key, reason: '登分错误' });
    expect(await titles()).toEqual([
      ['teacher1', '已发布的成绩被撤回'],
      ['teacher2', '已发布的成绩被撤回'],
    ]);
  });
});

describe('before the entry window ends', () => {
  const end = new Date('2026-11-30T14:00:00.000Z');
  const at = (hoursBefore: number) => new Date(end.getTime() - hoursBefore * hourMs);
  beforeAll(async () => {
    // The columns of the read model that are asked for.
    await query(`create schema ${readModelSchema(scoreSheetModel.name)}`);
    await query(
      `create table ${sheetTable} (teaching_class_id text, score_type text, course_name text,
          teaching_class_name text, import_teacher_gh text, sheet_status text, window_begin timestamptz,
          window_end timestamptz)`,
    );
    const add = (id: string, name: string, importer: string | null, status: string) =>
      query(`insert into ${sheetTable} values ($1, '1', '高等数学', $2, $3, $4, '2026-11-01', $5)`, [
        id,
        name,
        importer,
        status,
        end,
      ]);
    await add('TC1', '1班', null, '2');
    await add('TC2', '2班', 'T1', '1');
    await add('TC3', '3班', 'T1', '3');
  });

  it('whoever types is reminded three days and one day before, once each, of what is not handed in', async () => {
    const { pool } = t.app.services;
    expect(await remindOfWindows(pool, at(80))).toBe(0);
    expect(await remindOfWindows(pool, at(70))).toBe(2);
    expect(await remindOfWindows(pool, at(60))).toBe(0);
    expect(await told()).toMatchObject([
      {
        user_name: 'teacher1',
        title: '成绩录入将在 3 天内截止',
        link: '/jwxt/gly/scoreManage/entry',
        content:
          '您还有 2 个教学班的成绩没有送审：“高等数学 1班”、“高等数学 2班”。录入将于 2026-11-30 22:00:00 截止，' +
          '请及时录入并送审。',
      },
      {
        user_name: 'teacher2',
        link: '/jwxt/gly/scoreManage/entry/TC1/1',
        content: expect.stringContaining('您还有 1 个教学班') as unknown,
      },
    ]);
    await query('delete from base.system_message_entity');
    expect(await remindOfWindows(pool, at(20))).toBe(2);
    expect(await titles()).toEqual([
      ['teacher1', '成绩录入将在 20 小时内截止'],
      ['teacher2', '成绩录入将在 20 小时内截止'],
    ]);
    expect(await remindOfWindows(pool, at(0))).toBe(0);
  });

  it('early in an upgrade it waits silently for this version’s read model; what else goes wrong is said', async () => {
    const lines: string[] = [];
    const logger = createLogger('commands', { destination: { write: (line: string) => void lines.push(line) } });
    const look = () => startWindowReminders(t.app.services.pool, logger, () => at(70)).close();
    await query(`alter table ${sheetTable} rename import_teacher_gh to former_name`);
    await look();
    expect(lines).toEqual([]);
    await query(`alter table ${sheetTable} rename former_name to import_teacher_gh`);
    await look();
    expect(await titles()).toEqual([
      ['teacher1', '成绩录入将在 3 天内截止'],
      ['teacher2', '成绩录入将在 3 天内截止'],
    ]);
    await query(`alter table ${sheetTable} alter window_end type text`);
    await look();
    expect(lines.filter((line) => line.includes('成绩录入截止提醒未完成'))).toHaveLength(1);
  });
});

describe('students are told that scores are open to them', () => {
  const attempts = readModelTable(attemptModel, 'attempt');
  const day = 24 * hourMs;
  const semesterId = '2026-2027-1';
  const around = (ms: number): string => toDateTimeText(new Date(Date.now() + ms));
  const values = {
    semesterId,
    scoreType: '1',
    beginTime: around(-hourMs),
    endTime: null,
    grades: [],
    departmentId: null,
    needEvaluate: '0',
    showItems: '0',
    sfqy: '1',
  };
  const open = (change: object = {}) =>
    as<{ key: string }>(office, 'scoreQueryControl.create', { values: { ...values, ...change } });
  const tellAll = () => tellOfOpenings(t.app.services.pool);
  const score = (student: string, type: string | null = '1') =>
    query(`insert into ${attempts} values ($1, $2, $3)`, [student, semesterId, type]);
  beforeAll(async () => {
    // The columns of the read model that are asked for.
    await query(`create schema ${readModelSchema(attemptModel.name)}`);
    await query(`create table ${attempts} (student_code text, semester_id text, score_type text)`);
    for (const studentCode of ['S1', 'S2', 'S3', 'S4'])
      await query(
        `insert into base.user_account (user_name, name, kind, password_hash, student_code)
          values ($1, $1, 'student', '', $1)`,
        [studentCode],
      );
    const load = (resource: string, rows: object[]) => t.accept('reference.load', { resource, rows });
    await load(
      'dataDict',
      Object.entries(scoreTypeNames).map(([dm, mc]) => ({ dmlb: 'CJ_KSLX', dm, mc, pxh: Number(dm) })),
    );
    await load('grade', [{ njdm: '2025', njmc: '2025级', sfzx: '1' }]);
    await score('S1');
    await score('S1');
    await score('S2', null);
    await score('S3', '2');
  });
  beforeEach(() => query('delete from base.score_query_control'));

  it('SCORE-MORE-40: who has such scores is told, once an opening; who gets one later, then', async () => {
    const { key: row } = await open({ endTime: around(day) });
    expect(await tellAll()).toBe(2);
    expect(await tellAll()).toBe(0);
    expect(await told()).toMatchObject(
      ['S1', 'S2'].map((user) => ({
        user_name: user,
        title: '成绩已开放查询',
        link: '/jwxt/xs',
        content: expect.stringMatching(
          /学期正考成绩已开放查询，至 .{16} 止。请在个人主页“我的成绩”中查看。$/,
        ) as unknown,
      })),
    );
    // Published while it is open.
    const recorded = (studentCode: string) =>
      tellOfOpenScores.react(
        {
          event: { type: 'AttemptRecorded', data: { studentCode, semesterId, scoreType: '1' } },
          metadata: { time: new Date().toISOString() },
        } as StoredEvent,
        t.app.services,
      );
    for (const student of ['S1', 'S4', 'S4']) await recorded(student);
    expect((await told()).map((message) => message.user_name)).toEqual(['S1', 'S2', 'S4']);
    // Opened anew at another time.
    await query(`update base.score_query_control set begin_time = now() where query_control_id = $1`, [row]);
    expect(await tellAll()).toBe(2);
  });

  it('SCORE-MORE-40: nobody of what is not open, nor of what was open long before or is for others', async () => {
    await open({ beginTime: around(day) });
    await open({ scoreType: '2', sfqy: '0' });
    await open({ scoreType: '4', grades: ['2025'] });
    expect(await tellAll()).toBe(0);
    // A row that came with the installation; the office writes it anew.
    const loaded = {
      queryControlId: 'Q',
      semesterId,
      scoreType: '2',
      beginTime: new Date(Date.now() - 9 * day).toISOString(),
    };
    await t.accept('reference.load', { resource: 'scoreQueryControl', rows: [loaded] });
    expect(await tellAll()).toBe(0);
    const [{ version }] = (await query<{ version: string }>(
      `select xmin::text as version from base.score_query_control where query_control_id = 'Q'`,
    )) as [{ version: string }];
    await as(office, 'scoreQueryControl.update', {
      key: 'Q',
      version,
      values: { ...values, scoreType: '2', beginTime: around(-9 * day), needEvaluate: '1' },
    });
    expect(await tellAll()).toBe(1);
    expect(await told()).toMatchObject([
      { user_name: 'S3', content: expect.stringContaining('须先完成该学期的评教。') as unknown },
    ]);
  });
});
