import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import type { CommandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { deferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { ERASED } from '@jwxt/contracts/kernel/personal.ts';
import { deferredReasons } from '@jwxt/infra/base-data/score-rule.data.ts';
import { erasedRows } from '@jwxt/infra/runtime/erased-rows.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { deferredExamId } from '@jwxt/infra/runtime/event-id.ts';
import { startTestApp, type TestApp } from '../../testing/commands-app.ts';
import { loadClass, loadScoreSchool, people } from '../../testing/score-school.ts';
import { createErasureList } from './erasure-list.ts';
import { completeErasures, erasurePolicy } from './erasure-work.ts';

/* Personal values in the log, and the erasure of a person (decision 093). */

const { office, clerk, dean } = people;
let t: TestApp;
let raw: EventLog;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-erasures-'));
  t = await startTestApp({ followLog: false, erasures: createErasureList(folder) });
  raw = connectEventLog(t.events.url, { name: 'raw' });
  await loadScoreSchool(t);
  const load = (resource: string, rows: readonly object[]) => t.accept('reference.load', { resource, rows });
  await load('userRole', [{ userName: 'clerk1', jsbh: '03' }]);
  await load('deferredReason', deferredReasons);
  await load('role', [{ jsbh: '08', jsmc: '学生', jslx: 'student' }]);
  await load('userAccount', [
    { kind: 'student', password: 'Jwxt@2026', userName: 'studentS1', name: '学生S1', studentCode: 'S1' },
  ]);
  await loadClass(t, 'TA', ['S1', 'S2']);
  await t.accept('scoreSheet.initialise', { teachingClassId: 'TA', scoreType: '1' }, { actor: office });
});
afterAll(async () => {
  await raw.close();
  await t.stop();
  await rm(folder, { recursive: true });
});

const query = async (sql: string, values: unknown[] = []) =>
  (await t.app.services.pool.query<Record<string, unknown>>(sql, values)).rows;
const codeOf = (outcome: CommandOutcome) => (outcome.status === 'refused' ? outcome.code : outcome.status);
/** All that the store has, as it has it. */
async function stored(): Promise<string> {
  const lines: string[] = [];
  for await (const { data, metadata } of raw.readAll()) lines.push(JSON.stringify([data, metadata]));
  return lines.join('\n');
}
const read = async (stream: string) =>
  JSON.stringify((await t.stream(stream)).map(({ event, metadata }) => [event, metadata]));

const applyId = deferredExamId({ studentCode: 'S1', courseId: 'K1', semesterId: '2026-2027-1' }, 1);
const reasonText = '家里有事，母亲住院需要照顾';
const erase = { kind: 'student', code: 'S1', basis: '2', reason: '保存期限已满' };

test('names, numbers and reasons stand in no byte of the log, and are read as they were written', async () => {
  const [student] = await query(`select student_name as name, student_number as number from base.student
    where student_code = 'S1'`);
  await t.accept(
    'deferredExam.apply',
    { studentId: 'S1', teachingClassId: 'TA', deferredReasonCode: '2', reasonText, applyId },
    { actor: { ...clerk, name: '录入员甲' }, clientAddress: '10.20.30.40' },
  );
  await t.accept(
    'application.decide',
    { applyId, revision: 0, approvalStatus: '0', approvalOpinion: '情况属实，同意' },
    { actor: { ...dean, name: '审核人乙' } },
  );
  const { state } = await t.app.services.handler.read(sheetStream('TA', '1'), sheetStreams);
  const revision = (await t.stream(sheetStream('TA', '1'))).length - 1;
  expect(state.status).not.toBe('0');
  await t.accept(
    'scoreSheet.registerRemark',
    { teachingClassId: 'TA', scoreType: '1', revision, studentCodes: ['S2'], scoreRemarkCode: '04', reason: '作弊' },
    { actor: office },
  );
  const everything = await stored();
  for (const text of [reasonText, '情况属实', '10.20.30.40', '录入员甲', '审核人乙', student!.name, student!.number])
    expect(everything.includes(String(text)), String(text)).toBe(false);
  expect(await read(deferredExam.streamOf(applyId))).toContain(reasonText);
  expect(await read(deferredExam.streamOf(applyId))).toContain(student!.name);
  expect(await read(applicationStream(applyId))).toContain('情况属实，同意');
});

test('who has not left is not erased', async () => {
  expect(codeOf(await t.send('person.erase', erase))).toBe('PERSON_NOT_LEFT');
  expect(codeOf(await t.send('person.erase', { ...erase, code: 'nobody' }))).toBe('NOT_FOUND');
});

