import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportOwnData, exportPersonData } from '@jwxt/contracts/audit/person-data.operations.ts';
import { downloadExport, queryExportJobs } from '@jwxt/contracts/file/export-job.operations.ts';
import { viewAs, stopViewAs } from '@jwxt/contracts/access/view-as.operations.ts';
import { DEFERRED_EXAM_FILES } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { downloadFile, downloadFileUrl } from '@jwxt/contracts/file/file.operations.ts';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { ERASED } from '@jwxt/contracts/kernel/personal.ts';
import {
  erasePersonOperation,
  previewPersonErasure,
  printErasureProof,
  queryPersonErasures,
} from '@jwxt/contracts/system/person-erasure.operations.ts';
import { inClear, placesInClear } from '@jwxt/infra/testing/clear-texts.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { pdf } from '../file/sample-file.fixture.ts';
import { uploadAs } from '../file/upload-client.fixture.ts';
import type { Browser } from '../testing/browser.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { columnsOf, titleKnown } from '../audit/person-data.read.ts';
import { namesPeople, notCopied } from '../audit/not-copied.fixture.ts';
import { accountTables, keyColumns, keyedElsewhere, numberTables } from '../audit/person-tables.ts';
import { startSchool, type School } from '../testing/school.ts';
import { fillSheet, publishSheet } from '../testing/score-steps.ts';

/* The data-protection officer erases a person (decision 093). */

let school: School;
let officer: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('nobody', '11')`);
  officer = await school.browser('nobody');
  const [teacher, dean, office] = await Promise.all(
    ['teacher1', 'dean1', 'office1'].map((name) => school.browser(name)),
  );
  await fillSheet(teacher!, 'TC1', { S2026001: { ps: '80', qm: '90' }, S2026002: { ps: '70', qm: '75' } });
  await publishSheet(teacher!, [dean!, office!], 'TC1');
  await school.settled();
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const page = { pageNum: 1, pageSize: 20 };
/** Every row of every read model, row for row, without what says when it was written. */
async function readModels(): Promise<string> {
  const { rows: tables } = await school.pool.query<{ place: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as place from information_schema.tables
      where table_schema in (select 'rm_' || replace(name, '-', '_') from projection.read_model) order by 1`,
  );
  const lines: string[] = [];
  for (const { place } of tables) {
    const { rows } = await school.pool.query<{ row: unknown }>(
      `select to_jsonb(one) as row from ${place} one order by to_jsonb(one)::text`,
    );
    lines.push(place, ...rows.map(({ row }) => JSON.stringify(row)));
  }
  return lines.join('\n');
}

/** Events of the log, as it is stored, in which one of some texts stands. */
async function inLog(texts: readonly string[]): Promise<string[]> {
  const raw = connectEventLog(school.environment['EVENTSTORE_URL']!, { name: 'raw' });
  const found: string[] = [];
  for await (const { type, data, metadata } of raw.readAll()) {
    const stored = JSON.stringify([data, metadata]);
    if (texts.some((text) => inClear(text).test(stored))) found.push(type);
  }
  await raw.close();
  return found;
}

test('who has not left is not erased, and nobody without the right may look', async () => {
  const preview = await officer.get(previewPersonErasure, { number: '2026001' });
  expect(preview).toMatchObject({ kind: 'student', name: '张三', mayBeErased: '0' });
  const refused = {
    commandId: id(),
    kind: 'student' as const,
    code: 'S2026001',
    basis: '2' as const,
    reason: '保存期限已满',
  };
  expect(await officer.call(erasePersonOperation, refused)).toMatchObject({ code: 'PERSON_NOT_LEFT' });
  expect(await officer.call(previewPersonErasure, { number: '999' })).toMatchObject({ code: 'NOT_FOUND' });
  // Who administers the system sees what was erased, and erases and takes away nothing: separation of duties.
  const admin = await school.browser('admin');
  expect(await admin.get(queryPersonErasures, page)).toMatchObject({ total: 0 });
  for (const other of [admin, await school.browser('teacher1')]) {
    expect(await other.call(previewPersonErasure, { number: '2026001' })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await other.call(exportPersonData, { number: '2026001' })).toMatchObject({ code: 'FORBIDDEN' });
  }
});

