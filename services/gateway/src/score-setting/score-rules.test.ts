import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { printTranscript, scoreCard, transcriptPrints } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { publishScoreRulesOperation, scoreRulesEffect } from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import { scoreRulesVersion } from '@jwxt/contracts/score-setting/score-rules.resource.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import type { Browser } from '../testing/browser.ts';
import { insertReferenceRows } from '../testing/reference-rows.ts';
import { SEMESTER } from '../testing/school.data.ts';
import { startSchool, type School } from '../testing/school.ts';
import { askForEffect } from './score-rules-effect.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

/* Versions of the score rules on their page (SCORE-MORE-35): drafts, what publishing would change, publishing. */

const id = (): string => crypto.randomUUID();
const { create, detail, update, delete: remove, query } = scoreRulesVersion.operations;
let school: School;
let office: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  office = await school.browser('office1');
  await insertReferenceRows(school.pool, 'grade', [{ njdm: '2027', njmc: '2027级', sfzx: '1' }]);
  // Two results at K1, the better one first; one student of another unit with one result.
  await addAttempt('A1', 'S2026001', 'K1', 9100);
  await addAttempt('A2', 'S2026001', 'K1', 7000);
  await addAttempt('A3', 'S2026001', 'K2', 9000);
  await addAttempt('A4', 'S2026003', 'K2', 7700);
});
afterAll(() => school.stop());

/** Puts a published attempt into the read model, as the projection would. */
async function addAttempt(attempt: string, student: string, course: string, final: number): Promise<void> {
  await school.pool.query(
    `insert into ${attemptTable} (attempt_id, student_code, student_number, student_name, course_id, course_num,
        course_name, course_credit, semester_id, exam_nature, final, final_name, remark_code, passed, source,
       hierarchy_code, raw_final, rule_version, apply_id, open_department_id, department_id, bjdm, njzydm, replaces,
         recorded_at, revision)
     select $1, $2, $2, $2, course.kch, course.ywbm, course.kcmc, course.xf, $3, '01', $4::int,
       to_char($4::int / 100.0, 'FM990.00'), '00',
       $4::int >= 6000, '1', 'bfz', null, 'ZGF-60', 'P1', course.kkxy, '101', 'B101', 'M101', '{}', now(),
            (select count(*) from ${attemptTable}) from base.course where course.kch = $5`,
    [attempt, student, SEMESTER, final, course],
  );
}

const draft = {
  ruleVersion: '2027-1',
  ruleName: '最近一次有效',
  grades: [] as string[],
  studentTypes: [],
  effectiveRule: 'ZHC' as const,
  gpaRule: 'GPA40' as const,
  passMark: '60',
  makeupPoint: null,
  countFailed: '1' as const,
  judgeRounded: '0' as const,
  gpaAttributes: ['1', '2', '6', '7'],
  gpaWithoutNatures: ['08'],
  gpaBands: [],
};
const make = async (values: Partial<typeof draft> = {}) =>
  (await office.get(create, { commandId: id(), values: { ...draft, ...values } })).key;
const publish = async (key: string) =>
  await office.call(publishScoreRulesOperation, {
    commandId: id(),
    key,
    version: (await office.get(detail, { key })).version,
  });
/** What publishing changes, once it is worked out. */
const effectOf = async (key: string) =>
  await vi.waitFor(
    async () => {
      const { change, ...rest } = await office.get(scoreRulesEffect, { key });
      if (change === null) throw new Error(`${rest.done} of ${rest.total} are judged`);
      return { change, ...rest };
    },
    { interval: 20 },
  );
const stateOf = async (ruleVersion: string) =>
  (await office.get(query, { ruleVersion })).rows.map((row) => row.publishStatus)[0];
const standing = async (studentCode: string) => {
  const card = await office.get(scoreCard, { studentCode });
  return { ruleVersion: card.rules.ruleVersion, gpa: card.totals.gpa };
};

test('SCORE-MORE-35: a draft is made, changed and removed; what is wrong stands at its field', async () => {
  const key = await make({ ruleVersion: 'X' });
  const stored = await office.get(detail, { key });
  expect(stored).toMatchObject({ publishStatus: '0', passMark: '60', makeupPoint: null, gpaBands: [] });
  const bands = [
    { from: '60', point: '1' },
    { from: '90', point: '4.5' },
  ];
  await office.get(update, {
    commandId: id(),
    key,
    version: stored.version,
    values: { ...draft, ruleVersion: 'X', gpaBands: bands, makeupPoint: '1.5' },
  });
  expect(await office.get(detail, { key })).toMatchObject({
    gpaBands: [
      { from: '90', point: '4.5' },
      { from: '60', point: '1' },
    ],
    makeupPoint: '1.5',
  });
  expect(
    (await school.pool.query('select gpa_bands, makeup_point from base.score_rules where score_rules_id = $1', [key]))
      .rows,
  ).toEqual([
    {
      gpa_bands: [
        { from: 9000, point: 450 },
        { from: 6000, point: 100 },
      ],
      makeup_point: 150,
    },
  ]);
  const wrong = async (values: object) =>
    (await office.call(create, { commandId: id(), values: { ...draft, ...values } })).fieldErrors;
  expect(await wrong({ ruleVersion: 'X' })).toEqual([{ field: 'values.ruleVersion', message: '已有相同的版本号' }]);
  expect(await wrong({ grades: ['1999'] })).toEqual([{ field: 'values.grades', message: '适用年级“1999”不存在' }]);
  expect(
    await wrong({
      gpaAttributes: [],
      gpaBands: [
        { from: '60', point: '4' },
        { from: '60', point: '3' },
        { from: '90', point: '1' },
      ],
    }),
  ).toEqual([
    { field: 'values.gpaAttributes', message: '至少选择一种' },
    { field: 'values.gpaBands.0.point', message: '高于更高分数的绩点' },
    { field: 'values.gpaBands.1.from', message: '起点重复' },
  ]);
  await office.get(remove, { commandId: id(), key });
  expect(await office.call(detail, { key })).toMatchObject({ status: 404 });
});