test('erased, nothing tells of him any more, and all else is as it was', async () => {
  await query(`update base.student set dqztm = '07' where student_code = 'S1'`);
  const before = await stored();
  const [student] = await query(`select student_name as name, student_number as number from base.student
    where student_code = 'S1'`);
  const own = `"studentNumber":"${String(student!.number)}","studentName":"${String(student!.name)}"`;
  const ofOther = await read(sheetStream('TA', '1'));
  const commandId = randomUUID();
  const { erasureId } = await t.accept<{ erasureId: string }>('person.erase', erase, { commandId, actor: office });
  expect(await t.accept('person.erase', erase, { commandId, actor: office })).toMatchObject({ erasureId });
  expect(await t.accept('person.erase', erase, { actor: office })).toMatchObject({ erasureId });
  expect((await stored()).startsWith(before)).toBe(true);

  const told = await read(deferredExam.streamOf(applyId));
  for (const text of [reasonText, '学生S1']) expect(told).not.toContain(text);
  expect(told).toContain(ERASED);
  expect(await read(applicationStream(applyId))).not.toContain('情况属实');
  // Of the sheet nothing changed but his name and number.
  const gone = `"studentNumber":"${ERASED}","studentName":"${ERASED}"`;
  expect(await read(sheetStream('TA', '1'))).toBe(ofOther.replaceAll(own, gone));
  expect(ofOther.includes(own)).toBe(true);
  const rows = await query(
    `select key.kind, key.wrapped is null as gone from base.person_key key where code in ('S1', 'studentS1') or
       about_student = 'S1' order by 1`,
  );
  expect(rows.every(({ gone }) => gone)).toBe(true);
  expect(rows.map(({ kind }) => kind)).toEqual(['account', 'matter', 'student']);
  expect(await query(`select student_name as name, mobile, dqztm from base.student where student_code = 'S1'`)).toEqual(
    [{ name: ERASED, mobile: null, dqztm: '07' }],
  );
  expect(await query(`select name, sfqy, password_hash from base.user_account where user_name = 'studentS1'`)).toEqual([
    { name: ERASED, sfqy: '0', password_hash: null },
  ]);
  const [event, ...more] = await t.stream('personErasure-S1');
  expect(event).toMatchObject({ event: { data: { erasureId, kind: 'student', code: 'S1', basis: '2' } } });
  expect(more).toEqual([]);
  expect(await createErasureList(folder).read()).toMatchObject([{ erasureId, kind: 'student', code: 'S1' }]);
});

/** The database as an older backup has it: with his keys and his name. */
async function restoreOlder(): Promise<void> {
  const keys = openedKeys;
  await query('delete from base.person_erasure');
  for (const { key_id: id, wrapped, master_id: master } of keys)
    await query(
      `update base.person_key set wrapped = $2, master_id = $3, destroyed_at = null, destroyed_by = null
        where key_id = $1`,
      [id, wrapped, master],
    );
  await query(`update base.student set student_name = '学生S1' where student_code = 'S1'`);
}
let openedKeys: Record<string, unknown>[] = [];

test('after a restore of an older database, and wherever it was killed, he is erased again', async () => {
  await query(`update base.student set dqztm = '07' where student_code = 'S2'`);
  openedKeys = await query(`select * from base.person_key where code = 'S2'`);
  // Killed right after the transaction: neither the event nor the line of the list is there.
  await t.accept('person.erase', { ...erase, code: 'S2' }, { actor: office });
  await query(`update base.person_erasure set told_at = null where code = 'S2'`);
  await completeErasures(t.app.services);
  expect(await t.stream('personErasure-S2')).toHaveLength(1);
  expect(await createErasureList(folder).read()).toHaveLength(2);

  await restoreOlder();
  await completeErasures(t.app.services);
  expect(await query(`select code, told_at is not null as told from base.person_erasure order by 1`)).toEqual([
    { code: 'S1', told: true },
    { code: 'S2', told: true },
  ]);
  expect(await query(`select wrapped from base.person_key where code = 'S2'`)).toEqual([{ wrapped: null }]);
  expect(await query(`select student_name as name from base.student where student_code = 'S1'`)).toEqual([
    { name: ERASED },
  ]);
  expect(await t.stream('personErasure-S2')).toHaveLength(1);
});

test('whom the log says was erased is erased again in a database that does not know it, and once', async () => {
  await restoreOlder();
  const [told] = await t.stream('personErasure-S2');
  for (const _time of [1, 2]) await erasurePolicy.react(told!, t.app.services);
  expect(await query('select code, reason from base.person_erasure')).toEqual([
    { code: 'S2', reason: '恢复备份后再次删除' },
  ]);
  expect(await query(`select wrapped from base.person_key where code = 'S2'`)).toEqual([{ wrapped: null }]);
  expect(await t.stream('personErasure-S2')).toHaveLength(1);
  await completeErasures(t.app.services);
});