/** Jobs of the copies that were made: the officer's, and the student's own. */
const copies: string[] = [];
/** The student's attachment. */
let attached = '';

/** The archive of an export, once it is made; its entries are not packed. */
async function archiveOf(browser: Browser, asked: Promise<{ data: unknown }>): Promise<string> {
  const { exportJob } = (await asked).data as { exportJob: { jobId: string } };
  const status = async () =>
    (await browser.get(queryExportJobs, {})).list.find(({ jobId }) => jobId === exportJob.jobId)?.status;
  await expect.poll(status).toBe('2');
  copies.push(exportJob.jobId);
  const { bytes, headers } = await browser.call(downloadExport, { jobId: exportJob.jobId });
  expect(headers['content-type']).toBe('application/zip');
  return bytes.toString('utf8');
}

// Whoever adds a table or a column says whether it belongs to the copy, and what people call it.
test('every column that names people is in the copy or left out for a reason, each with a Chinese name', async () => {
  const { rows: columns } = await school.pool.query<{ table: string; name: string; column: string }>(
    `select table_schema || '.' || table_name as table, table_name as name, column_name as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema in ('base', 'gateway', 'commands', 'projection') order by 1, 3`,
  );
  const keys = new Set(Object.values(keyColumns).flat());
  const keyed = columns.filter(({ name, column }) => keys.has(column) && !keyedElsewhere.includes(name));
  const copied = new Set<string>([...[...keyed, ...accountTables].map(({ table }) => table), ...numberTables]);
  const left = new Set(Object.values(notCopied).flatMap((lines) => lines.flatMap((line) => line.split(' '))));
  const places = columns.map(({ table, column }) => ({ table, column, place: `${table}.${column}` }));
  const open = places.filter(
    ({ table, column, place }) => namesPeople.test(column) && !copied.has(table) && !left.has(place),
  );
  expect(open.map(({ place }) => place)).toEqual([]);
  const known = new Set(places.map(({ place }) => place));
  expect([...left].filter((place) => !known.has(place))).toEqual([]);

  const tables = [...copied].toSorted();
  expect(tables.filter((table) => !/^[\u4e00-\u9fff]+$/.test(titleKnown(table) ?? ''))).toEqual([]);
  const names = tables.flatMap((table) => {
    const told = columnsOf(table);
    const own = columns.filter((one) => one.table === table).flatMap(({ column }) => told(column)?.label ?? []);
    return own.map((label, at) => ({
      place: `${table} ${label}`,
      isGood: /[\u4e00-\u9fff]/.test(label),
      at,
      own,
      label,
    }));
  });
  expect(names.flatMap(({ place, isGood }) => (isGood ? [] : [place]))).toEqual([]);
  expect(names.flatMap(({ place, label, at, own }) => (own.indexOf(label) === at ? [] : [place]))).toEqual([]);
});

/** What a student asked for in the streaming of his grade-major. */
async function volunteersOfStudent(): Promise<void> {
  const { pool } = school;
  await pool.query(
    `insert into base.professional_diversion (diversion_id, diversion_name, source_grade_major_id, diversion_type,
        volunteer_begin, volunteer_end, volunteer_num, admit_rule, score_basis)
      select 'D1', '专业方向分流', njzydm, '2', now(), now() + interval '1 day', 2, '1', '1' from base.student
       where student_code = 'S2026001'`,
  );
  await pool.query(
    `insert into base.major_or_direction (major_or_direction_key, diversion_id, target_grade_major_id, target_name,
        quota)
      select key, 'D1', source_grade_major_id, name, 9 from base.professional_diversion,
        (values ('P1', '方向甲'), ('P2', '方向乙')) place (key, name)`,
  );
  await pool.query(`insert into base.diversion_volunteer values ('D1', 'S2026001', '["P2", "P1"]', now())`);
}