// SCORE-MORE-35: printed transcripts
test('publishing tells its changes first, replaces the version; attempts and transcripts keep theirs', async () => {
  const { code } = await office.get(printTranscript, {
    commandId: id(),
    studentCode: 'S2026001',
    language: 'zh',
    allAttempts: '1',
    reason: '升学',
  });
  const printed = async () =>
    (await school.pool.query('select content, digest, rule_version from base.transcript_print where code = $1', [code]))
      .rows[0] as unknown;
  const stamps = async () =>
    (await school.pool.query(`select attempt_id, rule_version, final, passed from ${attemptTable} order by attempt_id`))
      .rows as unknown;
  const [before, print, attempts] = [await standing('S2026001'), await printed(), await stamps()];
  const key = await make();
  const effect = await effectOf(key);
  expect(effect).toEqual({
    version: expect.any(String),
    done: effect.total,
    total: effect.total,
    change: { studentNum: 2, scoreStudentNum: 1, scoreNum: 1, gpaStudentNum: 1, gpaUpNum: 0, gpaDownNum: 1 },
    replaced: [{ ruleVersion: '2020-1', ruleName: '本科成绩与绩点规则（4.0制）' }],
  });
  // Looking changes nothing.
  expect(await standing('S2026001')).toEqual(before);
  const command = { commandId: id(), key, version: effect.version };
  const twice = await Promise.all([
    office.get(publishScoreRulesOperation, command),
    office.get(publishScoreRulesOperation, command),
  ]);
  expect(twice).toEqual([
    { key, stopped: ['2020-1'] },
    { key, stopped: ['2020-1'] },
  ]);
  expect([await stateOf('2027-1'), await stateOf('2020-1')]).toEqual(['1', '2']);
  const after = await standing('S2026001');
  expect(after.ruleVersion).toBe('2027-1');
  expect(Number(after.gpa)).toBeLessThan(Number(before.gpa));
  expect((await standing('S2026003')).ruleVersion).toBe('2027-1');
  expect([await printed(), await stamps()]).toEqual([print, attempts]);
  expect(
    (await office.get(transcriptPrints, { studentCode: 'S2026001' })).list.map((each) => each.ruleVersion),
  ).toEqual(['2020-1']);
  expect(
    (
      await school.pool.query(
        `select operation, after ->> 'rule_version' as version, after ->> 'publish_status' as status
          from base.operation_log where command_id = $1 order by id`,
        [command.commandId],
      )
    ).rows,
  ).toEqual([
    { operation: 'publish', version: '2027-1', status: '1' },
    { operation: 'stop', version: '2020-1', status: '2' },
  ]);
});

test('SCORE-MORE-35: a published version stays as it is, and is not published again', async () => {
  const {
    rows: [row],
  } = (await office.get(query, { ruleVersion: '2027-1' })) as unknown as {
    rows: { scoreRulesId: string; version: string }[];
  };
  const { scoreRulesId: key, version } = row!;
  expect(
    (await office.call(update, { commandId: id(), key, version, values: { ...draft, ruleName: '改名' } })).message,
  ).toBe('“2027-1”已发布，不能修改或删除，可以复制为新版本');
  expect((await office.call(remove, { commandId: id(), key })).code).toBe('RESOURCE_KEPT');
  expect((await office.call(remove, { commandId: id(), key: 'GZ2020' })).message).toContain('已停用');
  expect((await publish(key)).code).toBe('SCORE_RULES_NOT_DRAFT');
  expect((await office.call(scoreRulesEffect, { key })).code).toBe('SCORE_RULES_NOT_DRAFT');
});