test('staff who have left are erased as well: row, account, name in history; what they did stays', async () => {
  const [teacher] = await query(`select gh, xm from base.teacher order by gh limit 1`);
  const { gh, xm } = teacher as { gh: string; xm: string };
  const asked = { ...erase, kind: 'teacher', code: gh };
  expect(codeOf(await t.send('person.erase', asked))).toBe('PERSON_NOT_LEFT');
  await query(`update base.teacher set dqztm = '07' where gh = $1`, [gh]);
  await t.accept('person.erase', asked, { actor: office });
  expect(await query('select xm, sjh from base.teacher where gh = $1', [gh])).toEqual([{ xm: ERASED, sjh: null }]);
  expect(
    await query('select name from base.user_account where gh = $1 and (name <> $2 or sfqy = $3)', [gh, ERASED, '1']),
  ).toEqual([]);
  expect(
    await query(`select 1 from base.person_key where kind = 'teacher' and code = $1 and wrapped is not null`, [gh]),
  ).toEqual([]);
  const told = await read(sheetStream('TA', '1'));
  expect(told).toContain(`"gh":"${gh}","name":"${ERASED}"`);
  expect(told).not.toContain(`"name":"${xm}"`);
  // Nobody is named as the one who types: whoever of the class has that name.
  expect(told).toContain(`"importTeacher":"${ERASED}"`);
  expect(await t.stream(`personErasure-teacher.${gh}`)).toHaveLength(1);
});

test('other accounts are erased once they are closed', async () => {
  await t.accept('reference.load', {
    resource: 'userAccount',
    rows: [{ kind: 'casual', password: 'Jwxt@2026', userName: 'guest1', name: '来访者' }],
  });
  const asked = { ...erase, kind: 'account', code: 'guest1' };
  expect(codeOf(await t.send('person.erase', asked))).toBe('PERSON_NOT_LEFT');
  await query(`update base.user_account set sfqy = '0' where user_name = 'guest1'`);
  await t.accept('person.erase', asked, { actor: office });
  expect(await query(`select name, password_hash as hash from base.user_account where user_name = 'guest1'`)).toEqual([
    { name: ERASED, hash: null },
  ]);
});

/** Columns that sound personal in tables of students, and stay: why. */
const stays: Readonly<Record<string, readonly string[]>> = {
  'names of schools, courses, projects, rules, awards and kinds': [
    'student_extra_score.extra_name personal_course_plan.course_system_name outside_school_score.out_school_name',
    'outside_school_score.out_course_name outside_school_score.out_course_nature_name reward.reward_name',
    'outside_school_score.out_course_attribute_name exchange_student.project_name order_class.sort_rule_name',
    'personal_scheme_course.course_system_name student_certificate.certificate_name punishment.punish_name',
    'punishment.attempt_name',
  ],
  'codes and numbers of no person': [
    'gpa_check.version_no personal_scheme.scheme_reason status_change.change_reason course_warning.warn_reason',
    'status_change.document_number reward.document_number punishment.document_number order_class.group_no',
    'student_certificate.certificate_id student_certificate.certificate_type temporary_student.temporary_number',
  ],
  'the key of the account': ['user_account.user_name'],
  'names of staff': ['course_warning.teacher_name person_erasure.erased_by_name person_erasure.reason'],
};
const staying = new Set(Object.values(stays).flatMap((lines) => lines.flatMap((line) => line.split(' '))));

// A new column that tells of a student is handled by the list, or named here.
test('every column that sounds personal in a table of students is erased, or stays for a reason', async () => {
  const columns = await query(
    `select columns.table_name as table, columns.column_name as column from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
      where table_schema = 'base' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
        and table_name in (select c.table_name from information_schema.columns c
          where c.table_schema = 'base' and c.column_name in ('student_code', 'to_student_code'))`,
  );
  const sounds = new RegExp(
    'name$|number$|_no$|mobile|phone|email|address|birth|reason|_text$|text_|opinion|objection|advice|content|' +
      'certificate|bank|id_type|political|nation|health|marital|native|source_place|why',
  );
  const handled = new Map<string, Set<string> | null>();
  for (const { table, set } of erasedRows)
    handled.set(
      table,
      // Whatever else is made of rows that go is of those of others.
      set === null || handled.get(table) === null
        ? null
        : new Set([...(handled.get(table) ?? []), ...Object.keys(set)]),
    );
  const open = columns.flatMap(({ table, column }) => {
    const of = handled.get(`base.${String(table)}`);
    const path = `${String(table)}.${String(column)}`;
    return !sounds.test(String(column)) || of === null || of?.has(String(column)) || staying.has(path) ? [] : [path];
  });
  expect(open).toEqual([]);
});