test('the officer takes away everything about a person, and the log tells it', async () => {
  await volunteersOfStudent();
  expect(await officer.call(exportPersonData, { number: '999' })).toMatchObject({ code: 'NOT_FOUND' });
  const archive = await archiveOf(officer, officer.call(exportPersonData, { number: '2026001' }));
  for (const text of [
    '总览.html',
    '基本数据.json',
    '历史.json',
    '张三',
    '2026001',
    '成绩：',
    '录入',
    '"院系": "计算机学院"',
  ])
    expect(archive.includes(text), text).toBe(true);
  expect(archive).not.toContain('password_hash');
  expect(archive).not.toContain('李四');
  // Codes and keys by their names, also in tables that no page keeps.
  for (const text of ['"来源": "入学"', '"状态": "在读"', '"年级专业": "2026级专业101"', '"志愿": "方向乙、方向甲"'])
    expect(archive.includes(text), text).toBe(true);
  const { rows } = await school.pool.query(
    `select user_name, key, looked from base.operation_log where operation = 'export' and resource = 'person'`,
  );
  expect(rows).toMatchObject([
    { user_name: 'nobody', key: '个人信息_S2026001.zip', looked: { filter: { number: '2026001' } } },
  ]);
});

test('a student takes away his own, and nothing of how scores came about before they were published', async () => {
  await school.pool.query(
    `insert into base.user_account (user_name, name, kind, password_hash, student_code)
       select 'student1', '张三', 'student', password_hash, 'S2026001' from base.user_account
      where user_name = 'nobody'`,
  );
  await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('student1', '08')`);
  const student = await school.browser('student1');
  const base = await school.app.listen({ host: '127.0.0.1', port: 0 });
  const form = { fileName: '病历.pdf', businessId: id(), businessTable: DEFERRED_EXAM_FILES };
  attached = (await uploadAs(student, base, pdf, form)).data.relationalId;
  const archive = await archiveOf(student, student.call(exportOwnData, {}));
  for (const text of ['张三', '2026001', '已发布成绩', '附件/病历.pdf'])
    expect(archive.includes(text), text).toBe(true);
  for (const text of ['李四', '成绩：', 'password_hash']) expect(archive).not.toContain(text);
});

test('a copy is fetched by who asked for it, not by others, nor with his eyes; nor is an attachment', async () => {
  const [ofOfficer, ofStudent] = copies as [string, string];
  for (const name of ['admin', 'teacher1', 'student1'])
    expect((await (await school.browser(name)).call(downloadExport, { jobId: ofOfficer })).code).toBe('NOT_FOUND');
  const admin = await school.browser('admin');
  const teacher = await school.browser('teacher1');
  expect(await admin.call(downloadExport, { jobId: ofStudent })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await teacher.call(downloadFile, { relationalId: attached })).toMatchObject({ code: 'FILE_NOT_FOUND' });
  await admin.get(viewAs, { commandId: id(), userName: 'student1', reason: '核对导出' });
  await admin.get(currentUser, {});
  expect(await admin.call(exportOwnData, {})).toMatchObject({ code: 'VIEW_AS_LOOKS' });
  expect(await admin.call(downloadExport, { jobId: ofStudent })).toMatchObject({ code: 'VIEW_AS_LOOKS' });
  await admin.get(stopViewAs, { commandId: id() });
});

test('erased, no table tells of him, every other row and figure is as it was, and a proof is printed', async () => {
  const before = await readModels();
  expect(before).toContain('张三');
  await school.pool.query(
    `update base.student set dqztm = '07', mobile = '13977776666', email = 'zhang3@example.edu',
        address = '龙头街九号', id_number = '530102200001011234' where student_code = 'S2026001'`,
  );
  const own = ['张三', '2026001', '13977776666', 'zhang3@example.edu', '龙头街九号', '530102200001011234'];
  expect(await placesInClear(school.pool, own)).toContain('base.student.student_name');
  const preview = await officer.get(previewPersonErasure, { number: '2026001' });
  expect(preview.mayBeErased).toBe('1');
  expect(preview.keys).toBeGreaterThan(0);
  expect(preview.erased).toContainEqual({ title: '学生信息', count: 1 });

  const asked = { kind: 'student' as const, code: 'S2026001', basis: '2' as const, reason: '保存期限已满' };
  const { erasureId } = await officer.get(erasePersonOperation, { ...asked, commandId: id() });
  await expect
    .poll(async () => (await officer.get(queryPersonErasures, page)).list[0])
    .toMatchObject({ erasureId, code: 'S2026001', complete: '1', basisName: '保存期限已届满' });
  const after = await readModels();
  expect(after).not.toContain('张三');
  expect(after).toContain(ERASED);
  // Name and number in their places; all else, others and figures, is what it was.
  const blank = (text: string): string =>
    text
      .replaceAll(/"(张三|2026001|已依法删除)"/g, '"—"')
      .split('\n')
      .toSorted()
      .join('\n');
  expect(blank(after)).toBe(blank(before));
  const { rows } = await school.pool.query(
    `select name from base.user_account where student_code = 'S2026001' and (name <> $1 or sfqy <> '0')`,
    [ERASED],
  );
  expect(rows).toEqual([]);

  expect(await placesInClear(school.pool, own)).toEqual([]);
  expect(await inLog(own)).toEqual([]);
  // Neither the copy that was made of him, nor what he attached, is anybody's any more.
  expect(await officer.call(downloadExport, { jobId: copies[0]! })).toMatchObject({ code: 'NOT_FOUND' });
  for (const name of ['admin', 'office1', 'nobody']) {
    const browser = await school.browser(name);
    expect(await browser.call(downloadFile, { relationalId: attached })).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(await browser.call(downloadFileUrl, { relationalId: attached })).toMatchObject({ code: 'FILE_NOT_FOUND' });
  }

  const { bytes } = await officer.call(printErasureProof, { erasureId });
  const words = pdfTexts(bytes).flat().join('');
  for (const text of ['个人信息删除证明', 'S2026001', '保存期限已届满', '学生信息']) expect(words).toContain(text);
});

/** Where a teacher's name stays, and why. */
const namesStay: Readonly<Record<string, string>> = {
  'base.system_message_entity.content': 'messages to others go with their retention',
  'rm_approval_list.application.title': 'what is asked for belongs to the business',
  'rm_approval_list.application.content': 'what is asked for belongs to the business',
};

test('a teacher who has left is in no table and no event any more, but where that is said', async () => {
  const {
    rows: [teacher],
  } = await school.pool.query<{ gh: string; xm: string; ywbm: string }>(
    `select gh, xm, ywbm from base.teacher where gh = (select gh from base.user_account where user_name = 'teacher1')`,
  );
  const { gh, xm, ywbm } = teacher!;
  await school.pool.query(
    `update base.teacher set dqztm = '07', sjh = '13977775555', dzxx = 'li4@example.edu' where gh = $1`,
    [gh],
  );
  const own = [xm, ...(ywbm === gh ? [] : [ywbm]), '13977775555', 'li4@example.edu'];
  expect(await placesInClear(school.pool, own)).toContain('base.teacher.xm');
  const asked = { kind: 'teacher' as const, code: gh, basis: '2' as const, reason: '保存期限已满' };
  await officer.get(erasePersonOperation, { ...asked, commandId: id() });
  await expect
    .poll(async () => (await officer.get(queryPersonErasures, page)).list[0])
    .toMatchObject({ code: gh, complete: '1' });
  const places = await placesInClear(school.pool, own);
  expect(places.filter((place) => namesStay[place] === undefined)).toEqual([]);
  expect(await inLog(own)).toEqual([]);
});