// SCORE-MORE-35
test('one version for each grade and type: grades stand beside all, partial overlap is refused and named', async () => {
  const both = await make({ ruleVersion: '2027-2', grades: ['2026', '2027'], gpaRule: 'GPA50' as never });
  expect(await effectOf(both)).toMatchObject({ change: { studentNum: 2 }, replaced: [] });
  expect((await publish(both)).data).toEqual({ key: both, stopped: [] });
  expect([await stateOf('2027-1'), (await standing('S2026001')).ruleVersion]).toEqual(['1', '2027-2']);
  const one = await make({ ruleVersion: '2027-3', grades: ['2026'] });
  expect(await publish(one)).toMatchObject({
    code: 'SCORE_RULES_OVERLAP',
    message: expect.stringContaining('“2027-2”') as string,
  });
  expect((await office.call(scoreRulesEffect, { key: one })).code).toBe('SCORE_RULES_OVERLAP');
  // A new version for all leaves those with rules of their own alone.
  const all = await make({ ruleVersion: '2027-4' });
  expect(await effectOf(all)).toMatchObject({ change: { studentNum: 0 }, replaced: [{ ruleVersion: '2027-1' }] });
});

test('SCORE-MORE-35: what is published is what was looked at, by the pass mark that scores are judged by', async () => {
  const key = await make({ ruleVersion: '2027-5' });
  const { version } = await office.get(scoreRulesEffect, { key });
  await office.get(update, {
    commandId: id(),
    key,
    version,
    values: { ...draft, ruleVersion: '2027-5', passMark: '50' },
  });
  expect((await office.call(publishScoreRulesOperation, { commandId: id(), key, version })).code).toBe(
    'SCORE_RULES_CHANGED',
  );
  expect(await publish(key)).toMatchObject({
    code: 'SCORE_RULES_PASS_MARK',
    message: expect.stringContaining('50') as string,
  });
  expect(await stateOf('2027-5')).toBe('0');
});

// SCORE-MORE-35
test('the work stops when nobody asks any more, and goes on where it stopped when somebody does', async () => {
  const key = await make({ ruleVersion: '2027-8' });
  const { change } = await askForEffect({ db: school.pool, logger: createLogger('test', { level: 'silent' }) }, key, {
    atOnce: 1,
    unaskedSeconds: 0,
  });
  expect(change).toBeNull();
  const work = async () =>
    (
      await school.pool.query(
        'select done, ended_at, lease_until from gateway.rules_effect where score_rules_id = $1',
        [key],
      )
    ).rows;
  await expect.poll(work).toEqual([{ done: 1, ended_at: null, lease_until: null }]);
  const { done, total } = await effectOf(key);
  expect(done).toBe(total);
  expect(total).toBeGreaterThan(1);
});

// SCORE-MORE-35: what publishing changes
test('one gateway at a time works out changes; another goes on where it died, or anew under other rules', async () => {
  const key = await make({ ruleVersion: '2027-7' });
  const whole = await effectOf(key);
  expect(whole.total).toBeGreaterThan(2);
  const counted = { ...whole.change, studentNum: 1_000 };
  const work = (set: string) =>
    school.pool.query(`update gateway.rules_effect set ${set} where score_rules_id = $1`, [key]);
  // As one leaves it that dies: some are judged, and its lease runs.
  const {
    rows: [last],
  } = await school.pool.query<{ code: string }>('select max(student_code) as code from base.student');
  await work(
    `ended_at = null, cursor = '${last!.code}', done = total, counts = '${JSON.stringify(counted)}', maker = ` +
      `gen_random_uuid(), lease_until = now() + interval '1 hour'`,
  );
  expect((await office.get(scoreRulesEffect, { key })).change).toBeNull();
  expect((await office.get(scoreRulesEffect, { key })).change).toBeNull();
  await work(`lease_until = now() - interval '1 second'`);
  expect((await effectOf(key)).change).toEqual(counted);
  // One that stopped because nobody asked leaves no lease: the next question goes on at once.
  const nothing = { studentNum: 0, scoreStudentNum: 0, scoreNum: 0, gpaStudentNum: 0, gpaUpNum: 0, gpaDownNum: 0 };
  await work(
    `ended_at = null, cursor = '', done = 0, counts = '${JSON.stringify({ ...counted, ...nothing })}', ` +
      'maker = null, lease_until = null',
  );
  expect((await effectOf(key)).change).toEqual(whole.change);
  // What is known is told again, until it is of other rules.
  await work(`counts = '${JSON.stringify(counted)}'`);
  expect((await office.get(scoreRulesEffect, { key })).change).toEqual(counted);
  const { version } = await office.get(detail, { key });
  await office.get(update, {
    commandId: id(),
    key,
    version,
    values: { ...draft, ruleVersion: '2027-7', ruleName: '另一名称' },
  });
  expect((await effectOf(key)).change).toEqual(whole.change);
});

test('SCORE-MORE-35: the office alone makes and publishes; units and auditors read', async () => {
  const key = await make({ ruleVersion: '2027-6' });
  for (const name of ['clerk1', 'dean1', 'auditor1']) {
    const person = await school.browser(name);
    expect((await person.get(query, {})).total, name).toBeGreaterThan(0);
    for (const answer of [
      await person.call(scoreRulesEffect, { key }),
      await person.call(publishScoreRulesOperation, { commandId: id(), key, version: '1' }),
      await person.call(create, { commandId: id(), values: draft }),
    ])
      expect(answer, name).toMatchObject({ code: 'FORBIDDEN' });
  }
  for (const name of ['teacher1', 'admin'])
    expect(await (await school.browser(name)).call(query, {}), name).toMatchObject({ code: 'FORBIDDEN' });
});
